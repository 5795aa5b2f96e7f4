"""HEFT once more, in Python, for platforms that have routes: on unrelated machines, and when the rest is planned
again, its rows must be those of Palio's own, to the last bit."""

import json
import math
import sys

DESCRIPTION = {
    "answers": "numbered",
    "interface": 4,
    "strategies": [
        {
            "name": "PY-HEFT",
            "summary": "by upward rank, where a task finishes first",
            "source": "Topcuoglu, Hariri, Wu, TPDS 2002",
            "applications": "one",
            "machines": "unrelated",
            "beginning": "any",
        }
    ],
}


class Instance:
    """A graph on hosts, each a processor."""

    def __init__(self, platform, graph):
        self.routes, self.clusters = platform["routes"], platform["clusters"]
        self.hosts = [k for k, cluster in enumerate(self.clusters) for _ in range(cluster["processors"])]
        self.graph, self.times = graph, graph.get("times")
        self.parents, self.children = [[] for _ in graph["tasks"]], [[] for _ in graph["tasks"]]
        for a, b, size in graph["edges"]:
            self.parents[b].append((a, size))
            self.children[a].append((b, size))

    def time(self, task, k):
        """On one processor of a cluster, s."""
        return self.times[task][k] if self.times else self.graph["tasks"][task][0] / self.clusters[k]["speed"]

    def route(self, a, b):
        """Latency and bandwidth between distinct processors of two clusters."""
        latency, *bounds = self.routes[a * len(self.clusters) + b]
        return latency, min((bound for bound in bounds if bound), default=math.inf)

    def transfer(self, size, a, b):
        if size <= 0:
            return 0.0
        latency, bandwidth = self.route(a, b)
        return latency + size / bandwidth


def by_upward_rank(instance):
    clusters = instance.clusters
    latency = per_byte = pairs = 0.0
    for a, source in enumerate(clusters):
        for b, target in enumerate(clusters):
            count = float(source["processors"] * (target["processors"] - (a == b)))
            if count > 0:
                route = instance.route(a, b)
                latency, per_byte, pairs = latency + count * route[0], per_byte + count / route[1], pairs + count
    if pairs > 0:
        latency, per_byte = latency / pairs, per_byte / pairs
    order = instance.graph["order"]
    rank, level = [0.0] * len(order), [0] * len(order)
    for task in reversed(order):
        below = mean = 0.0
        for child, size in instance.children[task]:
            below = max(below, (latency + size * per_byte if size > 0 else 0.0) + rank[child])
        for k, cluster in enumerate(clusters):
            mean += cluster["processors"] * instance.time(task, k)
        rank[task] = mean / len(instance.hosts) + below
    for task in order:
        for child, _ in instance.children[task]:
            level[child] = max(level[child], level[task] + 1)
    return sorted(order, key=lambda task: (-rank[task], level[task], task))


def schedule(line):
    graph = line["graphs"][0]
    instance = Instance(line["platform"], graph)
    begin = graph["release_date"]
    free = line.get("free_from", [begin] * len(instance.hosts))
    busy = [[(begin, date)] if date > begin else [] for date in free]  # (start, finish) by host, ascending
    received = [[] for _ in graph["tasks"]]  # what tasks that have started send: sender, byte, date, where it arrives
    for (_, task, size, senders, sent), there in zip(line.get("inflows", []), line.get("arrivals", [])):
        received[task].append((senders[0], size, sent, there))
    placed = {}
    for task in by_upward_rank(instance):
        best = None
        for host, k in enumerate(instance.hosts):
            start, time = graph["release_date"], instance.time(task, k)
            sent = [(placed[parent][0], size, placed[parent][2], None) for parent, size in instance.parents[task]]
            for sender, size, finish, there in received[task] + sent:
                moving = 0.0 if sender == host else instance.transfer(size, instance.hosts[sender], k)
                start = max(start, there[1] if there and there[0] == [host] else finish + moving)
            for begin, end in busy[host]:  # the first gap that holds the task
                if end <= start:
                    continue
                if start + time <= begin:
                    break
                start = end
            if best is None or start + time < best[2]:
                best = (host, start, start + time)
        placed[task] = best
        busy[best[0]] = sorted(busy[best[0]] + [best[1:]])
    return {"placements": [[0, task, [host], start, finish] for task, (host, start, finish) in placed.items()]}


def main():
    instance = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "instance":
            instance = message
            continue
        answer = DESCRIPTION
        if message["type"] == "schedule":
            answer = schedule(instance)
            answer["number"] = message["number"]
        print(json.dumps(answer), flush=True)


main()
