"""Reads campaigns of Palio, with the statistics of `palio query`.

    import palio

    with palio.open("sample.db") as campaign:
        campaign.results(where="strategy = 'HCPA'")
        campaign.query("SELECT strategy, median(makespan) FROM results GROUP BY strategy")
        campaign.query("@degradation", metric="efficiency")

Answers are data frames where pandas is installed, and lists of sqlite3.Row elsewhere; `rows=True` always gives rows.
"""

import pathlib
import sqlite3

_APPLICATION_ID = 0x50414C49  # "PALI"
_EXTENSION = pathlib.Path(__file__).resolve().parents[2] / "palio_sqlite.so"


class Campaign:
    """A campaign that is open to be read, also while it runs."""

    def __init__(self, file):
        if not pathlib.Path(file).is_file():
            raise FileNotFoundError(f"there is no campaign {file}")
        self.connection = sqlite3.connect(pathlib.Path(file).absolute().as_uri() + "?mode=ro", uri=True)
        try:
            self._add_functions(file)
        except BaseException:
            self.connection.close()
            raise

    def _add_functions(self, file):
        if not hasattr(self.connection, "enable_load_extension"):
            raise RuntimeError("this Python's sqlite3 loads no extensions; Debian's /usr/bin/python3 does")
        self.connection.enable_load_extension(True)
        try:  # before anything is read: the extension looks at what lies beside the file
            self.connection.load_extension(str(_EXTENSION))
        except sqlite3.OperationalError as error:
            raise ValueError(str(error).removeprefix("error during initialization: ")) from None
        self.connection.enable_load_extension(False)
        try:
            (number,) = self.connection.execute("PRAGMA application_id").fetchone()
        except sqlite3.DatabaseError as error:
            raise ValueError(f"{file} is not a Palio campaign: {error}") from None
        if number != _APPLICATION_ID:
            raise ValueError(f"{file} is not a Palio campaign: its application_id is {number}")
        self.connection.row_factory = sqlite3.Row

    def query(self, sql, values=(), *, metric=None, rows=False):
        """The answer to a statement, with `values` for its parameters, or to a query that comes with Palio:
        "@degradation", about `metric` or, without one, the metric of `palio query`: the study's, if it names one."""
        if sql.startswith("@"):
            sql = self._ready(sql[1:], metric)
        cursor = self.connection.execute(sql, values)
        found = cursor.fetchall()
        frame = None if rows else _data_frame()
        return frame(found, columns=[column[0] for column in cursor.description]) if frame else found

    def _ready(self, name, metric):
        queries = dict(self.connection.execute("SELECT name, sql FROM ready_queries(?)", (metric,)).fetchall())
        if name not in queries:
            known = ", ".join("@" + one for one in queries)
            about = "" if metric is None else f" about {metric}"
            raise ValueError(f"no query @{name}{about} comes with Palio, but {known}")
        return queries[name]

    def results(self, where=None, values=(), **options):
        """The view `results`, a row per scenario, or those rows for which a condition in SQL holds."""
        return self.table("results", where, values, **options)

    def table(self, name, where=None, values=(), **options):
        """The same of any view or table: applications, failures, campaign."""
        condition = "" if where is None else f" WHERE {where}"
        return self.query(f'SELECT * FROM "{name}"{condition}', values, **options)

    def close(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def open(file):  # as the built-in one: palio.open
    """Opens a campaign. What is wrong with it is an error with the file, the value and the next step."""
    return Campaign(file)


def _data_frame():
    try:
        import pandas
    except ImportError:
        return None
    return pandas.DataFrame
