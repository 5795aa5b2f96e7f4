"""Whole campaigns: against other ways to run them, engine against engine, as shards, and the time that they say is left."""

import concurrent.futures
import csv
import io
import os
import pathlib
import shutil
import subprocess
import time

from workbench import SOURCE, ask, costs, in_turn, median, ratios


def lines_of(path):
    with open(path, "rb") as file:
        return sum(1 for _ in file)


def against_parallel(bench):
    """Scenarios per second against one `palio simulate` per scenario, started by GNU parallel: what a careful user would
    do without Palio's campaigns."""
    mix = "paper mix of mixed-parallel scenarios per second"
    race(bench, "paper", mix, "mixed-parallel", bench.choose(40, 10), 5)
    race(bench, "paper-fluid", f"{mix}, fluid engine, no audit", "mixed-parallel",
         bench.choose(200, 10),  # as many as it takes to be long against palio's start
         50, "--engine", "fluid", "--audit", "0")
    race(bench, "small", "small scenarios (10 tasks, 1-2 clusters) per second", bench.study("small"),
         bench.choose(60, 20), 15)


def race(bench, name, title, study, sample, target, *words):
    jobs = os.cpu_count()
    listed, joblog = bench.file(f"{name}.tsv"), bench.file(f"{name}.log")
    dry = bench.palio("run", study, "--sample", sample, "--dry-run")
    bench.run(dry, output=listed)
    scenarios = lines_of(listed)
    simulate = f"{bench.palio()[0]} simulate --platform {{1}} --workload {{2}} --strategy {{3}} --format json"

    def campaign(number):
        return bench.palio("run", study, "--sample", sample, "--db", bench.file(f"{name}{number}.db"), "-j", jobs, "-q",
                           *words)

    def parallel(number):
        return ["parallel", "--colsep", "\\t", "--joblog", joblog, "--results", bench.file(f"{name}-results{number}"),
                "-j", str(jobs), simulate]

    numbers = [iter(range(1, 100)), iter(range(1, 100))]
    ours, theirs = in_turn(bench.choose(3, 2), lambda: bench.run(campaign(next(numbers[0]))),
                           lambda: bench.run(parallel(next(numbers[1])), input=listed))
    # Both carried out everything; a job that failed would have made parallel fail.
    if not costs(bench.file(f"{name}{len(ours)}.db")).scenarios == lines_of(joblog) - 1 == scenarios:
        raise RuntimeError(f"{name}: the two sides did not run the same scenarios")

    def side(rounds):
        return (f"{scenarios / median(usage.wall for usage in rounds):.0f}/s with "
                f"{1e3 * median(usage.cpu for usage in rounds) / scenarios:.1f} ms of CPU each")

    bench.tell(title, "x", ratios([usage.wall for usage in theirs], [usage.wall for usage in ours]), at_least=target,
               against="GNU parallel, one `palio simulate` per scenario",
               sides=f"{side(ours)} against {side(theirs)}; {scenarios} scenarios, {jobs} at a time",
               commands=[bench.typed(dry, output=listed), bench.typed(campaign(1)),
                         bench.typed(parallel(1), input=listed)])


