"""Campaigns: made by running a study, and read."""

import csv
import html
import importlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from .program import Error, ask, options, program


class Row(tuple):
    """Values by place or by the name of their column."""

    def __new__(cls, columns, values):
        row = super().__new__(cls, values)
        row.columns = columns
        return row

    def keys(self):
        return self.columns

    def __getitem__(self, key):
        return super().__getitem__(self.columns.index(key) if isinstance(key, str) else key)


class Table(list):
    """Rows with the names of their columns, which notebooks show as a table."""

    longest_shown = 100

    def __init__(self, columns, rows=()):
        self.columns = columns
        super().__init__(Row(columns, values) for values in rows)

    def _repr_html_(self):
        def line(tag, values):
            cells = (f"{value:.6g}" if isinstance(value, float) else str(value) for value in values)
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        shown = [line("td", ("" if value is None else value for value in row)) for row in self[: self.longest_shown]]
        more = f"<p>{len(self) - len(shown)} more rows</p>" if len(shown) < len(self) else ""
        return f"<table><thead>{line('th', self.columns)}</thead><tbody>{''.join(shown)}</tbody></table>{more}"


class Figure:
    """A figure of a report: `specification` is Vega-Lite, `save` writes a file. Notebooks show it."""

    def __init__(self, files, name, named):
        self._words = ["report", *files, "--figure", name, *options(named)]
        self.specification = json.loads(self._content(".json"))

    def _content(self, ending):
        with tempfile.NamedTemporaryFile(suffix=ending) as file:
            self.save(file.name)
            return pathlib.Path(file.name).read_text(encoding="utf-8")

    def save(self, file):
        """Writes .svg, .pdf, .png, .csv or .json."""
        ask(*self._words, "-o", file)

    def __repr__(self):
        return f"<figure: {self.specification.get('description', '')}>"

    def _repr_mimebundle_(self, **_):
        shown = {"text/plain": repr(self), "application/vnd.vegalite.v5+json": self.specification}
        try:
            shown["image/svg+xml"] = self._content(".svg")
        except Error:  # there is no node: JupyterLab draws the specification itself
            pass
        return shown


class Campaign:
    """One campaign, or several that are read as one; also while they run."""

    def __init__(self, *files):
        self.files = [str(pathlib.Path(file).absolute()) for file in files]  # which no option begins like
        self.process = None  # of a run in the background
        for file in files:
            if not pathlib.Path(file).is_file():
                raise FileNotFoundError(f"there is no campaign {file}")
        self.query("SELECT 1", rows=True)

    def query(self, sql, values=(), *, metric=None, rows=False, strategies=()):
        """The answer to a statement, with `values` for its parameters `?` or, in a dict, `:name`; or to a query that comes
        with Palio: "@degradation", about `metric` or, without one, the metric of `palio query`."""
        ready = sql.startswith("@")
        asked = [sql, *strategies, *options({"metric": metric})] if ready else ["--file", "-"]
        return _framed(_answer(["query", *self.files, *asked], None if ready else _filled_in(sql, values)), rows)

    def results(self, where=None, values=(), **named):
        """The view `results`, a row per scenario, or those rows for which a condition in SQL holds."""
        return self.table("results", where, values, **named)

    def table(self, name, where=None, values=(), **named):
        """The same of any view or table: applications, failures, campaign."""
        condition = "" if where is None else f" WHERE {where}"
        return self.query(f'SELECT * FROM "{name}"{condition}', values, **named)

    def figures(self):
        """The names of the figures that have data."""
        return [line.split()[0] for line in ask("report", *self.files, "--figure", "list").splitlines()[2:]]

    def figure(self, name, **named):
        """One of them, with the options of `palio report`: metric="efficiency", width="88mm"."""
        return Figure(self.files, name, named)

    def report(self, file, **named):
        """Writes everything on one HTML page."""
        ask("report", *self.files, "-o", file, *options(named))
        return file

    def status(self, *, rows=False):
        """How far it is: wanted, stored, missing and failed scenarios, and the rate (1/s)."""
        return _framed(_answer(["status", self.files[0]]), rows)

    def wait(self):
        """Until the run in the background ends."""
        _finish(self.process)
        return self

    def stop(self):
        """Ends the run in the background; what it has simulated is stored. palio.run continues it."""
        self.process.terminate()
        self.process.wait()
        return self

    def __enter__(self):  # as a file; nothing is open between two questions
        return self

    def __exit__(self, *_):
        pass

    close = __exit__

    def __repr__(self):
        return f"palio.open({', '.join(map(repr, self.files))})"

    def _repr_html_(self):
        return f"<p>{html.escape(repr(self))}</p>{self.status(rows=True)._repr_html_()}"


