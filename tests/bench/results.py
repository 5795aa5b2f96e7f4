"""What is stored and asked: plans, stores, queries, reports, merges, at the size of the paper and beyond; workflows of
other tools, masters and workers, and the memory of workers."""

import json
import math
import os
import pathlib
import subprocess

import explored
from workbench import SOURCE, ask, costs, in_turn, median, ratios

STUDIES = SOURCE / "campaign/studies"
MEANS = ("SELECT strategy, count(*), avg(makespan), avg(efficiency) FROM results WHERE outcome = 'completed' "
         "GROUP BY strategy")


def size_of(path):
    return os.path.getsize(path) / 1e6  # MB


def memory_of(usage):
    return f"{usage.memory / 1e6:.0f} MB of memory"


def growth(first, last, ratio):
    """Time grows with tasks to the power of this."""
    return math.log(last / first) / math.log(ratio)


def stored_results(bench):
    """Results stored per second, through the whole of palio with results that cost nothing to compute, against the sqlite3
    shell: the same rows into the same tables, in one transaction, read from another database (quicker than from CSV)."""
    full, results, schema = bench.stored_campaign(), bench.stored_results(), bench.file("schema.sql")
    bench.run(["sqlite3", full, ".schema"], output=schema)
    instant, copy = bench.file("instant.db"), bench.file("copy.db")
    campaign = bench.beside("bench_instant_campaign", instant)
    # The condition keeps SQLite from copying whole pages.
    tables = [f" INSERT INTO {name} SELECT * FROM source.{name} WHERE true;" for name, in ask(
        full, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
    insert = ["sqlite3", copy, f"ATTACH '{full}' AS source; BEGIN;{''.join(tables)} COMMIT;"]

    def in_palio():
        pathlib.Path(instant).unlink(missing_ok=True)
        return bench.run(campaign).wall

    def in_shell():
        pathlib.Path(copy).unlink(missing_ok=True)
        bench.run(["sqlite3", copy], input=schema)
        return bench.run(insert).wall

    palio, shell = in_turn(bench.choose(3, 1), in_palio, in_shell)
    rates = [results / seconds for seconds in palio]
    what = "results planned, run by an instant runner and stored per second"
    bench.tell(what, "x", ratios(shell, palio), at_least=0.4,
               against="`sqlite3` inserting the same rows in one transaction",
               sides=f"{int(median(rates)):,} against {int(results / median(shell)):,} results/s ({results:,} results)",
               commands=[bench.typed(campaign), bench.typed(insert)])
    bench.tell(what, "/s", rates, at_least=300000, commands=[bench.typed(campaign)])


def planning(bench):
    """How long the plan of a shard takes, how fast scenarios are enumerated, and whether the memory for it stays the same.
    `palio plan --shard 1/2` counts by arithmetic; with a condition it looks at every instance of the shard."""
    def plan(name, platforms, workloads, strategies):
        study = bench.written(f"scale-{name}.toml", f"""[study]
name = "scale-{name}"
seed = 1

[[platform]]
family        = "random-multi-cluster"
clusters      = 2
min_speed     = 1e9
heterogeneity = 1
samples       = {platforms}

[[workload]]
family     = "random-ptg"
tasks      = 10
width      = 0.5
regularity = 0.8
density    = 0.2
jump       = 1
complexity = "mixed"
samples    = {workloads}

[[strategy]]
name      = "M-HEFT-IMP"
threshold = [{", ".join(f"{number / 1000:g}" for number in range(1, strategies + 1))}]
""")
        return bench.palio("plan", study, "--shard", "1/2", "--probes", "0")

    # Grown evenly: memory follows the lengths of the axes, so a study that grows along one of them only would look worse,
    # and one that already has the longest axis when it is small would look better.
    small, medium, large = plan("1e5", 50, 50, 40), plan("1e7", 200, 250, 200), plan("1e9", 1000, 1000, 1000)
    rounds = bench.choose(5, 2)

    def seconds(command):
        return in_turn(rounds, lambda: bench.run(command).wall)

    bench.tell("plan of a shard of 10^9 scenarios", "s", seconds(large), at_most=1,
               sides="half of 1,000 platforms x 1,000 workloads x 1,000 strategies", commands=[bench.typed(large)])
    every = [*large, "--where", "platform_sample + workload_sample >= 0"]
    bench.tell("plan: scenarios enumerated per second", "/s", [5e8 / wall for wall in seconds(every)], at_least=5e6,
               sides="half of 10^9 scenarios with a condition on each instance, from the start of palio to its end",
               commands=[bench.typed(every)])
    # The same with each scenario written down: what the identities cost.
    listing = bench.palio("run", small[2], "--dry-run")
    bench.tell("dry run: scenarios written with their full identities per second", "/s",
               [1e5 / wall for wall in seconds(listing)], sides="10^5 scenarios", commands=[bench.typed(listing)])
    commands = (small, medium, large)
    memory = in_turn(rounds, *(lambda command=command: bench.run(command).memory / 1e6 for command in commands))
    least, middle, most = map(median, memory)
    bench.tell("plan: peak memory at 10^9 scenarios beyond that at 10^5", "MB",
               [last - first for first, _, last in zip(*memory)], at_most=6,
               sides=f"{most:.1f} MB against {least:.1f} MB; 10^7: {middle:.1f} MB",
               commands=[bench.typed(command) for command in commands])


def paper_scale(bench):
    """A campaign as large as the paper's that is stored already: how long palio takes to see that, and how much memory."""
    rounds, database = bench.choose(5, 3), bench.stored_campaign()
    size = f"{bench.stored_results():,}"
    resume, status = bench.palio("run", "mixed-parallel", "--db", database, "-q"), bench.palio("status", database)
    used = [bench.stored_usage,
            *bench.time_of(f"resume: seeing that {size} stored results need no run", resume, rounds, at_most=2),
            *bench.time_of(f"status of {size} stored results", status, rounds, at_most=0.1)]
    made = bench.beside("bench_instant_campaign", database)
    bench.tell(f"memory of palio at {size} scenarios: run, resume or status, the largest", "MB",
               max(usage.memory for usage in used) / 1e6, at_most=200,
               sides=f"run with instant results: {bench.stored_usage.memory / 1e6:.0f} MB",
               commands=[bench.typed(command) for command in (made, resume, status)])


GRAPHS = 9  # that a worker is asked for
ENDED_EARLY = "the worker ended early"


def request(number):
    """The largest platforms of the paper: 8 clusters of 128 processors, 50 tasks, M-HEFT, whose redistributions span
    whole clusters."""
    return json.dumps({
        "type": "run", "id": number, "strategies": ["M-HEFT"],
        "platform": {"recipe": "random-multi-cluster:clusters=8,min_processors=128,max_processors=128,min_speed=1e9,"
                               "heterogeneity=5,sample=0,seed=2007"},
        "workload": {"recipe": f"random-ptg:tasks=50,width={(0.1, 0.2, 0.8)[number % 3]},regularity=0.8,density=0.8,"
                               f"jump=1,complexity=matmul,sample={number},seed=2007"}})


def peaks(bench, program):
    """MB: of the worker, and the largest of it and all processes that it started."""
    try:
        return driven(bench, program)
    except BrokenPipeError:
        raise RuntimeError(ENDED_EARLY) from None


def driven(bench, program):
    cost = bench.file("cost")
    with subprocess.Popen([*bench.beside("bench_cost", cost), *bench.beside(program)], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as running:
        running.stdout.readline()  # hello
        for number in range(GRAPHS):
            running.stdin.write(request(number) + "\n")
            running.stdin.flush()
            for line in running.stdout:
                reply = json.loads(line)
                if reply["type"] == "done":
                    break
                if reply["type"] == "lost" or reply.get("reply", {}).get("outcome", "completed") != "completed":
                    raise RuntimeError(f"a scenario of the benchmark failed: {line}")
            else:
                raise RuntimeError(ENDED_EARLY)
        worker = pathlib.Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()[0]
        status = dict(line.split(":", 1) for line in pathlib.Path(f"/proc/{worker}/status").read_text().splitlines())
        running.stdin.close()
    return int(status["VmHWM"].split()[0]) * 1024 / 1e6, float(pathlib.Path(cost).read_text().split()[2]) / 1e6


def worker_memory(bench):
    """Memory of a worker and of what it starts."""
    for engine, program in (("simgrid", "palio-worker"), ("fluid", "palio-worker-fluid")):
        worker, largest = zip(*(peaks(bench, program) for _ in range(bench.choose(3, 2))))
        rest = {"at_most": 100, "commands": [f"{program}, driven over its pipes"]}
        bench.tell(f"memory of a worker of {engine} at 8 x 128 processors, 50 tasks, M-HEFT", "MB", worker,
                   sides=f"the process that stays; {GRAPHS} graphs", **rest)
        bench.tell("memory of the largest process that this worker starts", "MB", largest,
                   sides="the simulation of one scenario", **rest)


def answers(bench):
    """What a campaign as large as the paper's answers, and how fast: a query, the paper's claims, the report, a replay."""
    database, page, rounds = bench.stored_campaign(), bench.file("report.html"), bench.choose(3, 1)
    size = f"{bench.stored_results():,} stored results"

    def tell(what, at_most, *arguments):
        bench.time_of(what, bench.palio(*arguments), rounds, at_most=at_most)

    tell(f"query of {size}: means by strategy", 3, "query", database, MEANS)
    tell(f"effects on the makespan, {size}", 10, "query", database, "@effects")
    tell(f"effects on the ratio of two strategies, {size}", 10, "query", database, "@effects", "HCPA", "M-HEFT")
    tell(f"verify of {size}", 3, "verify", database)
    # The claims in five readings, each a part of as many results as the paper has.
    readings, instances, strategies = bench.file("readings.db"), bench.choose(138_462, 1000), 13
    bench.run(bench.beside("bench_instant_campaign", readings, 1, 1, STUDIES / "mixed-parallel-readings.toml", instances))
    tell(f"verify of {instances * strategies:,} stored results in five readings", 5, "verify", readings)
    tell(f"report of {size}", 20, "report", database, "-o", page)
    bench.tell("size of that report", "MB", size_of(page), at_most=8,
               commands=[bench.typed(bench.palio("report", database, "-o", page))])
    # A scenario from the middle. Instant results are made up, so the replay ends with status 2: it finds a difference.
    scenario = ask(database, f"SELECT scenario FROM results LIMIT 1 OFFSET {bench.stored_results() // 2}")[0][0]
    bench.time_of(f"replay of one of {size}, simulation included",
                  ["sh", "-c", '"$@"; test $? -eq 2', "sh", *bench.palio("replay", database, scenario)], rounds, at_most=1)


def merging(bench):
    """The shards of a campaign as large as the paper's put together, with what is verified on the way."""
    count, whole = 4, bench.file("all.db")
    shards = [bench.file(f"shard-{shard}.db") for shard in range(1, count + 1)]
    for number, shard in enumerate(shards, 1):
        bench.run(bench.beside("bench_instant_campaign", shard, number, count))
    merge, used = bench.palio("merge", whole, *shards), []
    for _ in range(bench.choose(5, 1)):
        pathlib.Path(whole).unlink(missing_ok=True)
        used.append(bench.run(merge))
    results = costs(whole).scenarios
    for file in (whole, *shards):  # other benchmarks use these names
        os.remove(file)
    rest = {"sides": f"{results:,} results", "commands": [bench.typed(merge)]}
    bench.tell(f"results of {count} shards merged per second", "/s", [results / usage.wall for usage in used],
               at_least=300000, **rest)
    bench.tell("memory of that merge", "MB", [usage.memory / 1e6 for usage in used], at_most=64, **rest)


def scaling(bench):
    """Ten million results: a thousand shards put together, and what is asked of the whole (docs/scaling.md)."""
    study, shards, whole = bench.choose(bench.study("ten-million"), "mixed-parallel"), bench.choose(1000, 10), bench.file("all.db")

    def tell(what, at_most, *arguments):
        bench.time_of(what, bench.palio(*arguments), 1, at_most=at_most)

    tell(f"plan of one of {shards:,} shards", 1, "plan", study, "--shard", f"{shards}/{shards}", "--probes", "0")
    files = [bench.file(f"shard-{shard}.db") for shard in range(1, shards + 1)]
    path = bench.choose(study, STUDIES / "mixed-parallel.toml")
    for number, file in enumerate(files, 1):
        bench.run(bench.beside("bench_instant_campaign", file, number, shards, path))
    usage = bench.run(bench.palio("merge", whole, "-q", *files))
    results = costs(whole).scenarios
    commands = ["palio merge all.db -q 'shard-*.db'"]
    merged = f"{results:,} results of {shards:,} shards"
    bench.tell(f"{merged}, merged per second", "/s", results / usage.wall, at_least=300000, sides=memory_of(usage),
               commands=commands)
    bench.tell(f"{merged}: size of a million", "MB", os.path.getsize(whole) / results, commands=commands)
    for file in files:
        os.remove(file)
    of_results = f"of {results:,} results"
    tell(f"status {of_results}", 1, "status", whole)
    tell(f"resume: seeing that nothing is missing {of_results}", 10, "run", study, "--db", whole, "-q")
    tell(f"query: means by strategy {of_results}", 20, "query", whole, MEANS)
    tell(f"verify {of_results}", 30, "verify", whole)
    tell(f"digest {of_results}", 60, "digest", whole)
    tell(f"check {of_results}", 120, "check", whole)
    tell(f"report {of_results}", 120, "report", whole, "-o", bench.file("report.html"))
    explored.answers_of(bench, whole, 10, 300)


def write_instance(bench, tasks):
    """A workflow as WfCommons writes it: indented by four blanks, three files into a task, one out."""
    def name(task):
        return f"sifting_ID{task:07d}"

    def file(task):
        return f"chr21n-{task}-{task + 1}.tar.gz"

    def specification(task):
        parents = [task - distance for distance in (1, 7, 100) if task >= distance]
        children = [task + distance for distance in (1, 7, 100) if task + distance < tasks]
        return {"name": "sifting", "id": name(task), "children": [name(child) for child in children],
                "inputFiles": [*map(file, parents), "columns.txt"], "outputFiles": [file(task)],
                "parents": [name(parent) for parent in parents]}

    def execution(task):
        arguments = ["ALL.chr21.phase3_shapeit2_mvncall_integrated_v5.20130502.sites.annotation.vcf", "21"]
        return {"id": name(task), "runtimeInSeconds": 1 + task % 17 * 0.125,
                "command": {"program": "sifting.py", "arguments": arguments}, "avgCPU": 97.516, "readBytes": 1048576,
                "writtenBytes": 4096, "memoryInBytes": 74628, "priority": 20, "machines": [f"worker-{task % 4}"]}

    sizes = [{"id": file(task), "sizeInBytes": 1000 + task} for task in range(tasks)]
    return bench.written("w.json", json.dumps({
        "name": "bench", "schemaVersion": "1.5", "workflow": {
            "specification": {"tasks": list(map(specification, range(tasks))),
                              "files": [*sizes, {"id": "columns.txt", "sizeInBytes": 20078}]},
            "execution": {"makespanInSeconds": 1, "executedAt": "now", "tasks": list(map(execution, range(tasks)))}}},
        indent=4))


def write_layers(bench, name, tasks):
    """Layers of 100 tasks, each after two of the layer above, as daggen writes them."""
    lines = [f'  {task} [size="{1_000_000_000 + task % 17 * 500_000_000}", alpha="0.{task % 26:02}"]'
             for task in range(tasks)]
    for task in range(100, tasks):
        lines.append(f'  {task - 100} -> {task} [size ="{1_000_000 + task % 7 * 1_000_000}"]')
        lines.append(f'  {task - task % 100 - 100 + (task + 1) % 100} -> {task} [size ="1048576"]')
    return bench.written(name, "\n".join(["digraph G {", *lines, "}\n"]))


def workflows(bench):
    """How fast workflows of other tools are read, and how large they may be: whole commands."""
    file = write_instance(bench, 10_000)
    used = bench.time_of("reading a WfCommons instance of 10,000 tasks and writing it as Palio's JSON",
                         bench.palio("convert", file, "-", "--to", "palio"), bench.choose(11, 3), at_most=0.2,
                         sides=f"{size_of(file):.1f} MB")
    bench.tell("memory for it", "MB", [usage.memory / 1e6 for usage in used], at_most=200,
               commands=["palio convert w.json - --to palio"])
    small, large = write_layers(bench, "small.dot", 10_000), write_layers(bench, "large.dot", 100_000)
    for engine, at_most in (("fluid", 5), ("simgrid", 15)):
        def simulation(graph):
            return bench.palio("simulate", "--platform", "one-cluster:cluster_processors=64,speed=1e9", "--workload", graph,
                               "--strategy", "HCPA", "--engine", engine)

        # A reply with the whole schedule, and the engine alone that is asked.
        rounds = bench.choose(3, 1)
        least = median(bench.run(simulation(small)).wall for _ in range(rounds))
        used = [bench.run(simulation(large)) for _ in range(rounds)]
        seconds = [usage.wall for usage in used]
        bench.tell("reading a DOT graph of 100,000 tasks, scheduling it (HCPA, 64 processors) and simulating it, "
                   f"{engine}", "s", seconds, at_most=at_most, commands=[bench.typed(simulation(large))],
                   sides=f"{median(usage.memory for usage in used) / 1e6:.0f} MB of memory; {least:.2f} s for 10,000 "
                         f"tasks, growth with tasks^{growth(least, median(seconds), 10):.2f}")


BAG_STRATEGIES = ("FIFO-RR", "SPT-DD", "SRPT-MCT", "SWRPT-MCT", "MWMA-NBT", "MWMA-MS", "CBS3M-EDF")


def task_counts(bench):
    """How the time of strategies grows with the number of tasks: one graph of 100 to 10,000 tasks, scheduled alone; bags
    of 10,000 to 1,000,000 tasks together, simulated."""
    bench.in_process("tasks")

    def slowest(tasks):
        """Scheduling and simulation of the slowest strategy on four bags, sent faster than they are computed, so that
        workers hold much; and the command."""
        strategies = "".join(f'\n[[strategy]]\nname = "{name}"\n' for name in BAG_STRATEGIES)
        study = bench.written(f"bags-{tasks}.toml", f"""[study]
name = "bags"
title = "Large bags"
seed = 1

[[platform]]
family = "random-star"
workers = 8
samples = 1

[[workload]]
family = "bags-of-tasks"
applications = 4
load = 1
max_tasks = {tasks // 4}
min_bytes = 1e9
max_bytes = 1e9
min_flop = 1e15
max_flop = 1e15
min_task_bytes = 1
min_task_flop = 1
samples = 1
{strategies}""")
        command = bench.palio("run", study, "--db", bench.file(f"bags-{tasks}.db"), "-j", 1, "-q")
        bench.run(command)
        return *ask(bench.file(f"bags-{tasks}.db"), "SELECT schedule_time + simulation_time, strategy FROM results "
                    "WHERE outcome = 'completed' ORDER BY 1 DESC LIMIT 1")[0], bench.typed(command)

    most = bench.choose(1_000_000, 100_000)
    (least, *_), (middle, *_), (last, strategy, command) = (slowest(most // part) for part in (100, 10, 1))
    bench.tell(f"CPU of a scenario of {most:,} tasks in four bags on 8 workers, the slowest of {len(BAG_STRATEGIES)} "
               "strategies", "s", last, at_most=10, commands=[command],
               sides=f"{strategy}; {middle:.2f} s for {most // 10:,}, {least:.3f} s for {most // 100:,} tasks, growth with "
                     f"tasks^{growth(least, last, 100):.2f}")


def masters(bench):
    """The studies of masters and workers: how long they take, what a decision that solves linear programs costs, and the
    optimum that every instance of bags is held against."""
    def seconds(study, *options):
        command = bench.palio("run", study, "--db", bench.file(f"{study}.db"), "-q", *options)
        for _ in range(bench.choose(3, 1)):
            pathlib.Path(bench.file(f"{study}.db")).unlink(missing_ok=True)
            yield bench.run(command).wall, bench.typed(command)

    walls, commands = zip(*seconds("shared-files-table1"))
    bench.tell("shared-files-table1 whole: 39 scenarios of 32,000 tasks on up to 10,000 workers", "s", walls, at_most=60,
               commands=commands[:1])
    # The part of the study that was run stands for the whole; its instances are drawn evenly over loads and platforms.
    sample = bench.choose(50, 10)
    walls, commands = zip(*seconds("bag-of-tasks", "--sample", sample))
    bench.tell("bag-of-tasks whole: 1,000 instances x 18 strategies", "min",
               [wall / sample * 1000 / 60 for wall in walls], at_most=30, sides=f"as {sample} of its instances take it",
               commands=commands[:1])
    # CBS3M decides at each of the 8 releases of a scenario; the linear programs are what a decision costs.
    bench.tell("CPU of an online decision of CBS3M, 8 applications on 8 workers, median over scenarios", "ms",
               [time for time, in ask(bench.file("bag-of-tasks.db"), "SELECT lp_time / applications * 1e3 FROM results "
                "WHERE strategy IN ('CBS3M-EDF', 'CBS3M-FIFO') AND outcome = 'completed'")], at_most=50,
               sides="its linear programs, mean of a scenario's eight decisions", commands=["./dev bench masters"])
    bench.in_process("masters")