def cpu_per_scenario(bench):
    """CPU of all of palio (planning, workers, a process per scenario, scheduling, validation, storage) against a loop
    that simulates the same schedules in one process with SimGrid alone; and what is left without scheduling and SimGrid."""
    sample = bench.choose(100, 20)
    numbers = iter(range(1, 100))

    # One worker: one simulation at a time, as in the loop.
    def palio_command(number):
        return bench.palio("run", "mixed-parallel", "--sample", sample, "--db", bench.file(f"cpu{number}.db"), "-j", 1,
                           "-q")

    def palio():
        number = next(numbers)
        cpu = bench.run(palio_command(number)).cpu
        return cpu, costs(bench.file(f"cpu{number}.db"))

    def loop(platform_per):
        return bench.told("bench_bare_loop", sample, platform_per)

    rounds = list(zip(*in_turn(bench.choose(3, 2), palio, lambda: loop("instance"), lambda: loop("schedule"))))
    (_, first), told, _ = rounds[0]
    # The loop's clock goes on, which costs it a few digits.
    if first.scenarios != told["scenarios"] or abs(first.makespans / told["makespans"] - 1) > 1e-6:
        raise RuntimeError(f"palio and the loop did not simulate the same: {first} against {told}")

    ours = [cpu for (cpu, _), _, _ in rounds]
    scheduling = [spent.scheduling for (_, spent), _, _ in rounds]
    simulation = [spent.simulation for (_, spent), _, _ in rounds]
    per_instance = [one["cpu"] for _, one, _ in rounds]
    per_schedule = [one["cpu"] for _, _, one in rounds]
    bare = list(map(min, per_instance, per_schedule))
    unscheduled = [cpu - spent for cpu, spent in zip(ours, scheduling)]
    harness = [1e3 * (cpu - spent) / first.scenarios for cpu, spent in zip(unscheduled, simulation)]

    def each(seconds):
        return f"{1e3 * median(seconds) / first.scenarios:.2f} ms"

    commands = [bench.typed(palio_command(1)), *(f"bench_bare_loop {sample} {per}" for per in ("instance", "schedule"))]
    rest = {"against": "a loop that simulates the same schedules in one process with SimGrid alone", "commands": commands}
    loops = f"{each(bare)} (platform per instance {each(per_instance)}, per schedule {each(per_schedule)})"
    bench.tell("CPU per scenario, all of palio", "x", ratios(ours, bare), at_most=1.25,
               sides=f"{each(ours)} against {loops}", **rest)
    bench.tell("CPU per scenario, palio without scheduling", "x", ratios(unscheduled, bare),
               sides=f"{each(unscheduled)} against {loops}", **rest)
    bench.tell("CPU per scenario outside scheduling and SimGrid, mean: harness, validation, metrics, cold caches", "ms",
               harness, sides=f"scheduling {each(scheduling)}, SimGrid {each(simulation)}", commands=commands[:1])


def engines(bench):
    """CPU of a simulation alone: the fluid engine against SimGrid, on the same schedules."""
    sample = bench.choose(200, 20)
    told = [bench.told("bench_both_engines", sample) for _ in range(bench.choose(3, 2))]
    rest = {"against": "SimGrid alone, the same schedules", "commands": [f"bench_both_engines {sample}"]}
    each = {name: 1e6 * median(one[name] for one in told) for name in ("fluid", "simgrid")}
    bench.tell("CPU of a simulation alone, fluid engine, median over scenarios", "x", [one["ratio"] for one in told],
               at_least=10, sides=f"{each['fluid']:.0f} us against {each['simgrid']:.0f} us; "
                                  f"{told[-1]['scenarios']:g} scenarios", **rest)
    bench.tell("CPU of a simulation alone, fluid engine, the scenario where it gains least", "x",
               [one["least"] for one in told], at_least=1, **rest)


def fluid_campaigns(bench):
    """Campaigns with the fluid engine: what a scenario costs, and how much faster the studies of batches become."""
    databases = (bench.file(f"fluid{number}.db") for number in range(1, 100))

    def campaign(*words):
        database = next(databases)
        command = bench.palio("run", *words, "--db", database, "-q")
        usage = bench.run(command)
        return usage, costs(database).scenarios, bench.typed(command)

    unaudited = ("--engine", "fluid", "--audit", "0")
    runs = [campaign("mixed-parallel", "--sample", bench.choose(1000, 100), *unaudited, "-j", 1)
            for _ in range(bench.choose(5, 2))]
    bench.tell("CPU per scenario of the paper mix, all of palio, fluid engine, no audit", "ms",
               [1e3 * usage.cpu / scenarios for usage, scenarios, _ in runs], at_most=0.6, commands=[runs[0][2]])

    part = ("--sample", bench.choose(200, 10))
    for study in ("ptg-constrained", "ptg-constrained-mu"):
        simgrid, _, first = campaign(study, *part, "--engine", "simgrid")
        fluid, scenarios, second = campaign(study, *part, *unaudited)
        bench.tell(f"{study}, fluid engine, no audit: wall time", "x", simgrid.wall / fluid.wall, at_least=5,
                   against="simgrid", sides=f"{fluid.wall:.1f} s against {simgrid.wall:.1f} s; {scenarios} scenarios",
                   commands=[first, second])


