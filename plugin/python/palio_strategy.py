"""A strategy of Palio as a Python function. This file stands alone: keep it next to the strategy that imports it.

    from palio_strategy import serve

    def schedule(instance):
        return [(task, 0) for task in instance.order]  # every task on processor 0

    if __name__ == "__main__":
        serve(schedule, "MINE")

`palio run study.toml --command "python3 mine.py"` then has a strategy MINE.
"""

import inspect
import json
import os
import sys
import traceback


class NoSchedule(Exception):
    """There is no feasible schedule, and why."""


class Instance(dict):
    """The platform and the graphs that a strategy is told, as docs/custom-strategies.md of Palio says, and what follows from
    them. Tasks, processors and clusters are numbers from 0; a graph is the first unless `graph` says which."""

    @property
    def clusters(self):
        return self["platform"]["clusters"]

    @property
    def order(self):
        """The tasks of the first graph, every task after its parents."""
        return self["graphs"][0]["order"]

    @property
    def processors(self):
        """How many there are, in all clusters."""
        return sum(cluster["processors"] for cluster in self.clusters)

    def cluster_of(self, processor):
        return next(k for k, one in enumerate(self.clusters) if processor < one["first_processor"] + one["processors"])

    def parents(self, graph=0):
        """For each task its parents, each with the bytes it sends: [(parent, bytes), ...]."""
        parents = [[] for _ in self["graphs"][graph]["tasks"]]
        for parent, child, size in self["graphs"][graph]["edges"]:
            parents[child].append((parent, size))
        return parents

    def execution_time(self, task, n, k, graph=0):
        """Of a task on n processors of cluster k, s."""
        flop, alpha = self["graphs"][graph]["tasks"][task]
        times = self["graphs"][graph].get("times")
        alone = times[task][k] if times else flop / self.clusters[k]["speed"]
        return alone * (alpha + (1 - alpha) / n)

    def time(self, task, processor):
        """Of a task of the first graph on one processor, s."""
        return self.execution_time(task, 1, self.cluster_of(processor))

    def latency(self, a, b):
        """Of the links between two processors of clusters a and b, s."""
        platform, source, target = self["platform"], self.clusters[a], self.clusters[b]
        shared = platform["interconnect"] == "shared_switch"
        switch = platform["shared_switch"] if shared else source["switch"]
        total = source["processor_link"]["latency"] + switch["latency"] + target["processor_link"]["latency"]
        if a == b or shared:
            return total
        total += source["uplink"]["latency"] + target["uplink"]["latency"] + target["switch"]["latency"]
        return total + (platform["backbone"]["latency"] if platform["interconnect"] == "backbone" else 0)

    def transfer_time(self, size, a, m, b, n):
        """Palio's estimate of moving data from m processors of cluster a to n of cluster b, s."""
        if size <= 0:
            return 0
        platform, source, target = self["platform"], self.clusters[a], self.clusters[b]
        if "routes" in platform:
            between, sender, receiver, shared = platform["routes"][a * len(self.clusters) + b]
            hosts = [-(-m // source["cores"]), -(-n // target["cores"]), 1]
            bounds = zip(hosts, (sender, receiver, shared))
            return between + max((size / (count * bound) for count, bound in bounds if bound), default=0)
        times = [size / (m * source["processor_link"]["bandwidth"]), size / target["processor_link"]["bandwidth"] / n]
        if a != b and platform["interconnect"] != "shared_switch":
            times += [size / source["uplink"]["bandwidth"], size / target["uplink"]["bandwidth"]]
            if platform["interconnect"] == "backbone":
                times.append(size / platform["backbone"]["bandwidth"])
        return self.latency(a, b) + max(times)

    def transfer(self, size, source, target):
        """The same between two processors: 0 if the data stay where they are."""
        if source == target:
            return 0
        return self.transfer_time(size, self.cluster_of(source), 1, self.cluster_of(target), 1)


def parameters_of(function):
    """The parameters of a strategy: those of its function that have a default, a number or a text."""
    found = []
    for name, parameter in inspect.signature(function).parameters.items():
        value, known = parameter.default, {str: ("text", None), int: ("integer", 2**31 - 1), float: ("real", 1e300)}
        if type(value) in known:
            kind, most = known[type(value)]
            range_ = {} if most is None else {"min": -most, "max": most}
            found.append({"name": name, "meaning": f"{name} of {function.__name__}", "type": kind, "default": value, **range_})
        elif value is not inspect.Parameter.empty:
            raise TypeError(f"{name} of {function.__name__} has the default {value!r}, which is no number and no text")
    return found


def description(function, name, summary=None, parameters=None, **keys):
    """What Palio asks a command about its strategies."""
    summary = summary or (inspect.getdoc(function) or f"the Python function {function.__name__}").splitlines()[0]
    parameters = parameters_of(function) if parameters is None else parameters
    helper = os.path.relpath(__file__)
    keys = {"applications": "one", **keys, "name": name, "summary": summary, "parameters": parameters}
    return {
        "interface": 4,
        "answers": "numbered",  # each repeats the number of its question
        "strategies": [keys],
        "files": [] if helper.startswith("..") else [helper],
    }


def answer(found, member):
    """The answer of a function in Palio's words: rows (task, processors), or (graph, task, processors), each perhaps with
    start and finish (s), in the order in which tasks are placed; or a dict from tasks to processors."""
    if isinstance(found, dict) and found.keys() & {member, "no_schedule", "error"}:
        return found
    rows = []
    for row in found.items() if isinstance(found, dict) else found:
        row = [0, *row] if len(row) % 2 == 0 else list(row)
        row[2] = list(row[2]) if hasattr(row[2], "__iter__") else [row[2]]
        rows.append(row)
    return {member: rows}


def serve(function, name, *, summary=None, parameters=None, **keys):
    """Answers Palio's questions on standard input until it ends. `keys` are those of a description
    (docs/custom-strategies.md), as in applications="any", machines="unrelated". The function gets an Instance and its
    parameters by name; one that decides="at_run_time" also gets the question, after the instance."""
    told = description(function, name, summary, parameters, **keys)
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the function prints is no answer
    instance = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "instance":  # for all questions until the next one; it has no answer
            instance = Instance(message)
        else:
            said = json.dumps(told) if message["type"] == "describe" else reply(function, instance, message)
            print(said, file=answers, flush=True)


def reply(function, instance, question):
    """The line that answers a question."""
    try:
        if question["type"] == "decide":
            words = answer(function(instance, question, **question["parameters"]), "decisions")
        else:
            words = answer(function(instance, **question["parameters"]), "placements")
        return json.dumps({**words, "number": question["number"]}, default=lambda number: number.item())  # of numpy
    except NoSchedule as reason:
        words = {"no_schedule": str(reason)}
    except Exception as error:
        traceback.print_exc()
        words = {"error": f"{type(error).__name__}: {error}"}
    return json.dumps({**words, "number": question["number"]})
