"""The program `palio` that this module belongs to."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys

_HERE = pathlib.Path(__file__).resolve().parent


class Error(ValueError):
    """What Palio says is wrong: the thing, the value and the next step."""


def program():
    """Its path: in this package if a wheel brought it, else of the installation around it, else the one in PATH."""
    for prefix in (_HERE, *list(_HERE.parents)[3:4]):
        if (prefix / "bin" / "palio").is_file():
            return str(prefix / "bin" / "palio")
    found = shutil.which("palio")
    if found is None:
        raise Error(f"there is no program palio in {_HERE}, next to it or in PATH: install Palio again")
    return found


def folder():
    """Where the studies, the tables and the figures that come with Palio are."""
    return pathlib.Path(program()).resolve().parents[1] / "share" / "palio"


def main():
    """The command palio."""
    os.execv(program(), ["palio", *sys.argv[1:]])


def options(named):
    """Options of the command line from arguments of Python: sample=50 is --sample 50, quiet=True is --quiet, a list repeats one."""
    words = []
    for name, value in named.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is True:
                words.append(option)
            elif one is not None and one is not False:
                words += [option, str(one)]
    return words


def ask(*words, text=None, read=lambda output: output.read()):
    """What `read` makes of the standard output of a command, which gets `text` as its input."""
    with subprocess.Popen(
        [program(), *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        # A command that refuses a file ends before it reads.
        with contextlib.suppress(BrokenPipeError), process.stdin as input_:
            input_.write(text or "")
        found = read(process.stdout)
        said = process.stderr.read()
    if process.returncode != 0:
        raise Error(said.strip().removeprefix("palio: ") or f"palio ended with status {process.returncode}")
    return found