def whole_paper(bench):
    """How long all scenarios of the first paper take."""
    database = bench.file("whole.db")
    command = bench.palio("run", "mixed-parallel", "--engine", "fluid", "--db", database, "-q",
                          *bench.choose((), ("--sample", 1000)))
    usage = bench.run(command)
    bench.tell("the whole of mixed-parallel, fluid engine, 1 % audited by SimGrid", "min", usage.wall / 60, at_most=10,
               sides=f"{costs(database).scenarios} scenarios, {usage.cpu:.0f} s of CPU", commands=[bench.typed(command)])


def uncertain(bench):
    """Executions of plans with other durations, and of plans that are made again at each completion."""
    sample = bench.choose((), ("--sample", 20))
    database, again = bench.file("uncertain.db"), bench.file("again.db")
    command = bench.palio("run", bench.study("uncertain"), "--audit", 0, "--db", database, "-q", *sample)
    usage = bench.run(command)
    bench.tell("1,000 instances x 10 strategies x 100 realizations of 50 tasks on 8 hosts", "s", usage.wall, at_most=60,
               sides=f"{costs(database).scenarios} scenarios, {usage.cpu:.0f} s of CPU", commands=[bench.typed(command)])

    study = bench.file("again.toml")
    lines = pathlib.Path(bench.study("uncertain")).read_text().splitlines()
    pathlib.Path(study).write_text("\n".join(lines[:-1] + ['name = "HEFT"', 'replan = ["never", "completion"]',
                                                           "[[strategy]]", 'name = "JIT"']))
    decided = bench.palio("run", study, "--sample", bench.choose(20, 2), "--audit", 0, "--db", again, "-q", "-j", 1)
    rounds = []
    for _ in range(bench.choose(3, 1)):
        pathlib.Path(again).unlink(missing_ok=True)
        bench.run(decided)
        rounds.append(dict(ask(again, "SELECT strategy || coalesce(':' || replan, ''), avg(simulation_time) "
                                     "FROM results GROUP BY 1")))
    for strategy, what, at_most in (("HEFT:completion", "planned again at each completion, by HEFT", 15),
                                    ("JIT", "decided on at run time, by JIT", 5)):
        each = [one[strategy] / one["HEFT:never"] for one in rounds]
        bench.tell(f"a realization of 50 tasks that is {what}: CPU", "x", each, at_most=at_most,
                   against="a realization of HEFT's plan", commands=[bench.typed(decided)],
                   sides=f"{1e4 * rounds[-1][strategy]:.0f} us against {1e4 * rounds[-1]['HEFT:never']:.0f} us")


def limit(bench):
    """CPU of all of palio against a loop that only draws, schedules and simulates the same scenarios in one process: no
    isolation, validation, metrics, wire and storage."""
    sample = bench.choose(3000, 100)
    databases = iter(range(1, 100))

    def command(number, audit):
        return bench.palio("run", "mixed-parallel", "--sample", sample, "--engine", "fluid", "--audit", audit, "-j", 1,
                           "--db", bench.file(f"limit{number}.db"), "-q")

    def palio(audit):
        number = next(databases)
        return bench.run(command(number, audit)).cpu, costs(bench.file(f"limit{number}.db"))

    loop, plain, audited = in_turn(bench.choose(3, 2), lambda: bench.told("bench_limit", sample),
                                   lambda: palio(0), lambda: palio("1%"))
    told, first = loop[0], plain[0][1]
    if first.scenarios != told["scenarios"] or abs(first.makespans / told["makespans"] - 1) > 1e-12:
        raise RuntimeError(f"palio and the loop did not simulate the same: {first} against {told}")
    least = [one["cpu"] for one in loop]
    for audit, what, rounds, at_most in ((0, "no audit", plain, 1.35), ("1%", "1 % audited by SimGrid", audited, 1.6)):
        cpu = [one for one, _ in rounds]
        bench.tell(f"CPU per scenario of the paper mix, all of palio, fluid engine, {what}", "x", ratios(cpu, least),
                   at_most=at_most, against="a loop that only draws, schedules and simulates the same scenarios",
                   sides=f"{1e6 * median(cpu) / first.scenarios:.0f} us against "
                         f"{1e6 * median(least) / first.scenarios:.0f} us; {first.scenarios} scenarios",
                   commands=[bench.typed(command(1, audit)), f"bench_limit {sample}"])


