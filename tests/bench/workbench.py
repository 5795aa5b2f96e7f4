"""Where benchmarks work: commands, what they cost, and the figures that they give."""

import contextlib
import dataclasses
import json
import pathlib
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]


@dataclasses.dataclass
class Usage:
    wall: float  # s
    cpu: float  # s
    memory: float  # byte: largest resident set of any one process


@dataclasses.dataclass
class Costs:
    """What a campaign's database says of its scenarios, which all completed."""

    scenarios: int
    scheduling: float  # s of CPU
    simulation: float  # s of CPU, SimGrid's platforms and simulations
    makespans: float  # s, their sum: tells whether two programs simulated the same


def ask(database, sql):
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return connection.execute(sql).fetchall()


def costs(database):
    *sums, failed = ask(database, "SELECT count(*), sum(schedule_time), sum(simulation_time), sum(makespan), "
                                  "sum(outcome <> 'completed') FROM results")[0]
    if failed:
        raise RuntimeError(f"{database}: a scenario of the benchmark failed")
    return Costs(*sums)


def median(values):
    return statistics.median(values)


def holds(figure):
    return figure.get("at_least", figure["median"]) <= figure["median"] <= figure.get("at_most", figure["median"])


def figure_of(what, unit, values, **rest):
    """A row of the table: unit "x" for a ratio; at_least or at_most, against, sides and commands may be left out."""
    values = [values] if isinstance(values, (int, float)) else values
    kept = {key: value for key, value in rest.items() if value not in (None, "")}
    return {"what": what, "unit": unit, "median": median(values), "min": min(values), "max": max(values),
            "rounds": len(values), "commands": [], **kept}


def in_turn(rounds, *sides):
    """Calls the sides in turn, every second round backwards, so that a machine that slows down favours none. Returns
    what each side gave."""
    given = [[] for _ in sides]
    for number in range(rounds):
        order = list(zip(sides, given))
        for side, values in reversed(order) if number % 2 else order:
            values.append(side())
    return given[0] if len(sides) == 1 else given


def ratios(above, below):
    return [a / b for a, b in zip(above, below)]


def quoted(text):
    if text and not set(text) & set(" \t\n\"'\\$&;|<>(){}*?`"):
        return text
    quote = '"' if "'" in text else "'"
    return f"{quote}{text}{quote}"


class Workbench:
    def __init__(self, build, quick, tell):
        self.programs = pathlib.Path(build).resolve() / "bin"
        self.quick = quick
        self.write = tell
        self.folder = tempfile.mkdtemp(prefix="palio-bench-")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def choose(self, full, quick):
        """The first for full measurements, the second to try things."""
        return quick if self.quick else full

    def file(self, name):
        return f"{self.folder}/{name}"

    def written(self, name, text):
        pathlib.Path(self.file(name)).write_text(text)
        return self.file(name)

    def palio(self, *arguments):
        return self.beside("palio", *arguments)

    def beside(self, program, *arguments):
        return [f"{self.programs}/{program}", *map(str, arguments)]

    def study(self, name):
        return f"{SOURCE}/tests/bench/studies/{name}.toml"

    def write_study(self, name, strategies):
        """A study of random task graphs on clusters, the same draws for all."""
        return self.written(name, f"{pathlib.Path(self.study('instances')).read_text()}\n{strategies}\n")

    def run(self, command, input="/dev/null", output="/dev/null"):
        """What a command cost, with everything that it started and waited for; it must end with status 0."""
        cost = self.file("cost")
        with open(input, "rb") as source, open(output, "wb") as sink:
            status = subprocess.run([*self.beside("bench_cost", cost), *command], stdin=source, stdout=sink).returncode
        if status != 0:
            raise RuntimeError(f"{self.typed(command)} ended with status {status}")
        return Usage(*map(float, pathlib.Path(cost).read_text().split()))

    def told(self, program, *arguments):
        """What a program built next to palio says of itself, as JSON."""
        return json.loads(self.output_of(self.beside(program, *arguments)))

    def library(self, path):
        """A library of strategies that the build made."""
        return self.programs.parent / path

    def output_of(self, command):
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=True).stdout

    def typed(self, command, input="", output=""):
        """As the command would be typed in the folder that holds its files."""
        line = " ".join(map(quoted, command)) + (f" < {input}" if input else "") + (f" > {output}" if output else "")
        for folder in (self.programs, SOURCE, self.folder):
            line = line.replace(f"{folder}/", "")
        return line

    def tell(self, what, unit, values, **rest):
        self.pass_on(figure_of(what, unit, values, **rest))

    def pass_on(self, figure):
        self.write(json.dumps(figure, ensure_ascii=False))
        misses = "" if holds(figure) else " (misses)"
        print(f"bench: {figure['what']}: {figure['median']:.4g} {figure['unit']}{misses}", file=sys.stderr)

    def time_of(self, what, command, rounds, **rest):
        """A row for the seconds of a command, next to its memory."""
        used = [self.run(command) for _ in range(rounds)]
        self.tell(what, "s", [usage.wall for usage in used], **{
            "sides": f"{median(usage.memory for usage in used) / 1e6:.0f} MB of memory",
            "commands": [self.typed(command)], **rest})
        return used

    def in_process(self, name):
        """The figures of a benchmark in C++, which calls Palio's libraries itself."""
        command = self.beside("bench", name, *(["--quick"] if self.quick else []))
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
            for line in running.stdout:
                self.pass_on(json.loads(line))
        if running.returncode != 0:
            raise RuntimeError(f"{self.typed(command)} ended with status {running.returncode}")

    def stored_campaign(self):
        """The whole mixed-parallel study stored with instant results, and what it took to make it; made once."""
        if not hasattr(self, "stored"):
            self.stored_usage = self.run(self.beside("bench_instant_campaign", self.file("stored.db")))
            self.stored = self.file("stored.db")
        return self.stored

    def stored_results(self):
        return costs(self.stored_campaign()).scenarios
