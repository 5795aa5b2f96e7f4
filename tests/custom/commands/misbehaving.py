"""A command of one strategy for each way to misbehave that a command has."""

import json
import os
import signal
import sys
import time

ACTS = ["nothing", "segfault", "abort", "raise", "exit", "loop", "twice", "missing", "no-such-task",
        "no-such-processor", "no-plan", "error", "chatter", "chatter-behind", "nonsense", "not-an-object",
        "text-for-number", "endless", "close-stdout", "children", "deep", "not-utf8", "huge-number", "mark", "zero",
        "zero-behind", "count"]
DECIDING_ACTS = ["nothing", "segfault", "raise", "exit", "loop", "slow", "no-plan", "error", "nonsense", "plan",
                 "not-ready", "started", "twice", "no-such-task", "no-such-processor", "two-clusters", "dates", "never"]
MOMENTS = ["first", "later", "realization"]

DESCRIPTION = {
    "interface": 4,
    "strategies": [
        {
            "name": "MISBEHAVING",
            "summary": "does what it is asked for",
            "parameters": [{"name": "act", "type": "text", "meaning": "what it does", "choices": ACTS,
                            "default": "nothing"}],
        },
        {
            "name": "MISDECIDING",
            "summary": "does what it is asked for at run time",
            "decides": "at_run_time",
            "parameters": [{"name": "act", "type": "text", "meaning": "what it does", "choices": DECIDING_ACTS},
                           {"name": "moment", "type": "text", "meaning": "from when on", "choices": MOMENTS}],
        },
    ],
}


def good(instance):
    order = instance["graphs"][0]["order"]
    return [[0, task, [0]] for task in order]


def say(answer):
    print(json.dumps(answer), flush=True)


def loop():
    while True:
        pass


def act(name, instance):
    placements = good(instance)
    if name == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif name == "abort":
        print("last words", file=sys.stderr, flush=True)
        os.abort()
    elif name == "raise":
        raise ValueError("no such luck")
    elif name == "exit":
        sys.exit(3)
    elif name == "loop":
        loop()
    elif name == "children":
        for _ in range(2):
            if os.fork() == 0:
                os.setsid()
                loop()
        time.sleep(600)
    elif name == "twice":
        placements += placements
    elif name == "missing":
        placements.pop()
    elif name == "no-such-task":
        placements[0][1] = 1000000
    elif name == "no-such-processor":
        placements[0][2] = [1000000]
    elif name == "text-for-number":
        placements[0][1] = "zero"
    elif name == "no-plan":
        return say({"no_schedule": "nothing fits"})
    elif name == "error":
        return say({"error": "no such luck"})
    elif name == "chatter":
        print("working...", flush=True)
    elif name == "nonsense":
        return print("{]", flush=True)
    elif name == "not-an-object":
        return print("7", flush=True)
    elif name == "deep":
        return print("[" * 100000, flush=True)
    elif name == "huge-number":
        return print('{"placements": [[0, 1e400, [0]]]}', flush=True)
    elif name == "not-utf8":
        sys.stdout.buffer.write(b'{"placements": "\xff\xfe"}\n')
        return sys.stdout.buffer.flush()
    elif name == "count":  # each call has another plan
        with open("calls", "a") as calls:
            calls.write("x")
        number = os.path.getsize("calls")
        for bit, placement in enumerate(placements):
            if number >> bit & 1 and instance["platform"]["clusters"][0]["processors"] > 1:
                placement[2] = [0, 1]
    elif name == "mark":
        sys.stdout.write("\ufeff")
    elif name == "zero":
        sys.stdout.write("\0")
    elif name == "zero-behind":
        sys.stdout.write(json.dumps({"placements": placements}) + "\0and more\n")
        return sys.stdout.flush()
    elif name == "endless":
        while True:
            sys.stdout.write("x" * 65536)
    elif name == "close-stdout":
        os.close(1)
        time.sleep(600)
    if name == "chatter-behind":
        sys.stdout.write(json.dumps({"placements": placements}) + "\ndone\n")
        return sys.stdout.flush()
    say({"placements": placements})


def cluster_of(instance, processor):
    return [c for c in instance["platform"]["clusters"] if c["first_processor"] <= processor][-1]


def is_realization(instance, question):
    """Whether a task took another time than was estimated."""
    for graph, task, processors, start, finish in question["ended"]:
        flop, alpha = instance["graphs"][graph]["tasks"][task]
        time = flop / cluster_of(instance, processors[0])["speed"] * (alpha + (1 - alpha) / len(processors))
        if abs(finish - start - time) > 1e-6 * time:
            return True
    return False


def has_come(moment, instance, question):
    if moment == "realization":
        return is_realization(instance, question)
    return moment == "first" or len(question["ended"]) > 0


def decide(name, instance, question):
    """By default, all on processor 0."""
    decisions = [[graph, task, [0]] for graph, task in question["ready"]]
    known = [row[:2] for key in ("ready", "waiting", "running", "ended") for row in question[key]]
    if name == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif name == "raise":
        raise ValueError("no such luck")
    elif name == "exit":
        sys.exit(3)
    elif name == "loop":
        loop()
    elif name == "slow":
        end = time.process_time() + 0.3
        while time.process_time() < end:
            pass
    elif name == "no-plan":
        return say({"no_schedule": "nothing fits"})
    elif name == "error":
        return say({"error": "no such luck"})
    elif name == "nonsense":
        return print("{]", flush=True)
    elif name == "plan":
        return say({"placements": decisions})
    elif name == "not-ready":
        tasks = range(len(instance["graphs"][0]["tasks"]))
        decisions = [[0, task, [0]] for task in tasks if [0, task] not in known] + decisions
    elif name == "started":
        decisions = [row[:3] for row in question["running"] + question["ended"]] + decisions
    elif name == "twice":
        decisions += decisions
    elif name == "no-such-task":
        decisions = [[0, 1000000, [0]]]
    elif name == "no-such-processor":
        decisions = [[graph, task, [1000000]] for graph, task, _ in decisions]
    elif name == "two-clusters":
        decisions = [[*row[:2], [0, instance["platform"]["clusters"][1]["first_processor"]]] for row in decisions]
    elif name == "dates":
        decisions = [[*row, 0, 1] for row in decisions]
    elif name == "never":
        decisions = []
    say({"decisions": decisions})


def main():
    instance = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "describe":
            say(DESCRIPTION)
        elif message["type"] == "instance":
            instance = message
        elif message["type"] == "decide":
            name, moment = message["parameters"]["act"], message["parameters"]["moment"]
            decide(name if has_come(moment, instance, message) else "nothing", instance, message)
        else:
            act(message["parameters"]["act"], instance)


main()
