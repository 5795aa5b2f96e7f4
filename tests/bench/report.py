"""The table of figures, for people and as docs/benchmarks.md, which begins with a summary of it."""

import datetime
import math
import os
import pathlib
import re
import subprocess

from workbench import holds

HEAD = """# Benchmarks

<!-- none run: ./dev bench measures them -->

This page says how fast Palio is, next to other tools and in absolute figures.

Written by `./dev bench`, which takes a quarter of an hour on an idle machine; the whole of a paper,
wide clusters, ten million results, projections and a build take longer still and are measured by name
(`./dev bench whole wide scaling projections build`). The load is the largest before any of these runs. The two sides
of a ratio take turns in the same run, in the other order every second round; the figure is the
median of the rounds' ratios.

## Summary

"""

NOTES = """
## What is compared

- **GNU parallel** starts one `palio simulate` per scenario, with a job log and a results folder, as
  many at a time as there are cores.
- **The loop with SimGrid alone** (`tests/bench/engines/bare_loop/`) simulates the schedules of the
  same scenarios in one process, without isolation, validation, metrics or storage. It builds a
  platform once per instance or once per schedule; the quicker one of the round counts. The
  makespans are the same, which is checked. CPU of palio is the sum of all its processes, with one
  worker.
- **The loop that only draws, schedules and simulates** (`tests/bench/engines/limit.cpp`) does this
  for the same scenarios in one process with the fluid engine, without isolation, validation,
  metrics, protocol or storage. No campaign can be quicker. The makespans are the same, which is
  checked.
- **A simulation alone** is the CPU of what palio asks of an engine for one schedule, each schedule
  once: SimGrid in a process of its own, as in palio, and the fluid engine one schedule after the
  other. Platforms are ready before the clock starts.
- **Harness** is the CPU of all of palio's processes in a campaign whose scenarios answer at once
  (`bench_idle_worker`), less SimGrid's platforms, which are built for each instance all the same.
  **A bare fork** is one of the same program with an instance of the study in its memory, which ends
  at once, and the wait for it.
- **`sqlite3`** inserts the rows of a finished campaign into an empty one, from an attached
  database, in one transaction.
- **Peak memory** is the largest resident set of any one process.
- **CPA allocations** for 1 to P processors, each different one kept, are what CAFM needs of a graph
  (`CpaSweep`); the other side makes the one for P alone, with `cluster_allocation`. There is a
  graph of each of the 432 random types of the ptg-batch study; a round gives the mean of the
  graphs' ratios.
- **Scheduling** is the CPU of a call of the strategy alone, with its default parameters, on batches
  of its study's random types; of the paper mix, with those of the mixed-parallel study on a sample
  of its instances, called again and again on one graph.
- **A unit** is the CPU that `g++ -O2 -c` takes for one file that includes nlohmann-json, CLI11 and
  toml++ and calls nothing, so that builds can be compared between machines. A build starts from an
  empty folder, without a compiler's cache.
- **Numbers of tasks**: the same for one graph of random work and volumes: a chain, independent
  tasks, layers of tasks^0.2 and tasks^0.5. A figure is the slowest strategy's on its slowest shape.
  The exponent is for the growth from 100 tasks to the most. Bags are simulated, too.

## Commands

In a folder of their own; `bench_*` are built next to `palio`.
"""

COLUMNS = ("what", "measured (median)", "min to max", "target", "verdict", "against", "the two sides")


def number_text(value):
    """"1.94", "317,000", "0.045": about three digits."""
    if value >= 1000:
        return f"{math.floor(value + 0.5):,}"
    return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3}f}"


def value_text(figure, number):
    return number + ("" if figure["unit"].startswith("/") else " ") + figure["unit"]


def target_text(figure):
    for key in ("at_least", "at_most"):
        if key in figure:
            target = figure[key]
            number = number_text(target) if target >= 1000 else f"{target:g}"
            return f"{key.replace('_', ' ')} {value_text(figure, number)}"
    return "-"


def cells(figure):
    """The row of a figure, by COLUMNS."""
    verdict = "-" if target_text(figure) == "-" else "holds" if holds(figure) else "misses"
    return [figure["what"], value_text(figure, number_text(figure["median"])),
            f"{number_text(figure['min'])} to {number_text(figure['max'])}", target_text(figure), verdict,
            figure.get("against", "-"), figure.get("sides", "")]


