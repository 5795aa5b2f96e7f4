#!/usr/bin/env python3
"""Reads every source file as the build compiles it.

each_source.py tidy BUILD: clang-tidy, on the batches whose object in BUILD is newer than their last clean check.
each_source.py alone BUILD [PART/PARTS]: whether each file compiles without its batch; BUILD is configured, not built,
and has its generated files in build/release. PART says which of PARTS equal shares is tried.
each_source.py with BUILD COMPILER: whether the batches of BUILD compile with another compiler, without a warning.
"""
import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRECOMPILED = re.compile(r" -Winvalid-pch -include \S+")  # clang does not read what g++ precompiled


def commands(build):
    found = json.loads((build / "compile_commands.json").read_text())
    return [{**one, "command": PRECOMPILED.sub("", one["command"])} for one in found if "cmake_pch" not in one["file"]]


def together(work, items):
    """Carries out work(item) on all processors; what it says is printed at once. Returns whether all of it was good."""
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        good = True
        for said in pool.map(work, items):
            if said:
                print(said, flush=True)
                good = False
    return good


def tidy(build):
    lint = build / "lint"
    lint.mkdir(exist_ok=True)
    known = commands(build)
    (lint / "compile_commands.json").write_text(json.dumps(known))
    rules = (ROOT / ".clang-tidy").stat().st_mtime

    def output(one):
        return re.search(r" -o (\S+)", one["command"])[1]

    def stamp(one):
        return lint / (output(one) + ".clean")

    def is_checked(one):
        done = stamp(one).stat().st_mtime if stamp(one).exists() else 0
        return done > rules and done > (build / output(one)).stat().st_mtime

    def check(one):
        # g++ looks for shadows; here those of another file of the batch would be found, too.
        ran = subprocess.run(["clang-tidy", "--quiet", "--extra-arg=-Wno-unknown-warning-option",
                              "--extra-arg=-Wno-shadow", "-p", lint, one["file"]], capture_output=True, text=True)
        if ran.returncode != 0:
            return ran.stdout or ran.stderr
        stamp(one).parent.mkdir(parents=True, exist_ok=True)
        stamp(one).touch()
        return ""

    return together(check, [one for one in known if not is_checked(one)])


def alone(build, part="1/1"):
    number, parts = map(int, part.split("/"))
    known = sorted(commands(build), key=lambda one: one["file"])[number - 1::parts]

    def compile_it(one):
        command = shlex.split(one["command"].replace(str(build), str(ROOT / "build/release")))
        return compiled(command, one, "alone")

    return together(compile_it, known)


def with_compiler(build, compiler):
    def compile_it(one):
        options = [word for word in shlex.split(one["command"]) if not word.endswith(("ccache", "c++", "g++"))]
        command = [compiler, *options, "-Werror", "-Wno-shadow", "-Wno-unknown-warning-option"]
        return compiled(command, one, f"with {compiler}")

    return together(compile_it, commands(build))


def compiled(command, one, how):
    ran = subprocess.run([*command, "-fsyntax-only"], cwd=one["directory"], capture_output=True, text=True)
    return f"{one['file']} does not compile {how}:\n{ran.stderr}" if ran.returncode != 0 else ""


if __name__ == "__main__":
    work = {"tidy": tidy, "alone": alone, "with": with_compiler}[sys.argv[1]]
    sys.exit(0 if work(Path(sys.argv[2]).resolve(), *sys.argv[3:]) else 1)