def harness(bench):
    """What a scenario costs without scheduling and without SimGrid: all CPU of a campaign whose scenarios do nothing, less
    SimGrid's platforms, which are built for each instance all the same."""
    idle = bench.beside("bench_idle_worker")[0]
    fluid = bench.file("idle-fluid")
    os.symlink(idle, fluid)
    rounds = bench.choose(3, 2)

    def command(isolation, worker, words, number):
        return ["env", worker, *bench.palio("run", "mixed-parallel", "--sample", bench.choose(1000, 100), "--db",
                                            bench.file(f"harness-{isolation}{number}.db"), "-j", 1, "-q", *words)]

    def measured(isolation, *how):
        for number in range(1, 100):
            cpu = bench.run(command(isolation, *how, number)).cpu
            spent = costs(bench.file(f"harness-{isolation}{number}.db"))
            yield 1e3 * (cpu - spent.simulation) / spent.scenarios

    def tell(isolation, milliseconds, at_most, *how):
        bench.tell(f"harness per scenario, {isolation}: CPU of a campaign whose scenarios do nothing", "ms", milliseconds,
                   at_most=at_most, commands=[bench.typed(command(isolation, *how, 1))])

    # Next to a bare fork of the worker, which is what a process each costs at least.
    alone = (f"PALIO_WORKER={idle}", ())
    campaigns = measured("a process each", *alone)
    each, bare = in_turn(rounds, lambda: next(campaigns), lambda: 1e3 * float(bench.output_of([idle, "forks"])))
    tell("a process each", each, 0.6, *alone)
    bench.tell("harness per scenario, a process each", "x", ratios(each, bare), at_most=1.5,
               against="a bare fork and wait of a process with the same mappings",
               sides=f"{median(each):.3f} ms against {median(bare):.3f} ms", commands=[bench.typed([idle, "forks"])])
    grouped = (f"PALIO_WORKER_FLUID={fluid}", ("--engine", "fluid", "--audit", "0"))
    campaigns = measured("in groups", *grouped)
    tell("in groups", [next(campaigns) for _ in range(rounds)], 0.15, *grouped)


def two_workers(bench):
    """How much faster two workers are than one."""
    for engine, sample, words in (("simgrid", bench.choose(300, 20), ()),
                                  ("fluid", bench.choose(3000, 100), ("--engine", "fluid", "--audit", "0"))):
        commands = []

        def seconds(jobs):
            commands.append(bench.palio("run", "mixed-parallel", "--sample", sample, "--db",
                                        bench.file(f"workers-{engine}{len(commands) + 1}.db"), "-j", jobs, "-q", *words))
            return bench.run(commands[-1]).wall

        one, two = in_turn(bench.choose(5, 3), lambda: seconds(1), lambda: seconds(2))
        bench.tell(f"two workers, scenarios per second, {engine}", "x", ratios(one, two), at_least=1.9,
                   against="one worker", sides=f"{median(two):.2f} s against {median(one):.2f} s",
                   commands=[bench.typed(command) for command in commands[:2]])


