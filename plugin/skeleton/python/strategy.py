#!/usr/bin/env python3
"""@NAME@: a strategy for parallel task graphs, to begin with. It takes the tasks in the order of their dependencies and
puts each where it finishes first, on at most a fraction `share` of a cluster."""

import json
import sys

DESCRIPTION = {
    "interface": 2,
    "answers": "numbered",  # each repeats the number of its question
    "strategies": [
        {
            "name": "@NAME@",
            "summary": "every task where it finishes first",
            "source": "not yet published",
            "applications": "one",
            "machines": "unrelated",
            "parameters": [
                {
                    "name": "share",
                    "meaning": "largest fraction of a cluster for one task",
                    "min": 0,
                    "max": 1,
                    "default": 0.5,
                }
            ],
        }
    ],
}


def execution_time(platform, graph, task, n, k):
    """Of a task on n processors of cluster k, s."""
    flop, alpha = graph["tasks"][task]
    alone = graph["times"][task][k] if "times" in graph else flop / platform["clusters"][k]["speed"]
    return alone * (alpha + (1 - alpha) / n)


def latency(platform, a, b):
    """Of the links between two processors of clusters a and b, s."""
    source, target = platform["clusters"][a], platform["clusters"][b]
    shared = platform["interconnect"] == "shared_switch"
    switch = platform["shared_switch"] if shared else source["switch"]
    total = source["processor_link"]["latency"] + switch["latency"] + target["processor_link"]["latency"]
    if a == b or shared:
        return total
    total += source["uplink"]["latency"] + target["uplink"]["latency"] + target["switch"]["latency"]
    return total + (platform["backbone"]["latency"] if platform["interconnect"] == "backbone" else 0)


def transfer_time(platform, size, a, m, b, n):
    """Palio's estimate of moving data from m processors of cluster a to n of cluster b, s."""
    if size <= 0:
        return 0
    source, target = platform["clusters"][a], platform["clusters"][b]
    if "routes" in platform:
        between, sender, receiver, shared = platform["routes"][a * len(platform["clusters"]) + b]
        hosts = [-(-m // source["cores"]), -(-n // target["cores"]), 1]
        bounds = zip(hosts, (sender, receiver, shared))
        return between + max((size / (count * bound) for count, bound in bounds if bound), default=0)
    times = [size / (m * source["processor_link"]["bandwidth"]), size / target["processor_link"]["bandwidth"] / n]
    if a != b and platform["interconnect"] != "shared_switch":
        times += [size / source["uplink"]["bandwidth"], size / target["uplink"]["bandwidth"]]
        if platform["interconnect"] == "backbone":
            times.append(size / platform["backbone"]["bandwidth"])
    return latency(platform, a, b) + max(times)


def schedule(instance, parameters):
    platform, graph = instance["platform"], instance["graphs"][0]
    clusters = platform["clusters"]
    parents = [[] for _ in graph["tasks"]]
    for parent, child, size in graph["edges"]:
        parents[child].append((parent, size))
    free = [[0.0] * cluster["processors"] for cluster in clusters]  # when each processor is free, s
    chosen, placements = {}, []
    for task in graph["order"]:  # every task after its parents
        best = None
        for k, cluster in enumerate(clusters):
            dates = sorted(free[k])
            for n in range(1, max(1, int(parameters["share"] * cluster["processors"])) + 1):
                start = max(graph["release_date"], dates[n - 1])
                for parent, size in parents[task]:
                    a, m, finish = chosen[parent]
                    start = max(start, finish + transfer_time(platform, size, a, m, k, n))
                finish = start + execution_time(platform, graph, task, n, k)
                if best is None or finish < best[0]:
                    best = (finish, start, k, n)
        finish, start, k, n = best
        chosen[task] = (k, n, finish)
        soonest = sorted(range(len(free[k])), key=lambda processor: free[k][processor])[:n]
        for processor in soonest:
            free[k][processor] = finish
        first = clusters[k]["first_processor"]
        placements.append([0, task, [first + processor for processor in soonest], start, finish])
    return {"placements": placements}


def main():
    instance = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "instance":  # for all schedules until the next one; it has no answer
            instance = message
            continue
        if message["type"] == "describe":
            answer = DESCRIPTION
        else:
            answer = schedule(instance, message["parameters"])
            answer["number"] = message["number"]
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
