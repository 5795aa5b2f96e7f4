"""What it costs to build Palio, in units, since machines differ by a factor of two: ./dev bench build, and .ci/run."""

import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

from workbench import SOURCE

RUNS = SOURCE / "tests/bench/runs.tsv"  # of .ci/run, the last ten: date, unit, building, running
UNIT = "#include <nlohmann/json.hpp>\n#include <CLI/CLI.hpp>\n#include <toml++/toml.h>\n"
STUDY = SOURCE / "campaign/studies/mixed-parallel.toml"

# A file, the tests of it that run after a change of it, and the most s that this should take.
CHANGES = {
    "one strategy": ("strategies/ptg/cpa/critical_path.cpp", "test_strategies", "CriticalPath*", 8),
    "one command": ("campaign/cli/commands/cancel_command.cpp", "test_campaign", "CommandLine*", 15),
}


def cpu_of(command, **rest):
    """s of CPU of a command and all that it waits for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, **rest)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def unit():
    """s of CPU to compile a file that includes three large libraries and calls nothing; the least of three times."""
    with tempfile.TemporaryDirectory(prefix="palio-unit-") as folder:
        (pathlib.Path(folder) / "unit.cpp").write_text(UNIT)
        return min(cpu_of(["g++", "-std=c++20", "-O2", "-c", "unit.cpp", "-o", "unit.o"], cwd=folder) for _ in range(3))


def copy_of_the_tree(folder):
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=SOURCE, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (SOURCE / name).is_file():
            target = pathlib.Path(folder) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(SOURCE / name, target)


def after_a_change(build, file, program, filter):
    """s by the clock from a changed file to the end of its tests."""
    changed = build.parents[1] / file
    changed.write_text(changed.read_text() + "// changed\n")
    begun = time.monotonic()
    cpu_of(["ninja", f"bin/{program}", "bin/palio"], cwd=build)
    cpu_of([f"bin/{program}", f"--gtest_filter={filter}"], cwd=build)
    return time.monotonic() - begun


def building(bench):
    """From an empty folder, without a compiler's cache."""
    tree = pathlib.Path(bench.folder) / "tree"
    copy_of_the_tree(tree)
    build, quiet = tree / "build/release", {**os.environ, "CCACHE_DISABLE": "1", "PALIO_WERROR": ""}
    one = unit()
    spent = cpu_of(["cmake", "--preset", "release"], cwd=tree, env=quiet)

    def built(*targets):
        return cpu_of(["ninja", *targets], cwd=build, env=quiet)

    spent += built("bin/palio-first", "bin/palio-worker-fluid")
    database = bench.file("first.db")
    first = cpu_of(["bin/palio-first", "run", STUDY, "--sample", bench.choose("1500", "10"), "--db", database,
                    "--engine", "fluid", "--audit", "0", "--quiet"], cwd=build)
    bench.tell("one unit: g++ -O2 -c of a file that includes nlohmann-json, CLI11 and toml++", "s of CPU", one)
    bench.tell("to the first number of ./dev run", "units", (spent + first) / one, at_most=20,
               sides=f"{first / one:.1f} of them to run it")
    spent += built("bin/palio")
    bench.tell("to all of palio and its workers", "units", spent / one, at_most=45)
    if bench.quick:
        return
    bench.tell("./dev test after it, to build the tests", "units", built("all") / one, at_most=60)
    for what, (file, program, filter, most) in CHANGES.items():
        bench.tell(f"a change of {what}: built, its tests run", "s", after_a_change(build, file, program, filter), at_most=most)


def growth(begun, built, ended):
    """Prints the units of this run, of which it takes the s of CPU, beside those of the last ones; nothing fails by them."""
    one = unit()
    row = [time.strftime("%Y-%m-%d"), f"{one:.1f}", f"{(built - begun) / one:.0f}", f"{(ended - built) / one:.0f}"]
    print("CPU in units (docs/benchmarks.md): date, s of a unit, building everything, running all tests")
    for line in RUNS.read_text().splitlines()[-10:]:
        print(" ", *line.split("\t"), sep="  ")
    print("now", *row, sep="  ")


if __name__ == "__main__":
    growth(*map(float, sys.argv[1:]))
