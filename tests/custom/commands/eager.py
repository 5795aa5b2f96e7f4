"""Decides at run time: of the tasks that are ready, the longest goes to the first idle processor."""

import json
import sys

DESCRIPTION = {
    "answers": "numbered",
    "interface": 4,
    "strategies": [
        {
            "name": "PY-EAGER",
            "summary": "the longest ready task goes to the first idle processor",
            "decides": "at_run_time",
            "applications": "one",
            "machines": "unrelated",
        }
    ],
}


def mean_time(platform, graph, task):
    """On one processor, over all of them, s."""
    flop, alpha = graph["tasks"][task]
    total = count = 0
    for k, cluster in enumerate(platform["clusters"]):
        alone = graph["times"][task][k] if "times" in graph else flop / cluster["speed"]
        total += cluster["processors"] * (alone * (alpha + (1 - alpha)))
        count += cluster["processors"]
    return total / count


def decide(instance, question):
    platform, graph = instance["platform"], instance["graphs"][0]
    busy = {p for row in question["running"] + question["waiting"] for p in row[2]}
    count = sum(cluster["processors"] for cluster in platform["clusters"])
    idle = [p for p in range(count) if p not in busy]
    ready = sorted((task for _, task in question["ready"]), key=lambda task: -mean_time(platform, graph, task))
    return {"decisions": [[0, task, [p]] for task, p in zip(ready, idle)]}


def main():
    instance = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "instance":
            instance = message
        elif message["type"] == "describe":
            print(json.dumps(DESCRIPTION), flush=True)
        else:
            answer = decide(instance, message)
            answer["number"] = message["number"]
            print(json.dumps(answer), flush=True)


main()
