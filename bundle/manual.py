"""The manual page and the completions of shells, made from the parser of the command line."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from bundle import NAME
from sandbox.cli.arguments import arguments
from sandbox.version import VERSION

# shell -> where the system looks for the completions of a command, below its prefix
PLACES = {"bash": f"share/bash-completion/completions/{NAME}", "zsh": f"share/zsh/site-functions/_{NAME}",
          "tcsh": f"share/{NAME}/{NAME}.csh"}


def parser() -> argparse.ArgumentParser:
    """Returns the parser with all commands, under the name of the installed command."""
    whole = arguments(None)
    whole.prog = NAME
    for command, _help in commands_of(whole):
        command.prog = f"{NAME} {command.prog.split()[-1]}"
    return whole


def commands_of(whole: argparse.ArgumentParser) -> Iterator[tuple[argparse.ArgumentParser, str]]:
    """Yields the parser and the sentence of each command, in their order."""
    for action in whole._actions:
        if isinstance(action, argparse._SubParsersAction):
            said = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, command in action.choices.items():
                yield command, said.get(name, "")


def completion(shell: str) -> str:
    """Returns the script of completions for a shell; needs shtab, which builds only have."""
    import shtab
    return shtab.complete(parser(), shell)


def escaped(text: str) -> str:
    """As troff reads it: nothing at the begin of a line is a command, a minus is one."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("%%", "%")
    return "\\&" + text if text.startswith((".", "'")) else text


def options_of(command: argparse.ArgumentParser) -> Iterator[str]:
    """Yields the lines of a command's arguments."""
    for action in command._actions:
        if action.help == argparse.SUPPRESS or isinstance(action, argparse._SubParsersAction):
            continue
        value = action.metavar or ("|".join(map(str, action.choices)) if action.choices else action.dest.upper())
        value = "" if action.nargs == 0 else str(value if isinstance(value, str) else " ".join(value))
        names = ", ".join(rf"\fB{escaped(name)}\fR" for name in action.option_strings)
        yield ".TP"
        yield " ".join(part for part in (names, rf"\fI{escaped(value)}\fR" if value else "") if part)
        yield escaped(str(action.help or "see the program")) + "."


def manual() -> str:
    """Returns the page of section 1."""
    whole = parser()
    lines = [rf'.TH {NAME.upper()} 1 "" "Jacobi Sandbox {VERSION}" "User commands"', ".SH NAME",
             rf"{escaped(NAME)} \- a laboratory for bodies that roll on moving surfaces", ".SH SYNOPSIS",
             rf"\fB{escaped(NAME)}\fR [\fIoptions\fR] [\fIFILE\fR]", ".br",
             rf"\fB{escaped(NAME)}\fR \fIcommand\fR [\fIarguments\fR]", ".SH DESCRIPTION",
             escaped(whole.description or ""), escaped(whole.epilog or ""), ".SH OPTIONS", *options_of(whole),
             ".SH COMMANDS"]
    for command, said in commands_of(whole):
        lines += [f".SS {escaped(command.prog.split()[-1])}", escaped(command.description or said)]
        lines += options_of(command)
        for inner, more in commands_of(command):
            lines += [".TP", rf"\fB{escaped(inner.prog.split()[-1])}\fR", escaped(more)]
            lines += [".RS", *options_of(inner), ".RE"]
    lines += [".SH EXIT STATUS", "0; 1 where something differs, fails or is missing; 2 where something is refused or",
              "could not be written; 130 and 143 after Ctrl\\-C and SIGTERM.", ".SH LICENSE", "GPL\\-3.0\\-or\\-later."]
    return "\n".join(lines) + "\n"


def write_manual(prefix: Path):
    """Writes the page and the completions to where systems look for them below a prefix."""
    page = prefix / "share" / "man" / "man1" / f"{NAME}.1"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(manual(), encoding="utf-8")
    for shell, place in PLACES.items():
        path = prefix / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(completion(shell), encoding="utf-8")
