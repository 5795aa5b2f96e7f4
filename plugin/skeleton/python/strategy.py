#!/usr/bin/env python3
"""@NAME@: a strategy for parallel task graphs, to begin with. It takes the tasks in the order of their dependencies and
puts each where it finishes first, on at most a fraction `share` of a cluster."""

from palio_strategy import serve

SHARE = {"name": "share", "meaning": "largest fraction of a cluster for one task", "min": 0, "max": 1, "default": 0.5}


def schedule(instance, share):
    graph, clusters = instance["graphs"][0], instance.clusters
    parents = instance.parents()
    free = [[0.0] * cluster["processors"] for cluster in clusters]  # when each processor is free, s
    chosen, placements = {}, []
    for task in instance.order:  # every task after its parents
        best = None
        for k, cluster in enumerate(clusters):
            dates = sorted(free[k])
            for n in range(1, max(1, int(share * cluster["processors"])) + 1):
                start = max(graph["release_date"], dates[n - 1])
                for parent, size in parents[task]:
                    a, m, finish = chosen[parent]
                    start = max(start, finish + instance.transfer_time(size, a, m, k, n))
                finish = start + instance.execution_time(task, n, k)
                if best is None or finish < best[0]:
                    best = (finish, start, k, n)
        finish, start, k, n = best
        chosen[task] = (k, n, finish)
        soonest = sorted(range(len(free[k])), key=lambda processor: free[k][processor])[:n]
        for processor in soonest:
            free[k][processor] = finish
        first = clusters[k]["first_processor"]
        placements.append((task, [first + processor for processor in soonest], start, finish))
    return placements


if __name__ == "__main__":
    serve(
        schedule,
        "@NAME@",
        summary="every task where it finishes first",
        source="not yet published",
        machines="unrelated",
        parameters=[SHARE],
    )