def table(figures):
    """For a terminal, without the sides."""
    rows = [["what", "measured", "min to max", "target", "verdict", "against"],
            *([*cells(figure)[:5], figure.get("against", "")] for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    rows.insert(1, ["-" * width for width in widths])
    return "".join("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() + "\n" for row in rows)


def share(measured, sides):
    """Of scheduling and simulating in the CPU of a scenario, from its row for everything else."""
    work = sum(float(part) for part in re.findall(r"([\d.]+) ms", sides))
    return f"{100 * work / (work + float(measured.split()[0])):.0f} %"


def rate(sides):
    return sides.split("/s")[0]


# What a reader asks first: the question, the rows that answer it by the beginnings of their names, the answer of them.
MIX = "paper mix of mixed-parallel scenarios per second"
PARALLEL = (f"{MIX}|", f"{MIX}, fluid")
QUESTIONS = (
    ("scenarios per second of the paper mix", PARALLEL,
     lambda simgrid, fluid: f"SimGrid {rate(simgrid[6])}, fluid engine {rate(fluid[6])}"),
    ("the same against GNU parallel", PARALLEL, lambda simgrid, fluid: f"SimGrid {simgrid[1]}, fluid engine {fluid[1]}"),
    ("all 1,814,400 scenarios of the first paper, fluid engine", ("the whole of mixed-parallel",), lambda row: row[1]),
    ("share of scheduling and simulating in the CPU, SimGrid", ("CPU per scenario outside",),
     lambda row: share(row[1], row[6])),
    ("memory of palio at as many results", ("memory of palio at",), lambda row: row[1]),
    ("resume: seeing that nothing is missing", ("resume: seeing that 1,814,400",), lambda row: row[1]),
    ("query: means by strategy", ("query of 1,814,400",), lambda row: row[1]),
    ("report", ("report of 1,814,400",), lambda row: row[1]),
    ("verify: the claims of the paper", ("verify of 1,814,400 stored results|",), lambda row: row[1]),
    ("merge: results of four shards per second", ("results of 4 shards",), lambda row: row[1]),
)


def summary(rows):
    """Of the cells of all rows."""
    lines = ["| | |", "|---|---|"]
    for question, beginnings, answer in QUESTIONS:
        found = [next((row for row in rows if f"{row[0]}|".startswith(beginning)), None) for beginning in beginnings]
        if all(found):
            lines.append(f"| {question} | {answer(*found)} |")
    return "".join(line + "\n" for line in lines)


def commands(figures):
    """Neighbours that share commands have them once, under the first."""
    text, previous, blocks = "", None, []
    for figure in figures:
        if blocks and figure["commands"] == previous:
            blocks[-1][1] += 1
        else:
            blocks.append([figure, 0])
        previous = figure["commands"]
    for first, others in blocks:
        sharing = "" if not others else " (this row and the next)" if others == 1 else f" (this row and the next {others})"
        typed = "".join(f"$ {command}\n" for command in first["commands"])
        text += f"\n{first['what']}{sharing}:\n\n```console\n{typed}```\n"
    return text


def markdown(figures, facts):
    rows = [cells(figure) for figure in figures]
    lines = [f"| {' | '.join(row)} |\n" for row in [COLUMNS, *rows]]
    lines.insert(1, "|---" * len(COLUMNS) + "|\n")
    machine = "".join(f"| {name} | {value} |\n" for name, value in facts.items())
    return (f"{HEAD}{summary(rows)}\n## Measured on\n\n| | |\n|---|---|\n{machine}\n## All figures\n\n{''.join(lines)}"
            f"{NOTES}{commands(figures)}")


def first_of(path, key):
    """The value of the first line of a file of /proc that begins with the key."""
    return next((line.partition(":")[2].strip() for line in pathlib.Path(path).read_text().splitlines()
                 if line.startswith(key)), "unknown")


def version_of(program):
    try:
        said = subprocess.run([program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout
        return re.search(r"\d[^ \n]*", said)[0]
    except (OSError, TypeError):
        return "not installed"


def now():
    return f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC"


def when(circumstances, apart):
    """When the benchmarks were measured, those `apart` each by itself; and the largest load before any: a busy machine
    makes every figure worse."""
    dates = {name: one["date"] for name, one in circumstances.items()}
    return {"date": min(date for name, date in dates.items() if name not in apart),
            **{f"date of `{name}`": dates[name] for name in apart},
            "load": f"{max(one['load'] for one in circumstances.values())} over the minute before"}


def machine_facts(palio, when):
    """What was measured on, and with which versions."""
    names = os.uname()
    said = subprocess.run([palio, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGESIZE")
    return {**when,
            "processor": f"{first_of('/proc/cpuinfo', 'model name')}, {os.cpu_count()} cores",
            "memory": f"{memory / 1e9:.1f} GB",
            "kernel": f"{names.sysname} {names.release} {names.machine}",
            "palio": re.search(r"palio (\S+)", said)[1],
            "compiler": re.search(r"Built by (.+) with", said)[1],
            "SimGrid": re.search(r"SimGrid (\S+)", said)[1],
            "SQLite": version_of("sqlite3"),
            "GNU parallel": version_of("parallel")}
