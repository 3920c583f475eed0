"""The two commands: what the first start installs, what a later one does not, and what they hand on."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from bundle.lock import pinned

ROOT = Path(__file__).resolve().parents[2]
SHARED = ["run", "test", "bootstrap.py", "requirements.txt", "requirements-test.txt", "requirements-package.txt"]
COMMAND = "-c from importlinter.cli import lint_imports_command; lint_imports_command()"
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
    assert installed(bootstrap) == ["venv", "requirements.txt"]
    _venv, libraries = bootstrap.commands
    assert {"--require-hashes", "--only-binary=:all:", "--no-deps"} <= set(libraries)
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
    assert bootstrap.test(["tests/scenes"]) == 0
    # mypy goes its own way beside the others
    slow, = (command for command in bootstrap.commands if command[1:] == ["-m", "mypy"])
    *looks, suite = (command for command in bootstrap.commands if command is not slow)
    assert [" ".join(command[1:3]) for command in looks] == ["-m ruff", COMMAND]
    assert suite[suite.index("-m"):] == [*bootstrap.SUITE, "tests/scenes"]


@pytest.mark.parametrize(("options", "is_whole"), [
    ([], True), (["--cov"], True), (["-q", "--junitxml", "found.xml"], True), (["--junitxml=tests.xml"], True),
    (["tests/run"], False), (["-q", "tests/run/test_hand.py::test_one"], False), (["-k", "hand"], False),
    (["-mslow"], False), (["--lf"], False), (["fast"], False)])
def test_the_whole_suite_finds_all_compiled(bootstrap, monkeypatch, options, is_whole):
    """By one command on all cores: workers would compile the same at the same moment, however pytest is to work."""
    monkeypatch.setattr(bootstrap, "found", lambda program: True)
    assert bootstrap.test(options) == 0
    *_looks, before, suite = [command[1:] for command in bootstrap.commands if command[1:] != ["-m", "mypy"]]
    assert (before == ["main.py", "warm"]) is is_whole
    assert suite[:len(bootstrap.SUITE)] == bootstrap.SUITE and suite[len(suite) - len(options[1:]):] == options[1:]


def test_a_part_of_the_tests_is_asked_for(bootstrap, monkeypatch):
    monkeypatch.setattr(bootstrap, "found", lambda program: True)
    assert bootstrap.test(["fast", "-x"]) == 0
    *looks, suite = bootstrap.commands
    assert [" ".join(command[1:3]) for command in looks] == ["-m ruff", COMMAND]
    assert suite[1:] == [*bootstrap.SUITE, *bootstrap.ESSENCE, "-x"]
    bootstrap.commands.clear()
    assert bootstrap.test(["near", "run"]) == 0
    assert [command[1:] for command in bootstrap.commands] == [["-m", "tests.near", os.getcwd(), "run"]]


def test_without_a_virtual_screen_one_sentence_helps(bootstrap, monkeypatch):
    monkeypatch.setattr(bootstrap.sys, "platform", "linux")
    monkeypatch.setattr(bootstrap, "found", lambda program: False)
    with pytest.raises(SystemExit, match="virtual screen"):
        bootstrap.test([])


@pytest.mark.parametrize("broken", ["ruff", "import-linter", "mypy", "warm", "pytest"])
def test_whatever_fails_is_named_and_makes_the_exit_code(bootstrap, monkeypatch, capsys, broken):
    monkeypatch.setattr(bootstrap, "found", lambda program: True)
    words = {**bootstrap.LOOKS, "warm": bootstrap.WARM, "pytest": bootstrap.SUITE}[broken]
    monkeypatch.setattr(bootstrap.subprocess, "call", lambda command, **_options: int(words[-1] in command))
    assert bootstrap.test([]) == 1
    assert capsys.readouterr().err == f"Failed: {broken}\n"


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
    assert installed(bootstrap) == ["venv", "requirements.txt"]


def test_a_failed_installation_is_begun_anew(bootstrap):
    bootstrap.exit_code = 1
    with pytest.raises(SystemExit, match=r"\.venv could not be made"):
        bootstrap.main("run", [])
    bootstrap.exit_code = 0
    bootstrap.main("run", [])
    assert installed(bootstrap)[1:] == ["venv", "requirements.txt"]


@pytest.mark.parametrize("python, platform, machine, advice", [
    ((3, 14, 2), "linux", "x86_64", "network"), ((3, 15, 0), "linux", "x86_64", "Python 3.11 to 3.14 have them"),
    ((3, 13, 0), "darwin", "x86_64", "network"), ((3, 14, 0), "darwin", "x86_64", "Python 3.11 to 3.13 have them"),
    ((3, 14, 0), "darwin", "arm64", "network")])
def test_a_python_without_finished_libraries_says_which_has_them(bootstrap, monkeypatch, python, platform, machine,
                                                                  advice):
    monkeypatch.setattr(bootstrap.sys, "version_info", python)
    monkeypatch.setattr(bootstrap.sys, "platform", platform)
    monkeypatch.setattr("platform.machine", lambda: machine)
    bootstrap.exit_code = 1
    assert advice in bootstrap.reason_to_fail()


def test_an_ordinary_user_gets_the_line_that_helps(bootstrap, monkeypatch, capsys):
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr(bootstrap.sys, "platform", "linux")
    monkeypatch.setattr(bootstrap, "missing_packages", lambda job: ["libnss3", "libasound2t64|libasound2"])
    monkeypatch.setattr(bootstrap, "available", lambda package: package.split("|")[-1])
    bootstrap.main("run", [])
    assert "    sudo apt-get update && sudo apt-get install -y libnss3 libasound2\n" in capsys.readouterr().err
    assert installed(bootstrap) == ["venv", "requirements.txt"]
    bootstrap.commands.clear()
    bootstrap.main("run", [])
    assert bootstrap.commands == []
    assert "sudo apt-get" in capsys.readouterr().err        # said again until it is done


@pytest.mark.parametrize("platform, machine, is_systems", [
    ("linux", "x86_64", False), ("linux", "aarch64", True), ("darwin", "arm64", False), ("win32", "ARM64", False)])
def test_linux_on_arm_takes_the_window_from_the_system(copy, monkeypatch, platform, machine, is_systems):
    """As the markers of pyproject.toml have it: .venv sees the system's packages there, and these are asked for."""
    spec = importlib.util.spec_from_file_location("bootstrap_on_arm", copy / "bootstrap.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    commands = []
    monkeypatch.setattr(module.sys, "platform", platform)
    monkeypatch.setattr("platform.machine", lambda: machine)
    monkeypatch.setattr(module.subprocess, "call", lambda command, **_options: commands.append(command) or 0)
    monkeypatch.setattr(module, "provide_system", lambda job: True)
    module.VENV.mkdir()
    module.install("run", module.wanted_note("run"))
    assert ("--system-site-packages" in commands[0]) == is_systems
    monkeypatch.setattr(module, "has_module", lambda name: "." not in name)
    asked = [package for package in module.missing_packages("run") if "pyqt5" in package]
    assert asked == ([f"python3-pyqt5.{part}" for part in ("qtsvg", "qtquick", "qtwebengine")] if is_systems else [])
    lines = map(Requirement, pinned((ROOT / "requirements.txt").read_text(encoding="utf-8")))
    markers = {"sys_platform": platform, "platform_machine": machine}
    assert any(line.marker.evaluate(markers) for line in lines if line.name == "pyqt5") == (not is_systems)


def test_all_of_qt_that_is_used_has_its_package():
    """Debian's python3-pyqt5 has the first four of those that stand by themselves, qtwebengine and qtquick the last."""
    import bootstrap as own
    own_packages = {"sip", "QtCore", "QtGui", "QtWidgets", "QtWebEngineCore", "QtQml"}
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "sandbox" / "qt").glob("*.py"))
    used = set(re.findall(r"from PyQt5(?:\.| import )(\w+)", text))
    assert len(used) > 6 and used - own_packages == {name.removeprefix("PyQt5.") for name in own.QT} - {"PyQt5"}


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
def test_a_second_start_costs_little(finished, tmp_path):
    """Two short starts of Python before the program's own, a few files read, nothing slow imported."""
    noted = tmp_path / "starts"
    python = finished / ".venv" / "bin" / "python"
    python.unlink()
    python.write_text(f'#!/bin/sh\necho "$*" >> "{noted}"\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    subprocess.run([finished / "run", "list"], stdout=subprocess.DEVNULL)
    look, begin, program = noted.read_text(encoding="utf-8").splitlines()
    assert look.startswith("-I -S -c") and begin.startswith("-I ") and begin.endswith("bootstrap.py run list")
    assert program.endswith("main.py list")


def test_a_second_start_reads_a_few_files_and_starts_nothing(finished):
    program = """
import sys
seen = []
WORK = ("open", "subprocess.Popen")
sys.addaudithook(lambda event, args: seen.append((event, str(args[0]))) if event in WORK else None)
import bootstrap
before, known = len(seen), set(sys.modules)
bootstrap.replace_by = lambda command: 0
bootstrap.main("run", [])
print(*(f"{event} {name}" for event, name in seen[before:]), *(set(sys.modules) - known), sep="\\n")
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=finished, text=True, capture_output=True, check=True)
    assert [Path(line.removeprefix("open ")).name for line in done.stdout.splitlines()] == [
        "requirements.txt", "installed.json"]


@POSIX
@pytest.mark.parametrize("name", ["run", "test", "package", ".ci/run"])
def test_scripts_are_plain_shell_and_executable(name):
    assert os.access(ROOT / name, os.X_OK)
    assert subprocess.run(["sh", "-n", ROOT / name]).returncode == 0


@pytest.mark.parametrize("name", ["run", "test", "package"])
def test_windows_takes_the_finished_python_then_the_newest_that_its_launcher_knows(name):
    text = (ROOT / f"{name}.cmd").read_text(encoding="utf-8")
    begun = rf'^(?:if exist "%~dp0\.venv\\installed\.json" )?(.*) -I "%~dp0bootstrap\.py" {name} %\*( & exit /b)?$'
    assert re.findall(begun, text, re.MULTILINE) == [(r'"%~dp0.venv\Scripts\python.exe"', " & exit /b"), ("python", ""),
                                                     ("py -3", "")]
    assert 'py -3 -c "" 2>nul && goto launcher' in text


@POSIX
@pytest.mark.parametrize("there", [("python3.14",), ("python3.13", "python3"), ("python3.12", "python3.14")])
def test_any_python_that_is_declared_is_found(copy, tmp_path, there):
    """Of several the one that is known longest; one that is too old, or only claims its name, is passed over."""
    for tool in ("dirname", "basename", "sh"):
        (tmp_path / tool).symlink_to(shutil.which(tool))
    for name in there:
        (tmp_path / name).write_text(f"#!{tmp_path}/sh\ncase $* in *version_info*) ;; *) echo {name} ;; esac\n")
    (tmp_path / "python3.11").write_text(f"#!{tmp_path}/sh\nexit 127\n")
    for name in (*there, "python3.11"):
        (tmp_path / name).chmod(0o755)
    done = subprocess.run([shutil.which("sh"), copy / "run"], env={"PATH": str(tmp_path)}, capture_output=True,
                          text=True)
    assert (done.stdout, done.stderr, done.returncode) == (f"{there[0]}\n", "", 0)


@POSIX
def test_no_python_is_a_sentence(copy, tmp_path):
    for tool in ("dirname", "basename", "sh"):
        (tmp_path / tool).symlink_to(shutil.which(tool))
    environment = {"PATH": str(tmp_path)}
    done = subprocess.run([shutil.which("sh"), copy / "run"], env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("Python 3.11 or newer was not found.")
