"""The two commands: what the first start installs, what a later one does not, and what they hand on."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHARED = ["run", "test", "bootstrap.py", "requirements.txt", "requirements-nodeps.txt", "requirements-test.txt",
          "requirements-package.txt"]
POSIX = pytest.mark.skipif(os.name == "nt", reason="shell scripts")


@pytest.fixture
def copy(tmp_path):
    """A copy of the set-up in a folder with an awkward name, and a main.py that shows what it was given."""
    home = tmp_path / "a b #ü"
    home.mkdir()
    for name in SHARED:
        shutil.copy(ROOT / name, home)
    program = "import json, os, sys\nprint(json.dumps([os.getcwd(), *sys.argv[1:]]))\nsys.exit(7)\n"
    (home / "main.py").write_text(program)
    return home


@pytest.fixture
def bootstrap(copy, monkeypatch):
    """The module of the copy, with every command written down instead of run and a system that lacks nothing."""
    spec = importlib.util.spec_from_file_location("bootstrap_copy", copy / "bootstrap.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.commands, module.exit_code = [], 0

    def call(command, **_options):
        command = [str(part) for part in command]
        module.commands.append(command)
        if "venv" in command:
            module.PYTHON.parent.mkdir(parents=True, exist_ok=True)
            module.PYTHON.touch()
            module.NOTE.unlink(missing_ok=True)
        return module.exit_code
    monkeypatch.setattr(module.subprocess, "call", call)
    monkeypatch.setattr(module, "missing_packages", lambda job: [])
    monkeypatch.setattr(module, "has_ensurepip", lambda: True)
    monkeypatch.setattr(module, "replace_by", lambda command: command)
    return module


def installed(module) -> list[str]:
    """What the commands so far were about: "venv" or the name of a requirement file."""
    return ["venv" if "venv" in command else Path(command[-1]).name for command in module.commands]


def test_the_first_start_installs_and_the_second_does_not(bootstrap):
    assert bootstrap.main("run", ["list"]) == [bootstrap.PYTHON, bootstrap.HOME / "main.py", "list"]
    assert installed(bootstrap) == ["venv", "requirements.txt", "requirements-nodeps.txt"]
    assert "--no-deps" in bootstrap.commands[2]
    bootstrap.commands.clear()
    bootstrap.main("run", [])
    assert bootstrap.commands == []


def test_tests_add_only_their_own_tools(bootstrap, monkeypatch):
    monkeypatch.setattr(bootstrap, "test", lambda arguments: 0)
    bootstrap.main("run", [])
    bootstrap.commands.clear()
    bootstrap.main("test", [])
    assert installed(bootstrap) == ["requirements-test.txt"]
    bootstrap.commands.clear()
    bootstrap.main("run", [])
    bootstrap.main("test", [])
    assert bootstrap.commands == []


def test_packaging_adds_its_tools_and_begins(bootstrap):
    bootstrap.main("run", [])
    bootstrap.commands.clear()
    assert bootstrap.main("package", ["--no-archive"]) == 0
    *installing, begun = bootstrap.commands
    assert [Path(command[-1]).name for command in installing] == ["requirements-test.txt", "requirements-package.txt"]
    assert begun == [str(bootstrap.PYTHON), "-m", "bundle", "--no-archive"]


def test_what_is_tested_is_handed_on(bootstrap, monkeypatch):
    monkeypatch.setattr(bootstrap, "found", lambda program: True)
    bootstrap.test(["tests/scenes"])
    assert bootstrap.commands[-1][-3:] == ["-m", "pytest", "tests/scenes"]


def test_a_changed_requirement_is_brought_up_to_date(bootstrap):
    bootstrap.main("run", [])
    bootstrap.commands.clear()
    with open(bootstrap.HOME / "requirements.txt", "a") as file:
        file.write("pip==1\n")
    bootstrap.main("run", [])
    assert installed(bootstrap) == ["requirements.txt"]


@pytest.mark.parametrize("state", ["nothing", "no note", "broken note", "another Python", "no interpreter"])
def test_what_is_not_whole_is_begun_anew(bootstrap, state):
    if state != "nothing":
        bootstrap.main("run", [])
        bootstrap.commands.clear()
    if state == "no note":
        bootstrap.NOTE.unlink()
    if state == "broken note":
        bootstrap.NOTE.write_text('{"python": ')
    if state == "another Python":
        bootstrap.NOTE.write_text(json.dumps(bootstrap.read_note() | {"python": "3.10"}))
    if state == "no interpreter":
        bootstrap.PYTHON.unlink()
    bootstrap.main("run", [])
    assert installed(bootstrap) == ["venv", "requirements.txt", "requirements-nodeps.txt"]


def test_a_failed_installation_is_begun_anew(bootstrap):
    bootstrap.exit_code = 1
    with pytest.raises(SystemExit, match=r"\.venv could not be made"):
        bootstrap.main("run", [])
    bootstrap.exit_code = 0
    bootstrap.main("run", [])
    assert installed(bootstrap)[1:] == ["venv", "requirements.txt", "requirements-nodeps.txt"]


def test_an_ordinary_user_gets_the_line_that_helps(bootstrap, monkeypatch, capsys):
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr(bootstrap.sys, "platform", "linux")
    monkeypatch.setattr(bootstrap, "missing_packages", lambda job: ["libnss3", "libasound2t64|libasound2"])
    monkeypatch.setattr(bootstrap, "available", lambda package: package.split("|")[-1])
    bootstrap.main("run", [])
    assert "    sudo apt-get update && sudo apt-get install -y libnss3 libasound2\n" in capsys.readouterr().err
    assert installed(bootstrap) == ["venv", "requirements.txt", "requirements-nodeps.txt"]
    bootstrap.commands.clear()
    bootstrap.main("run", [])
    assert bootstrap.commands == []
    assert "sudo apt-get" in capsys.readouterr().err        # said again until it is done


def test_root_installs_system_packages(bootstrap, monkeypatch):
    missing = [["libnss3"], []]
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(bootstrap.sys, "platform", "linux")
    monkeypatch.setattr(bootstrap, "found", lambda program: True)
    monkeypatch.setattr(bootstrap, "missing_packages", lambda job: missing.pop(0))
    bootstrap.main("run", [])
    assert [command[:2] for command in bootstrap.commands[:2]] == [["apt-get", "update"], ["apt-get", "install"]]
    assert bootstrap.commands[1][-1] == "libnss3"


@pytest.fixture
def finished(copy):
    """The copy with a .venv that is noted as complete: its interpreter is the present one."""
    (copy / ".venv" / "bin").mkdir(parents=True)
    (copy / ".venv" / "bin" / "python").symlink_to(sys.executable)
    program = "import bootstrap as b; b.write_note(b.wanted_note('run') | b.wanted_note('test'))"
    subprocess.run([sys.executable, "-c", program], cwd=copy, check=True)
    return copy


@POSIX
def test_arguments_folder_and_exit_code_go_through(finished, tmp_path):
    arguments = ["list", "a b", "", "x'y\"z", "$HOME", "*", "--set=rate=3.5"]
    done = subprocess.run([finished / "run", *arguments], cwd=tmp_path, capture_output=True, text=True)
    assert json.loads(done.stdout) == [str(tmp_path), *arguments]
    assert (done.returncode, done.stderr) == (7, "")


@POSIX
def test_a_second_start_costs_little(finished):
    def seconds(command):
        begin = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL)
        return time.perf_counter() - begin
    alone = min(seconds([finished / ".venv" / "bin" / "python", finished / "main.py"]) for _trial in range(5))
    whole = min(seconds([finished / "run"]) for _trial in range(5))
    assert whole - alone < 0.1         # [s] two short starts of Python and three hashes


@POSIX
@pytest.mark.parametrize("name", ["run", "test", "package", ".ci/run"])
def test_scripts_are_plain_shell_and_executable(name):
    assert os.access(ROOT / name, os.X_OK)
    assert subprocess.run(["sh", "-n", ROOT / name]).returncode == 0


@POSIX
def test_no_python_is_a_sentence(copy, tmp_path):
    for tool in ("dirname", "basename", "sh"):
        (tmp_path / tool).symlink_to(shutil.which(tool))
    environment = {"PATH": str(tmp_path)}
    done = subprocess.run([shutil.which("sh"), copy / "run"], env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("Python 3.11 or newer was not found.")
