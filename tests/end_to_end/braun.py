"""braun.py PALIO: ten makespans of the study classic-braun, computed again from the published rules alone."""
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

MACHINES = range(16)


def first_free(free, _times):
    return free


def earliest_finish(free, times):
    return [free[m] + times[m] for m in MACHINES]


def quickest(_free, times):
    return times


def quickest_fifth(free, times):
    """KPB: 20 % of 16 machines are three, and a fraction that does not count."""
    among = sorted(MACHINES, key=lambda m: (times[m], m))[:3]
    return [free[m] + times[m] if m in among else float("inf") for m in MACHINES]


def in_turn(tasks, value):
    free = [0.0] * len(MACHINES)
    for times in tasks:
        values = value(free, times)
        machine = values.index(min(values))
        free[machine] += times[machine]
    return max(free)


def switching(tasks):
    free, is_mct = [0.0] * len(MACHINES), True
    for times in tasks:
        balance = min(free) / max(free) if max(free) > 0 else 0
        is_mct = balance < 0.9 if is_mct else balance <= 0.6
        values = (earliest_finish if is_mct else quickest)(free, times)
        machine = values.index(min(values))
        free[machine] += times[machine]
    return max(free)


def least_gain(finishes):
    return -finishes[0]


def greatest_least(finishes):
    return finishes[0]


def loss_on_second(finishes):
    return finishes[1] - finishes[0]


def greatest_first(tasks, key):
    """MinMin, MaxMin and Sufferage: again and again the task of the greatest key, the first of several."""
    free, left = [0.0] * len(MACHINES), list(tasks)
    while left:
        chosen = max(range(len(left)), key=lambda i: (key(sorted(earliest_finish(free, left[i]))), -i))
        times = left.pop(chosen)
        finishes = earliest_finish(free, times)
        machine = finishes.index(min(finishes))
        free[machine] += times[machine]
    return max(free)


def solution(tasks, machines):
    free = [0.0] * len(MACHINES)
    for times, machine in zip(tasks, machines):
        free[machine] += times[machine]
    return max(free)


def instance(folder, name):
    tasks = json.loads((folder / f"{name}.json").read_text())["applications"][0]["tasks"]
    return [task["times"] for task in tasks], [task["processor"] for task in tasks]


def expected(folder):
    rules = {
        "OLB": lambda tasks, _: in_turn(tasks, first_free),
        "MCT": lambda tasks, _: in_turn(tasks, earliest_finish),
        "MET": lambda tasks, _: in_turn(tasks, quickest),
        "KPB": lambda tasks, _: in_turn(tasks, quickest_fifth),
        "Switching": lambda tasks, _: switching(tasks),
        "MinMin": lambda tasks, _: greatest_first(tasks, least_gain),
        "MaxMin": lambda tasks, _: greatest_first(tasks, greatest_least),
        "Sufferage": lambda tasks, _: greatest_first(tasks, loss_on_second),
        "Assignment": solution,
    }
    wanted = [("OLB", "u_c_hihi"), ("MCT", "u_i_hilo"), ("MET", "u_s_lohi"), ("KPB", "u_c_lolo"), ("KPB", "u_i_hihi"),
              ("Switching", "u_s_hilo"), ("MinMin", "u_i_lolo"), ("MaxMin", "u_c_lohi"), ("Sufferage", "u_s_lolo"),
              ("Assignment", "u_s_hihi")]
    return {(rule, name): rules[rule](*instance(folder, name)) for rule, name in wanted}


def measured(palio):
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "braun.db")
        subprocess.run([palio, "run", "classic-braun", "--db", database], check=True, stderr=subprocess.DEVNULL)
        query = "SELECT strategy, workload_path, makespan FROM results"
        rows = subprocess.run([palio, "query", database, query, "--format", "csv"], check=True, capture_output=True,
                              text=True).stdout
    return {(strategy, Path(path).stem): float(makespan) for strategy, path, makespan in list(csv.reader(rows.splitlines()))[1:]}


def main():
    palio = sys.argv[1]
    found = measured(palio)
    wrong = [f"{key}: expected {value!r}, Palio has {found[key]!r}"
             for key, value in expected(Path(palio).parent.parent / "share/palio/studies/braun").items()
             if abs(found[key] - value) > 1e-12 * value]
    sys.exit("\n".join(wrong) or 0)


main()