def open(*files):  # as the built-in one: palio.open
    """Opens a campaign, or several as one. What is wrong with it is an error with the file, the value and the next step."""
    return Campaign(*files)


def run(study, db=None, *, wait=True, folder=None, **named):
    """Runs what is missing of a study and returns its campaign. The study is the name of one that comes with Palio, a file,
    or the text of one. `db` is the campaign's file, else the study's name with .db; other names are options of `palio run`:
    run("mixed-parallel", sample=50, where="tasks = 50"). wait=False returns at once: `status` shows how far it is. Commands of
    strategies that begin with python3 run this Python."""
    text = study if "\n" in str(study) else None
    if db is None and text is not None:
        raise TypeError("a study given as text needs db, the file of its campaign")
    file = pathlib.Path(db or pathlib.Path(study).stem + ".db").absolute()
    words = ["run", "-" if text else study, "--db", file, *options(named)]
    said = None if wait else tempfile.TemporaryFile("w+")  # a pipe that is not read would stop the run
    process = subprocess.Popen(
        [program(), *map(str, words)],
        stdin=subprocess.PIPE if text else subprocess.DEVNULL,
        stderr=None if wait and sys.stderr.isatty() else subprocess.PIPE if wait else said,
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, "PATH": os.path.dirname(sys.executable) + os.pathsep + os.environ.get("PATH", os.defpath)},
    )
    process.said = said
    if text:
        with process.stdin as input_:
            input_.write(text)
    if not wait:
        return _running(process, file)
    _finish(process)
    return Campaign(file)


def _finish(process):
    """Passes on what a run says, until it ends. An interruption reaches the run, too, which stores what it has."""
    said = []
    try:
        for line in process.stderr or ():
            said.append(line)
            sys.stderr.write(line)
        process.wait()
    except KeyboardInterrupt:
        process.send_signal(2)
        process.wait()
        raise
    if process.said:
        process.said.seek(0)
        said = process.said.readlines()
    if process.returncode not in (0, 2):  # 2: some scenarios failed, and are stored as such
        raise Error("".join(said).strip().removeprefix("palio: ") or f"palio run ended with status {process.returncode}")


def _running(process, file):
    """The campaign of a run that has begun."""
    while process.poll() is None:
        time.sleep(0.05)
        try:
            campaign = Campaign(file)
            if campaign.status(rows=True)[0]["wanted"] is not None:
                campaign.process = process
                return campaign
        except (OSError, Error):
            pass  # it is not there yet
    _finish(process)
    return Campaign(file)


def _answer(words, text=None):
    """The table that a command answers with."""

    def read(lines):  # a row each
        return [json.loads(line.rstrip(",\n"), object_pairs_hook=list) for line in lines if line.startswith("  {")]

    found = ask(*words, "--format", "json", text=text, read=read)
    if not found:  # JSON has no names of columns then
        return Table(next(csv.reader([ask(*words, "--format", "csv", text=text)]), []))
    return Table([name for name, _ in found[0]], ([value for _, value in row] for row in found))


# Texts, names and comments, in which there are no parameters; parameters.
_PIECES = re.compile(r"""'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|/\*.*?\*/|\?|[:@$]\w+""", re.DOTALL)


def _filled_in(sql, values):
    """A statement with its parameters written out."""
    left = [] if isinstance(values, dict) else [*reversed(values)]

    def fill(piece):
        word = piece.group()
        if word == "?":
            return _literal(left.pop())
        return _literal(values[word[1:]]) if isinstance(values, dict) and word[0] in ":@$" else word

    try:
        filled = _PIECES.sub(fill, sql)
    except (IndexError, KeyError) as lacking:
        raise ValueError(f"the statement has more parameters than the values {values!r} ({lacking}): {sql}") from None
    if left:
        raise ValueError(f"the statement has fewer ? than the {len(values)} values that are given: {sql}")
    return filled


def _literal(value):
    value = value.item() if hasattr(value, "item") else value  # of numpy
    if value is None or value != value:
        return "NULL"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if isinstance(value, (int, float)):
        return repr(value + 0).replace("inf", "9e999")
    raise TypeError(f"{value!r} is no value of a statement: a number, a text or None")


def _framed(table, rows):
    if rows:
        return table
    values = [tuple(row) for row in table]
    try:
        return importlib.import_module("pandas").DataFrame(values, columns=table.columns)
    except ImportError:
        pass
    try:
        frame = importlib.import_module("polars").DataFrame
        return frame(values, schema=table.columns, orient="row", infer_schema_length=None)
    except ImportError:
        return table