def submissions(bench):
    """A study as an array of tasks on this machine against one run, and how long it takes to see how far many shards
    are."""
    tasks, shards, sample = 8, 1000, bench.choose(1000, 100)

    # The command whose output are the numbers of the shards.
    def submit(folder, tasks, sample):
        return bench.palio("submit", "mixed-parallel", "--tasks", tasks, "--sample", sample, "--batch", "none", "--dir",
                           folder)

    folders = iter(range(1, 200, 2))
    databases = iter(range(2, 200, 2))
    made = []

    def as_tasks():
        folder = bench.file(f"tasks{next(folders)}")
        bench.run(submit(folder, tasks, sample), output=f"{folder}.shards")
        array = ["xargs", "-n", "1", "-P", "2", "sh", f"{folder}/task.sh"]
        made.append((folder, array))
        return bench.run(array, input=f"{folder}.shards").wall

    def one_run(number):
        return bench.palio("run", "mixed-parallel", "--sample", sample, "--db", bench.file(f"one{number}.db"), "-j", 2,
                           "-q")

    array, one = in_turn(bench.choose(3, 2), as_tasks, lambda: bench.run(one_run(next(databases))).wall)
    whole = costs(bench.file(f"one{2 * len(one)}.db")).scenarios
    parts = (costs(f"{made[-1][0]}/parts/{shard:04}.db").scenarios for shard in range(1, tasks + 1))
    if sum(parts) != whole:
        raise RuntimeError("the array of tasks and the one run did not run the same scenarios")
    folder, first = made[0]
    bench.tell(f"{tasks} tasks of an array, two at a time", "x", ratios(array, one), at_most=1.15,
               against="one run with two workers",
               sides=f"{median(array):.2f} s against {median(one):.2f} s; {whole} scenarios",
               commands=[bench.typed(submit(folder, tasks, sample), output=f"{folder}.shards"),
                         bench.typed(first, input=f"{folder}.shards"), bench.typed(one_run(2))])

    # All parts are copies of the first: what they hold does not matter here.
    many = bench.file("many")
    bench.run(submit(many, shards, shards), output=f"{many}.shards")
    bench.run(["sh", f"{many}/task.sh", "1"])
    for shard in range(2, shards + 1):
        for ending in ("db", "json", "owner"):
            shutil.copy(f"{many}/parts/0001.{ending}", f"{many}/parts/{shard:04}.{ending}")
    bench.time_of(f"status of {shards} shards", bench.palio("status", many), bench.choose(5, 2), at_most=2, sides="")


def custom_strategies(bench):
    """Custom strategies: what a library costs in addition to the same strategy built in, and what a command costs in
    addition to its own work."""
    def campaigns(name, strategy, sample):
        """What each run of a new campaign cost, the costs in its database, the command."""
        study = bench.write_study(f"{name}.toml", f"[[strategy]]\n{strategy}")
        for number in range(100):
            database = bench.file(f"{name}{number}.db")
            command = bench.palio("run", study, "--sample", sample, "--engine", "fluid", "--audit", "0", "-j", 1, "-q",
                                  "--db", database)
            yield bench.run(command), costs(database), bench.typed(command)

    def copied(path):
        return pathlib.Path(shutil.copy(path, bench.folder)).name

    def side(*arguments):
        runs = campaigns(*arguments)
        return lambda: next(runs)

    sample, thresholds = bench.choose(1000, 100), "threshold = [0.25, 0.5, 1]"
    library_file = copied(bench.library("tests/custom/libmy_m_heft.so"))
    library, built_in = in_turn(
        bench.choose(5, 2),
        side("library", f'name = "MY-M-HEFT"\nplugin = "{library_file}"\n{thresholds}', sample),
        side("built-in", f'name = "M-HEFT-MAX"\n{thresholds}', sample))
    (_, ours, first), (_, theirs, second) = library[-1], built_in[-1]
    bench.tell("what a custom library costs a scenario in addition to the same strategy built in: a process each, CPU", "ms",
               [1e3 * (usage.cpu - other.cpu) / ours.scenarios
                for (usage, _, _), (other, _, _) in zip(library, built_in)],
               against="the same built in, in groups", sides=f"M-HEFT-MAX, fluid engine, {ours.scenarios} scenarios each; "
               f"sums of makespans {ours.makespans} and {theirs.makespans} s", commands=[first, second])

    sample, processors = bench.choose(1500, 100), "processor = [0, 1, 2]"  # so that starting Python twice does not count
    times = bench.file("times.txt")
    copied(f"{SOURCE}/tests/bench/scheduling/one_by_one.py")
    library_file = copied(bench.library("tests/bench/libbench_one_by_one.so"))
    by_command = side("command", f'name = "ONE-BY-ONE"\ncommand = "TIMES={times} python3 one_by_one.py"\n{processors}',
                      sample)
    # s that the command had between reading a question and having answered it, as it says itself.
    command, library = in_turn(
        bench.choose(3, 2), lambda: (*by_command(), float(pathlib.Path(times).read_text())),
        side("one-by-one", f'name = "ONE-BY-ONE"\nplugin = "{library_file}"\n{processors}', sample))
    usage, spent, first, own = command[-1]
    bench.tell("what a strategy in Python costs a scenario in addition to its own work, wall time", "ms",
               [1e3 * (ours.wall - working - theirs.wall) / spent.scenarios
                for (ours, _, _, working), (theirs, _, _) in zip(command, library)], at_most=0.3,
               against="the same decisions as a library",
               sides=f"{spent.scenarios} scenarios each; the last campaigns took {usage.wall:.2f} s, of which {own:.2f} s "
                     f"in Python, and {library[-1][0].wall:.2f} s", commands=[first, library[-1][2]])


