"""bench.py BUILD [--quick] [NAME...]: measures, prints the table and writes docs/benchmarks.md.

The figures of each benchmark are kept in BUILD/figures, with date and load; the page is written when there are those of
all. Without a name all run but the long ones. --quick tries small ones of all and keeps nothing."""

import json
import os
import pathlib
import sys

import building
import campaigns
import explored
import report
import results
from workbench import SOURCE, Workbench

PAGE = SOURCE / "docs/benchmarks.md"


def in_process(name):
    return lambda bench: bench.in_process(name)


# In the table's order.
BENCHMARKS = {
    "parallel": campaigns.against_parallel,
    "cpu": campaigns.cpu_per_scenario,
    "engines": campaigns.engines,
    "fluid": campaigns.fluid_campaigns,
    "whole": campaigns.whole_paper,
    "limit": campaigns.limit,
    "uncertain": campaigns.uncertain,
    "harness": campaigns.harness,
    "workers": campaigns.two_workers,
    "results": results.stored_results,
    "plan": results.planning,
    "scale": results.paper_scale,
    "memory": results.worker_memory,
    "schedule": in_process("schedule"),
    "sequential": in_process("sequential"),
    "online": in_process("online"),
    "batches": in_process("batches"),
    "tasks": results.task_counts,
    "wide": in_process("wide"),
    "masters": results.masters,
    "own": campaigns.custom_strategies,
    "answers": results.answers,
    "explore": explored.explored,
    "merge": results.merging,
    "submissions": campaigns.submissions,
    "workflows": results.workflows,
    "scaling": results.scaling,
    "duel": in_process("duel"),
    "left": campaigns.time_left,
    "projections": campaigns.projections,
    "build": building.building,
}

LONG = ("whole", "wide", "scaling", "projections", "build")  # minutes each


def say(text):
    print(f"bench: {text}", file=sys.stderr)


def completed(bench, name):
    """Whether the benchmark gave all its figures."""
    try:
        BENCHMARKS[name](bench)
    except Exception as error:  # the other benchmarks go on
        say(error)
        return False
    return True


def measured(build, name, folder, circumstances):
    """Whether the benchmark gave all its figures, which then take the place of those before."""
    lines = []
    with Workbench(build, False, lines.append) as bench:
        if not completed(bench, name):
            return False
    (folder / name).write_text("".join(f"{line}\n" for line in lines))
    (folder / f"{name}.when").write_text(json.dumps(circumstances))
    return True


def figures_of(folder, names):
    return [json.loads(line) for name in names for line in (folder / name).read_text().splitlines()]


def circumstances_of(folder):
    return {name: json.loads((folder / f"{name}.when").read_text()) for name in BENCHMARKS}


def measure_in_full(build, names, folder):
    circumstances = {"load": round(os.getloadavg()[0], 2), "date": report.now()}  # before anything is measured
    say(f"the load was {circumstances['load']} over the minute before")
    folder.mkdir(exist_ok=True)
    if failed := [name for name in names if not measured(build, name, folder, circumstances)]:  # costs no other's figures
        sys.exit(f"bench: failed: {' '.join(failed)}; the other figures are kept: ./dev bench {' '.join(failed)}")
    missing = [name for name in BENCHMARKS if not (folder / f"{name}.when").exists()]
    print(report.table(figures_of(folder, names)), end="")
    if missing:
        return say(f"no report: never measured: {' '.join(missing)}; ./dev bench {' '.join(missing)} measures the rest")
    facts = report.machine_facts(f"{build}/bin/palio", report.when(circumstances_of(folder), LONG))
    PAGE.write_text(report.markdown(figures_of(folder, BENCHMARKS), facts))
    say(f"report in {PAGE}")


def measure_quickly(build, names):
    if os.getloadavg()[0] > 0.5:  # ratios bear some noise, absolute figures none
        say(f"this machine is busy (load {os.getloadavg()[0]:.1f}); measure again when it is idle")
    lines = []
    with Workbench(build, True, lines.append) as bench:
        failed = [name for name in names if not completed(bench, name)]
    print(report.table(map(json.loads, lines)), end="")
    if failed:
        sys.exit(f"bench: failed: {' '.join(failed)}")


def main(build, *arguments):
    quick = "--quick" in arguments
    names = [argument for argument in arguments if argument != "--quick"]
    for name in names:
        if name not in BENCHMARKS:
            sys.exit(f'bench: no benchmark "{name}"; there are {", ".join(BENCHMARKS)}')
    folder = pathlib.Path(build) / "figures"
    if quick:
        measure_quickly(build, names or list(BENCHMARKS))
    else:
        measure_in_full(build, names or [name for name in BENCHMARKS if name not in LONG], folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
