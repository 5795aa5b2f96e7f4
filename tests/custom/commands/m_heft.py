"""M-HEFT-MAX once more, in Python: its rows must be those of Palio's own, to the last bit."""

import bisect
import json
import math
import sys

DESCRIPTION = {
    "answers": "numbered",
    "strategies": [
        {
            "name": "PY-M-HEFT",
            "summary": "M-HEFT that gives a task at most a fraction of a cluster",
            "source": "N'Takpe, Suter, Casanova, ISPDC 2007",
            "applications": "one",
            "parameters": [
                {
                    "name": "threshold",
                    "meaning": "largest fraction of a cluster for one task",
                    "min": 0,
                    "max": 1,
                    "default": 0.5,
                }
            ],
        }
    ]
}


def execution_time(task, n, speed):
    flop, alpha = task
    return flop / speed * (alpha + (1.0 - alpha) / n)


def route(platform, a, b):
    """Latency and bandwidth between distinct processors of two clusters."""
    if "routes" in platform:
        latency, *bounds = platform["routes"][a * len(platform["clusters"]) + b]
        return latency, min((bound for bound in bounds if bound), default=math.inf)
    source, target = platform["clusters"][a], platform["clusters"][b]
    shared = platform["interconnect"] == "shared_switch"
    switch = platform["shared_switch"] if shared else source["switch"]
    links = [source["processor_link"], switch]
    if a == b:
        return 2 * links[0]["latency"] + switch["latency"], min(link["bandwidth"] for link in links)
    if not shared:
        links.append(source["uplink"])
        if platform["interconnect"] == "backbone":
            links.append(platform["backbone"])
        links += [target["uplink"], target["switch"]]
    links.append(target["processor_link"])
    latency = 0.0
    for link in links:
        latency += link["latency"]
    return latency, min(link["bandwidth"] for link in links)


class Communication:
    """Palio's estimate of moving data, for any number of receivers."""

    def __init__(self, platform, size, a, m, b):
        self.latency = self.network = self.receiver = 0.0
        self.cores = 1
        if size <= 0:
            return
        source, target = platform["clusters"][a], platform["clusters"][b]
        if "routes" in platform:
            self.latency, sender, receiver, shared = platform["routes"][a * len(platform["clusters"]) + b]
            hosts = -(-m // source["cores"])
            self.network = max(size / (hosts * sender) if sender else 0.0, size / shared if shared else 0.0)
            self.receiver = size / receiver if receiver else 0.0
            self.cores = target["cores"]
            return
        self.latency = route(platform, a, b)[0]
        self.network = size / (m * source["processor_link"]["bandwidth"])
        self.receiver = size / target["processor_link"]["bandwidth"]
        if a == b or platform["interconnect"] == "shared_switch":
            return
        self.network = max(self.network, size / source["uplink"]["bandwidth"], size / target["uplink"]["bandwidth"])
        if platform["interconnect"] == "backbone":
            self.network = max(self.network, size / platform["backbone"]["bandwidth"])

    def time(self, n):
        return self.latency + max(self.receiver / -(-n // self.cores), self.network)


class Timeline:
    """When each processor of a cluster is free for good: by (date, processor)."""

    def __init__(self, processors):
        self.free = [(0.0, p) for p in range(processors)]

    def date(self, n):
        return self.free[n - 1][0]

    def free_by(self, date):
        return bisect.bisect_right(self.free, (date, math.inf))

    def take(self, n, ready, finish):
        places, end = [], self.free_by(ready)
        later = end
        while end > 0 and len(places) < n:
            begin = end - 1
            while begin > 0 and self.free[begin - 1][0] == self.free[end - 1][0]:
                begin -= 1
            places += range(begin, end)
            end = begin
        places = places[:n]
        while len(places) < n:
            places.append(later)
            later += 1
        chosen = sorted(self.free[place][1] for place in places)
        taken = set(chosen)
        self.free = sorted([entry for entry in self.free if entry[1] not in taken] + [(finish, p) for p in chosen])
        return chosen


def bottom_levels(platform, graph, out_edges):
    clusters = platform["clusters"]
    processors = float(sum(cluster["processors"] for cluster in clusters))
    slowness = latency = per_byte = pairs = 0.0
    for cluster in clusters:
        slowness += cluster["processors"] / cluster["speed"] / processors
    for a, source in enumerate(clusters):
        for b, target in enumerate(clusters):
            count = float(source["processors"] * (target["processors"] - (1 if a == b else 0)))
            if count == 0:
                continue
            pairs += count
            of_route = route(platform, a, b)
            latency += count * of_route[0]
            per_byte += count / of_route[1]
    if pairs > 0:
        latency, per_byte = latency / pairs, per_byte / pairs
    level = [flop * slowness for flop, _ in graph["tasks"]]
    for task in reversed(graph["order"]):
        below = 0.0
        for to, size in out_edges[task]:
            below = max(below, (latency + size * per_byte if size > 0 else 0.0) + level[to])
        level[task] += below
    return level


def schedule(instance, parameters):
    platform, graph = instance["platform"], instance["graphs"][0]
    tasks, clusters = graph["tasks"], platform["clusters"]
    in_edges, out_edges = [[] for _ in tasks], [[] for _ in tasks]
    for a, b, size in graph["edges"]:
        in_edges[b].append((a, size))
        out_edges[a].append((b, size))
    level = bottom_levels(platform, graph, out_edges)
    timelines = [Timeline(cluster["processors"]) for cluster in clusters]
    placed, placements = {}, []
    for task in sorted(graph["order"], key=lambda t: -level[t]):
        best = None
        for k, cluster in enumerate(clusters):
            timeline = timelines[k]
            arrivals = [
                (placed[a][2], Communication(platform, size, placed[a][0], placed[a][1], k))
                for a, size in in_edges[task]
            ]

            def candidate(n):
                ready = graph["release_date"]
                for sent, estimate in arrivals:
                    ready = max(ready, sent + estimate.time(n))
                start = max(ready, timeline.date(n))
                return (start + execution_time(tasks[task], n, cluster["speed"]), n, k, start, ready)

            largest = max(1, math.floor(parameters["threshold"] * cluster["processors"]))
            n = 1
            while n <= largest:
                last = min(timeline.free_by(timeline.date(n)), largest)
                most = candidate(last)
                if best is None or most[0] <= best[0]:
                    less, enough = n - 1, last
                    while enough - less > 1:
                        middle = less + (enough - less) // 2
                        if candidate(middle)[0] <= most[0]:
                            enough = middle
                        else:
                            less = middle
                    found = most if enough == last else candidate(enough)
                    if best is None or found[:3] < best[:3]:
                        best = found
                n = last + 1
        finish, n, k, start, ready = best
        first = clusters[k]["first_processor"]
        processors = [first + p for p in timelines[k].take(n, ready, finish)]
        placed[task] = (k, n, finish)
        placements.append([0, task, processors, start, finish])
    return {"placements": placements}


def main():
    instance = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "instance":
            instance = message
            continue
        if message["type"] == "describe":
            answer = DESCRIPTION
        else:
            answer = schedule(instance, message["parameters"])
            answer["number"] = message["number"]
        print(json.dumps(answer), flush=True)


main()
