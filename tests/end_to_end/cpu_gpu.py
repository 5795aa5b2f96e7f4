"""cpu_gpu.py PALIO: makespans of the study cpu-gpu-cholesky, computed again from the published rules alone."""
import bisect
import csv
import subprocess
import sys
import tempfile
from pathlib import Path

CPUS = 32
# By rows of a tile and kernel: means on a CPU, on a GPU, and of the data that it waits for, us.
TIMES = {
    "128": {"potrf": (141.074, 84.810752, 268.746248), "trsm": (75.197, 44.116992, 110.803008),
            "syrk": (72.175, 31.858688, 130.780312), "gemm": (89.854, 11.317248, 139.892752)},
    "1024": {"potrf": (16219.485, 1184.62588, 3233.71612), "trsm": (22206.134, 916.616096, 3068.835904),
             "syrk": (23363.235, 419.018816, 3034.252184), "gemm": (41369.023, 446.381024, 3043.597976)},
}


def factorization(tiles):
    """The kernel and the parents of each task."""
    tasks, changed_by = [], {}

    def add(kernel, tile, *read):
        tasks.append((kernel, [changed_by[t] for t in (*read, tile) if t in changed_by]))
        changed_by[tile] = len(tasks) - 1

    for k in range(tiles):
        add("potrf", (k, k))
        for i in range(k + 1, tiles):
            add("trsm", (i, k), (k, k))
        for i in range(k + 1, tiles):
            add("syrk", (i, i), (i, k))
            for j in range(k + 1, i):
                add("gemm", (i, j), (i, k), (j, k))
    return tasks


def first_start(busy, ready, time):
    """Into the first gap between these (start, finish) that holds it."""
    start = ready
    for begin, end in busy:
        if end <= ready:
            continue
        if start + time <= begin:
            break
        start = max(start, end)
    return start


def heft(tiles, tile_size, gpus):
    tasks, hosts = factorization(tiles), CPUS + gpus
    times = [TIMES[tile_size][kernel] for kernel, _ in tasks]
    level, rank = [0] * len(tasks), [0.0] * len(tasks)
    for task, (_, parents) in enumerate(tasks):
        level[task] = max((level[parent] + 1 for parent in parents), default=0)
    sending = gpus * (2 * CPUS + gpus - 1) / hosts ** 2  # part of the pairs of hosts that send at a cost
    for task in reversed(range(len(tasks))):
        cpu, gpu, data = times[task]
        rank[task] += (CPUS * cpu + gpus * gpu) / hosts
        for parent in tasks[task][1]:
            rank[parent] = max(rank[parent], data * sending + rank[task])
    finish, place, busy = [0.0] * len(tasks), [0] * len(tasks), [[] for _ in range(hosts)]
    for task in sorted(range(len(tasks)), key=lambda t: (-rank[t], level[t], t)):
        cpu, gpu, data = times[task]
        best = None
        for host in range(hosts):
            time = cpu if host < CPUS else gpu
            ready = max((finish[p] + (0 if place[p] == host or max(place[p], host) < CPUS else data)
                         for p in tasks[task][1]), default=0.0)
            start = first_start(busy[host], ready, time)
            if best is None or start + time < best[0]:
                best = (start + time, start, host)
        finish[task], start, place[task] = best
        bisect.insort(busy[place[task]], (start, finish[task]))
    return max(finish)


def measured(palio):
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "cholesky.db")
        subprocess.run([palio, "run", "cpu-gpu-cholesky", "--where", "strategy_name = 'HEFT' AND tiles <= 15 AND node_cpus = 32", "--db", database],
                       check=True, stderr=subprocess.DEVNULL)
        query = "SELECT tiles, tile_size, node_gpus, 1e6 * makespan FROM results"
        rows = subprocess.run([palio, "query", database, query, "--format", "csv"], check=True, capture_output=True,
                              text=True).stdout
    return {(int(tiles), size, int(gpus)): float(us) for tiles, size, gpus, us in list(csv.reader(rows.splitlines()))[1:]}


def main():
    found = measured(sys.argv[1])
    wrong = [f"{key}: expected {heft(*key)!r} us, Palio has {us!r} us" for key, us in found.items()
             if abs(us - heft(*key)) > 1e-9 * us]
    if len(found) != 12:
        wrong.append(f"{len(found)} makespans, not 12")
    sys.exit("\n".join(wrong) or 0)


main()
