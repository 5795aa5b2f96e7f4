"""All tasks on one processor, as in one_by_one.cpp: next to no work. Keeps in a file how long it worked so far, in s,
from the first byte of a line to the last one of its answer."""

import json
import os
import sys
import time

DESCRIPTION = {
    "strategies": [
        {
            "name": "ONE-BY-ONE",
            "summary": "all tasks on one processor",
            "parameters": [
                {"name": "processor", "type": "integer", "meaning": "its number", "min": 0, "max": 1000, "default": 0}
            ],
        }
    ]
}


def main():
    times = os.open(os.environ["TIMES"], os.O_CREAT | os.O_TRUNC | os.O_WRONLY)
    worked, instance = 0.0, None
    for line in sys.stdin:
        start = time.perf_counter()
        message = json.loads(line)
        if message["type"] == "instance":
            instance = message
        elif message["type"] == "describe":
            print(json.dumps(DESCRIPTION), flush=True)
        else:
            chosen = [message["parameters"]["processor"]]
            placements = [
                [number, task, chosen] for number, graph in enumerate(instance["graphs"]) for task in graph["order"]
            ]
            print(json.dumps({"placements": placements}), flush=True)
        worked += time.perf_counter() - start
        os.pwrite(times, b"%-24.9f" % worked, 0)


main()
