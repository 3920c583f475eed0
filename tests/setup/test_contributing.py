"""CONTRIBUTING.md and the hooks: what they call and link is there."""

import re
import shlex
from pathlib import Path

import pytest

import bootstrap
from sandbox.cli.arguments import arguments

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")


def test_hooks_call_what_the_test_command_calls():
    ids, entries = (re.findall(rf"^ +(?:- )?{key}: (.*)$", HOOKS, re.MULTILINE) for key in ("id", "entry"))
    python = bootstrap.VENV.name + "/bin/python"
    *ruff, everything = bootstrap.LOOKS["ruff"]
    assert everything == "."       # pre-commit names the files
    assert dict(zip(ids, map(shlex.split, entries), strict=True)) == {
        "ruff": [python, *ruff, "--force-exclude"], "import-linter": [python, *bootstrap.LOOKS["import-linter"]],
        "mypy": [python, *bootstrap.LOOKS["mypy"]], "near": ["./test", "near"]}
    assert (ROOT / "test").is_file()


def test_hooks_fetch_nothing():
    assert re.findall(r"repo: (.*)", HOOKS) == ["local"]
    assert set(re.findall(r"language: (.*)", HOOKS)) == {"system"}
    assert "additional_dependencies" not in HOOKS


@pytest.mark.parametrize("word", sorted(set(re.findall(r"\./run ([a-z]+)", PAGE))))
def test_commands_that_the_page_names_exist(word, capsys):
    with pytest.raises(SystemExit) as ended:
        arguments().parse_args([word, "--help"])
    assert ended.value.code == 0 and f" {word} " in capsys.readouterr().out


def test_the_page_is_one_page_and_names_what_is_there():
    assert len(PAGE.splitlines()) < 60
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)
    assert "docs/extending.md" in links
    assert [link for link in links if "://" not in link and not (ROOT / link).is_file()] == []
    folders = re.findall(r"`((?:tests|docs|scenes|sandbox)/[\w/.]*)`", PAGE)
    assert len(folders) > 4 and [name for name in folders if not (ROOT / name).exists()] == []