SHARES = (0.1, 0.5, 0.9)  # of a run, when it is asked


def cell(bench, command, column):
    """A number of a command that prints one row of CSV; nothing where the cell is empty."""
    rows = list(csv.DictReader(io.StringIO(bench.output_of(command))))
    return float(rows[0][column]) if rows and rows[0].get(column) else None


def watched(bench, command, database):
    """s that the run took, and what palio status said: at how many s, how many are left. Asks ten times a second."""
    looks, pool = [], concurrent.futures.ThreadPoolExecutor(1)
    start = time.monotonic()
    running = pool.submit(bench.run, command)
    while not running.done():
        concurrent.futures.wait([running], 0.1)
        before = time.monotonic() - start
        if not os.path.exists(database):
            continue
        try:
            left = cell(bench, bench.palio("status", database, "--format", "csv"), "seconds_left")
        except subprocess.CalledProcessError:  # the file is only begun
            continue
        if left is not None:
            looks.append(((before + time.monotonic() - start) / 2, left))
    return running.result().wall, looks


def error_at(wall, looks, share):
    """How many times too long or too short what was said last at this share of the run is."""
    said = [look for look in looks if look[0] <= share * wall]
    if not said:
        return None
    left, truth = max(said[-1][1], 0.1), wall - said[-1][0]
    return max(left / truth, truth / left)


def write_workflows(bench, files):
    """Task graphs of heavy-tailed sizes: each file has 1.4 times the tasks of the one before. Layers of ten tasks."""
    os.mkdir(bench.file("workflows"))
    for file in range(files):
        tasks = int(20 * 1.4**file)
        lines = [f't{task} [size="{1 + task % 7}e9"];' for task in range(tasks)]
        lines += [f't{task - distance} -> t{task} [size="1e7"];' for task in range(10, tasks) for distance in (3, 10)]
        bench.written(f"workflows/{file:02}.dot", "\n".join(["digraph g {", *lines, "}\n"]))
    return bench.written("workflows.toml", """[study]
name = "workflows"
seed = 7

[[platform]]
family        = "random-multi-cluster"
clusters      = [2, 4]
min_speed     = 1e9
heterogeneity = 2
samples       = 1

[[workload]]
family = "workflow"
path   = "workflows/"
alpha  = 0.1

[[strategy]]
name = "HCPA"

[[strategy]]
name = "M-HEFT-MAX"
""")


def write_slow_study(bench, with_slow):
    shutil.copy(f"{SOURCE}/tests/bench/campaigns/slow_strategy.py", bench.folder)
    strategies = '[[strategy]]\nname = "M-HEFT-MAX"\nthreshold = [0.25, 0.5, 1]\n'
    if with_slow:
        strategies += '[[strategy]]\nname = "SLOW"\ncommand = "SECONDS=0.05 python3 slow_strategy.py"\n'
    return bench.write_study("slow.toml", strategies)


