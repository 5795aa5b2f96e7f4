"""Prints the schedules that online_list_test.cpp expects: a second implementation, by trying every number of processors
and by summing up the processors in use at each date. Ten small graphs, made by arithmetic as in the test."""

from math import ceil, sqrt

TASKS = 9
LAWS = ["amdahl", "roofline", "communication", "general", "powercom"]
CASES = [  # law, rule, priority, processors
    ("amdahl", "ICPP22", "fifo", 12),
    ("amdahl", "TOPC24", "length", 20),
    ("roofline", "ICPP22", "processors", 9),
    ("roofline", "minTime", "area", 10),
    ("communication", "ICPP22", "length", 16),
    ("communication", "TOPC24", "area", 11),
    ("general", "Fair", "fifo", 25),
    ("general", "TOPC24", "processors", 18),
    ("powercom", "Fair", "area", 14),
    ("powercom", "minArea", "length", 2),
]
MU_ICPP22 = {"amdahl": 0.271, "roofline": (3 - sqrt(5)) / 2, "communication": 0.324, "general": 0.211,
             "powercom": 0.271}
MU_TOPC24 = {"amdahl": (1 - sqrt(8 * sqrt(2) - 11)) / 2, "roofline": (3 - sqrt(5)) / 2,
             "communication": (23 - sqrt(313)) / 18, "general": (33 - sqrt(738)) / 27, "powercom": 1 / 4.56}
ALPHA = {"amdahl": (sqrt(2) + 1 + sqrt(2 * sqrt(2) - 1)) / 2, "roofline": 1, "communication": 4 / 3, "general": 2,
         "powercom": 2}
NEARLY = 1 + 1e-9


def parents(case, task):
    return [p for p in range(task) if (3 * p + 5 * task + case) % 4 == 0]


def duration(case, law, task, n):
    work = 10 + (7 * task + 3 * case) % 11
    alpha = 0.02 * ((task + case) % 6)
    most = 2 + (5 * task + case) % 9
    overhead = 0.004 * (1 + (task + 2 * case) % 5)
    exponent = 0.125 * ((3 * task + case) % 8)
    return work * {
        "amdahl": alpha + (1 - alpha) / n,
        "roofline": 1 / min(n, most),
        "communication": 1 / n + overhead * (n - 1),
        "general": (1 - alpha) / min(n, most) + alpha + overhead * (n - 1),
        "powercom": 1 / n + overhead * n**exponent,
    }[law]


class Schedule:
    def __init__(self, case):
        self.case = case
        self.law, self.rule, self.priority, self.processors = CASES[case]
        self.largest_ratio = 1
        self.wanted = {}  # of the tasks that are known
        self.known_at = {}
        self.placed = {}  # task: (start, finish, processors)

    def time(self, task, n):
        return duration(self.case, self.law, task, n)

    def choose(self, task):
        counts = range(1, self.processors + 1)
        least = min(self.time(task, n) for n in counts)
        counts = range(1, 1 + next(n for n in counts if self.time(task, n) == least))
        area = {n: n * self.time(task, n) / self.time(task, 1) for n in counts}
        time = {n: self.time(task, n) / least for n in counts}
        if self.rule == "minArea":
            return 1
        if self.rule == "minTime":
            return counts[-1]
        if self.rule == "ICPP22":
            mu = MU_ICPP22[self.law]
            return next((n for n in counts if time[n] <= (1 - 2 * mu) / (mu * (1 - mu)) * NEARLY), counts[-1])
        if self.rule == "TOPC24":
            return max(n for n in counts if area[n] <= ALPHA[self.law] * NEARLY)
        ratio = {n: max(area[n], time[n]) for n in counts}
        best = min(counts, key=lambda n: ratio[n])
        self.largest_ratio = max(self.largest_ratio, ratio[best])
        return best

    def cap(self):
        r = self.largest_ratio
        mu = {"ICPP22": MU_ICPP22[self.law], "TOPC24": MU_TOPC24[self.law],
              "Fair": (2 * r + 1 - sqrt(4 * r * r + 1)) / (2 * r)}.get(self.rule, 1)
        return ceil(mu * self.processors)

    def given(self, task):
        return min(self.wanted[task], self.cap())

    def key(self, task):
        n = self.given(task)
        value = {"fifo": self.known_at[task], "processors": -n, "length": -self.time(task, n),
                 "area": -n * self.time(task, n)}[self.priority]
        return value, task

    def step(self, now):
        done = {task for task, (_, finish, _) in self.placed.items() if finish <= now}
        for task in range(TASKS):
            if task not in self.wanted and all(p in done for p in parents(self.case, task)):
                self.wanted[task] = self.choose(task)
                self.known_at[task] = now
        for task in sorted((t for t in self.wanted if t not in self.placed), key=self.key):
            used = sum(n for start, finish, n in self.placed.values() if start <= now < finish)
            if used + self.given(task) <= self.processors:
                n = self.given(task)
                self.placed[task] = now, now + self.time(task, n), n

    def run(self):
        now = 0
        while len(self.placed) < TASKS:
            self.step(now)
            now = min((finish for _, finish, _ in self.placed.values() if finish > now), default=now)
        return [self.placed[task] for task in range(TASKS)]


for case, (law, rule, priority, processors) in enumerate(CASES):
    rows = ", ".join(f"{{{n}, {start:.12g}}}" for start, _, n in Schedule(case).run())
    print(f'{{SpeedupLaw::{law}, "{rule}:priority={priority}", {processors},\n {{{rows}}}}},')
