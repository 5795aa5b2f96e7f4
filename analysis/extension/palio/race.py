"""Races a Python function against the strategies of a study."""

import ast
import inspect
import json
import pathlib
import shutil
import symtable
import textwrap
import types

import palio_strategy

from .campaign import run
from .program import folder as own_folder

_MARK = "# Written by palio.race; the next race writes it again."


def race(schedule, study="mixed-parallel", db=None, *, name=None, against=None, where=None, description=None, **named):
    """Runs a study with the strategy `schedule(instance)` and returns its campaign. The function returns rows
    (task, processors) in the order in which tasks are placed, perhaps with start and finish (s), or a dict from tasks to
    processors; palio_strategy.Instance says what it gets. Its parameters with a default are the strategy's:
    race(schedule, share=[0.25, 0.5]) runs it with both values. `against` names the other strategies that run, of the study
    or not; without it, all of the study do. `description` has more keys of docs/custom-strategies.md, as
    {"machines": "unrelated"}. Other names are options of `palio run`, as sample=50.

    The function and what it uses are written to race/NAME.py next to the study: Palio's processes run it from there."""
    name = name or schedule.__name__.upper().replace("_", "-")
    text, folder = _study(study)
    _write(schedule, name, folder / "race", description or {})
    axes = [one["name"] for one in palio_strategy.parameters_of(schedule)]
    text += f'\n[[strategy]]\nname = "{name}"\ncommand = "python3 race/{name}.py"\n'
    # JSON is TOML for texts, numbers and lists of them.
    text += "".join(f"{axis} = {json.dumps(named.pop(axis))}\n" for axis in axes if axis in named)
    if against is not None:
        text += "".join(f'\n[[strategy]]\nname = "{one}"\n' for one in against if f'"{one}"' not in text)
        names = ", ".join(f"'{one}'" for one in [name, *against])
        where = f"strategy_name IN ({names})" + (f" AND ({where})" if where else "")
    stem = name.lower().replace("-", "_")
    return run(text, pathlib.Path(db or f"{stem}.db").absolute(), folder=folder, where=where, **named)


def _study(study):
    """Its text, and the folder from which its paths count."""
    if "\n" in str(study):
        return study, pathlib.Path.cwd()
    if pathlib.Path(study).is_file():
        return pathlib.Path(study).read_text(encoding="utf-8"), pathlib.Path(study).absolute().parent
    shipped = own_folder() / "studies" / f"{study}.toml"
    if not shipped.is_file():
        raise FileNotFoundError(f"there is no study {study}: neither a file, nor one that `palio list studies` shows")
    return shipped.read_text(encoding="utf-8"), pathlib.Path.cwd()


def _write(schedule, name, folder, description):
    """The program that answers for the function; what stands in its place and was not written here stays."""
    file = folder / f"{name}.py"
    if file.exists() and not file.read_text(encoding="utf-8").startswith(_MARK):
        raise FileExistsError(f"{file} is not what palio.race wrote: choose another name=")
    keys = "".join(f", {key}={value!r}" for key, value in description.items())
    program = (
        f"{_MARK}\nimport os\nimport sys\n\nsys.path.append(os.getcwd())  # modules next to the study\n\n{source_of(schedule)}\n"
        "if __name__ == '__main__':\n    from palio_strategy import serve\n\n"
        f"    serve({schedule.__name__}, {name!r}{keys})\n"
    )
    folder.mkdir(exist_ok=True)
    file.write_text(program, encoding="utf-8")
    shutil.copy(palio_strategy.__file__, folder / "palio_strategy.py")


def source_of(function):
    """The source of a function, after the source of what it uses: functions and classes of its module, imports, plain values."""
    pieces, seen = [], {function.__name__}

    def add(value):
        try:
            text = textwrap.dedent(inspect.getsource(value))
        except (OSError, TypeError):
            raise TypeError(f"{value.__name__} has no source that Python finds: define it in a file or in a notebook") from None
        for name in sorted(_names(symtable.symtable(text, value.__name__, "exec"))):
            if name in known and name not in seen:
                seen.add(name)
                add_global(name, known[name])
        pieces.append(text)

    def add_global(name, value):
        home = getattr(value, "__module__", None)
        if isinstance(value, types.ModuleType):
            pieces.append(f"import {value.__name__} as {name}\n")
        elif isinstance(value, (types.FunctionType, type)) and home == function.__module__:
            add(value)
        elif home and hasattr(value, "__qualname__"):
            pieces.append(f"from {home} import {value.__qualname__} as {name}\n")
        elif _is_plain(value):
            pieces.append(f"{name} = {value!r}\n")
        else:
            raise TypeError(
                f"{function.__name__} uses {name}, which is of type {type(value).__name__} and cannot be written into a "
                "program: make it in the function, from a file if it is large"
            )

    if not isinstance(function, types.FunctionType) or function.__name__ == "<lambda>":
        raise TypeError(f"{function!r} is no function that def gave a name")
    known = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
    add(function)
    return "\n".join(pieces)


def _names(table):
    """What a piece of source takes from outside."""
    outer = table.get_type() == "module"
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (outer or symbol.is_global()):
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _names(inner)


def _is_plain(value):
    try:
        return ast.literal_eval(repr(value)) == value
    except (ValueError, SyntaxError, TypeError):
        return False
