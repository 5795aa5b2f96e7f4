"""All tasks on one processor; each plan takes SECONDS, half of it of CPU."""

import json
import os
import sys
import time

DESCRIPTION = {"strategies": [{"name": "SLOW", "summary": "all tasks on one processor, slowly"}]}


def main():
    half = float(os.environ["SECONDS"]) / 2
    instance = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "instance":
            instance = message
        elif message["type"] == "describe":
            print(json.dumps(DESCRIPTION), flush=True)
        else:
            end = time.process_time() + half
            while time.process_time() < end:
                pass
            time.sleep(half)
            placements = [
                [number, task, [0]] for number, graph in enumerate(instance["graphs"]) for task in graph["order"]
            ]
            print(json.dumps({"placements": placements}), flush=True)


main()
