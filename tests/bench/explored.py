"""palio explore: how long the page waits for its answers, what it keeps in memory, and what it costs a run beside it."""

import contextlib
import http.client
import json
import os
import pathlib
import random
import re
import subprocess
import time
import urllib.parse

from workbench import SOURCE, costs

STUDIES = SOURCE / "campaign/studies"


class Page:
    """Asks a running palio explore what its page asks."""

    def __init__(self, bench, database):
        self.begun = time.monotonic()
        self.program = subprocess.Popen(bench.palio("explore", database), stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        port, self.token = re.search(r":(\d+)/\?token=(\w+)", self.program.stdout.readline()).groups()
        self.host = f"127.0.0.1:{port}"
        self.connection = http.client.HTTPConnection(self.host)

    def ask(self, what, **parameters):
        """The answer, and after how many seconds it came."""
        begun = time.monotonic()
        self.connection.request("GET", f"/api/{what}?{urllib.parse.urlencode(parameters)}", headers={
            "Cookie": f"palio-{self.host.split(':')[1]}={self.token}", "X-Palio": "1"})
        answer = self.connection.getresponse()
        body = answer.read()
        taken = time.monotonic() - begun
        if answer.status != 200:
            raise RuntimeError(f"palio explore refuses {what} {parameters}: {body.decode()}")
        return json.loads(body), taken

    def memory(self):
        """MB: resident now."""
        status = pathlib.Path(f"/proc/{self.program.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s*(\d+)", status)[1]) * 1024 / 1e6

    def cpu(self):
        """s, so far."""
        times = pathlib.Path(f"/proc/{self.program.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.program.terminate()
        self.program.wait()


def random_view(campaign, filters):
    """Two strategies, two axes of few levels, and as many filters on others."""
    axes = [axis for axis in campaign["axes"] if len(axis["levels"]) <= 12]
    chosen = random.sample(axes, min(len(axes), 2 + filters))
    strategies = random.sample(campaign["strategies"], 2)
    view = {"a": strategies[0], "b": strategies[1], "y": chosen[0]["name"], "x": chosen[1]["name"]}
    for axis in chosen[2:]:
        view[f"f.{axis['name']}"] = "|".join(random.sample(axis["levels"], (len(axis["levels"]) + 1) // 2))
    return view


def answers_of(bench, database, most_first, most_view):
    """Figures of a campaign that nobody writes."""
    random.seed(1)
    with contextlib.closing(Page(bench, database)) as page:
        page.ask("view")
        first = time.monotonic() - page.begun
        campaign = page.ask("campaign")[0]["campaign"]
        memory = page.memory()
        size = f"{campaign['results']:,} results"
        rest = {"commands": [bench.typed(bench.palio("explore", database))]}
        bench.tell(f"explore, {size}: from the start to the first view", "s", first, at_most=most_first,
                   sides=f"{memory:.0f} MB of memory, {1e6 * memory / campaign['results']:.0f} byte a result", **rest)
        for filters, what in ((0, "a view of all instances"), (2, "a view with two filters")):
            taken = [1e3 * page.ask("view", **random_view(campaign, filters))[1] for _ in range(bench.choose(20, 3))]
            bench.tell(f"explore, {size}: {what}", "ms", taken, at_most=most_view, **rest)


def beside_a_run(bench):
    """The page asks for progress each second, and for its view when there are new results."""
    database = bench.file("beside.db")
    command = bench.palio("run", "mixed-parallel", "--engine", "fluid", "--audit", 0, "--sample", bench.choose(20000, 300),
                          "--db", database, "-q")
    with subprocess.Popen(["time", "-f", "%U %S", *command], stderr=subprocess.PIPE, text=True) as run:
        while not os.path.exists(database) or not stored(database):
            time.sleep(0.2)
        with contextlib.closing(Page(bench, database)) as page:
            reading, views = None, 0
            while run.poll() is None:
                live = page.ask("live")[0]
                if live["reading"] != reading:
                    reading = live["reading"]
                    page.ask("campaign"), page.ask("view")
                    views += 1
                time.sleep(1)
            spent = page.cpu()
        used = sum(map(float, run.stderr.read().split()[-2:]))
    bench.tell("explore beside a run: CPU of the server, of that of the run", "%", 100 * spent / used, at_most=2,
               sides=f"{spent:.1f} s against {used:.0f} s; {costs(database).scenarios:,} scenarios, {views} views",
               commands=[bench.typed(command), bench.typed(bench.palio("explore", database))])


def stored(database):
    try:
        return costs(database).scenarios
    except Exception:  # it is being created
        return 0


def explored(bench):
    small = bench.file("small.db")
    bench.run(bench.beside("bench_instant_campaign", small, 1, 1, STUDIES / "mixed-parallel.toml", bench.choose(14_300, 300)))
    answers_of(bench, small, 0.5, 25)
    answers_of(bench, bench.stored_campaign(), 1.5, 50)
    beside_a_run(bench)
