"""Palio in Python: runs studies, reads campaigns, races functions.

    import palio

    campaign = palio.run("mixed-parallel", sample=50)
    campaign.results(where="strategy = 'HCPA'")
    campaign.query("SELECT strategy, median(makespan) FROM results GROUP BY strategy")
    campaign.query("@degradation", metric="efficiency")
    campaign.figure("profile")

    def schedule(instance):
        return [(task, 0) for task in instance.order]

    palio.race(schedule, sample=20)

Answers are data frames where pandas or polars is installed, and tables of rows elsewhere; `rows=True` always gives rows.
The program `palio` answers, so any Python does, whatever its sqlite3.
"""

from .campaign import Campaign, Error, Figure, Row, Table, open, run
from .program import folder, program
from .race import race

__all__ = ["Campaign", "Error", "Figure", "Row", "Table", "folder", "open", "program", "race", "run"]