def time_left(bench):
    """How true the time left is: ten runs of some seconds, looked at by palio status all the while, which says what the
    run itself says; and what palio plan projects for workflows from files."""
    def count(full):
        return bench.choose(full, max(full // 20, 2))

    def database_of(name):
        return bench.file(f"{name.replace(' ', '-')}.db")

    def run(name, *options):
        return bench.palio("run", *options, "--db", database_of(name), "-q")

    simgrid, fluid = ("--engine", "simgrid"), ("--engine", "fluid")
    resumed = ("resumed", "mixed-parallel", "--sample")
    slow = ("slow strategy", bench.file("slow.toml"), "--sample")

    def before(name):
        if name == slow[0]:
            write_slow_study(bench, False)
            bench.run(run(*slow, count(2000), *fluid))
            write_slow_study(bench, True)
        if name == resumed[0]:
            bench.run(run(*resumed, count(300), *simgrid))

    results, commands = {}, []
    for name, *options in (
            ("SimGrid", "mixed-parallel", "--sample", count(700), *simgrid),
            ("fluid", "mixed-parallel", "--sample", count(6000), *fluid),
            ("batches", "ptg-constrained", "--sample", count(500), *fluid),
            ("bags", "bag-of-tasks", "--sample", count(80)),
            ("shared files", "shared-files-table1", *simgrid),
            ("sequential", "classic-random", "--sample", count(1500)),
            ("imported", write_workflows(bench, bench.choose(15, 6)), *simgrid),
            (*slow, count(250), *fluid),
            (*resumed, count(1000), *simgrid),
            ("part", "mixed-parallel", "--sample", count(5000), "--where", "tasks = 50 AND clusters > 2")):
        before(name)
        command = run(name, *options)
        results[name] = watched(bench, command, database_of(name))
        commands.append(bench.typed(command))
    for share in SHARES:
        errors = {name: error_at(*result, share) for name, result in results.items()}
        # Nothing was said: as wrong as it can be.
        bench.tell(f"time left of ten runs, asked at {100 * share:.0f} % of them: how many times wrong", "x",
                   [results[name][0] if error is None else error for name, error in errors.items()], at_most=1.5,
                   against="what was left", commands=commands,
                   sides=", ".join(f"{name} none" if error is None else f"{name} {error:.2f}"
                                   for name, error in errors.items()))

    # CPU of what a plan projects before anything has run against what it took in the run of that name.
    taken = ask(database_of("imported"), "SELECT sum(total_time) FROM results")[0][0]
    plan = bench.palio("plan", bench.file("workflows.toml"), *simgrid, "--format", "csv")
    projections = [cell(bench, plan, "projected_cpu_s") or 1e-9 for _ in range(bench.choose(3, 1))]
    bench.tell("plan of workflows from files, SimGrid: projected CPU, how many times wrong", "x",
               [max(projected / taken, taken / projected) for projected in projections], at_most=1.3,
               against="what it took", sides=f"{median(projections):.1f} s against {taken:.1f} s of CPU",
               commands=[bench.typed(plan)])


def projections(bench):
    """What palio plan projects from probes against what the run takes, both in CPU: no matter how busy the machine is."""
    wrong, sides, commands = [], [], []
    for engine, *samples in (("fluid", ("mixed-parallel", 20_000), ("ptg-batch", 600), ("ptg-constrained", 600),
                              ("bag-of-tasks", 150), ("shared-files-isoefficiency", 100)),
                             ("simgrid", ("mixed-parallel", 1000), ("ptg-batch", 200), ("ptg-constrained", 150),
                              ("bag-of-tasks", 50), ("shared-files-isoefficiency", 50))):
        for study, count in samples:
            part = (study, "--sample", bench.choose(count, 8), "--engine", engine)
            plan = bench.palio("plan", *part, "--format", "csv")
            run = bench.palio("run", *part, "--db", bench.file(f"{study}-{engine}.db"), "-q")
            projected, taken = cell(bench, plan, "projected_cpu_s"), bench.run(run).cpu
            wrong.append(max(projected / taken, taken / projected))
            sides.append(f"{study}, {engine}: {projected:.1f} s of {taken:.1f} s")
            commands += [bench.typed(plan), bench.typed(run)]
    bench.tell("plans of ten samples: projected CPU, how many times wrong", "x", wrong, at_most=1.3,
               against="what it took", sides="; ".join(sides), commands=commands)
