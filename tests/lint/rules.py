"""The rules of the source tree. Each takes a tree and yields one line per problem, which begins with the place.

A tree is a dict from the paths of its text files, written from the root with '/', to their lines.
"""

import collections
import pathlib
import re
from typing import NamedTuple

# The layers of ARCHITECTURE.md, lowest first: what the files of a folder may include besides their own. A folder below
# another one follows its own row if it has one.
LAYERS = {
    "core": [],
    "plugin": [],
    "workloads": ["core"],
    "platforms": ["core"],
    "strategies": ["core", "workloads", "platforms"],
    "storage": ["core"],
    "runners": ["core", "plugin", "workloads", "platforms", "strategies"],
    "analysis": ["core", "storage"],
    # The study language knows neither queries nor runners, a plan neither claims nor reports.
    "campaign/targets": ["core", "workloads", "platforms"],
    "campaign/files": ["core", "workloads", "platforms", "runners"],
    "campaign/study": ["core", "workloads", "platforms", "strategies", "storage", "campaign/targets", "campaign/files"],
}
LAYERS["campaign/plan"] = [layer for layer in LAYERS if layer not in ("plugin", "analysis")] + ["campaign"]
LAYERS["campaign"] = [layer for layer in LAYERS if layer != "plugin"]  # what is run
DEEDS = [f"campaign/{deed}" for deed in  # what people do with it
         ("archive", "cluster", "data", "duel", "exam", "explore", "merge", "pack", "replay", "report")]
for deed in DEEDS:
    LAYERS[deed] = [layer for layer in LAYERS if layer not in ("plugin", *DEEDS)] + DEEDS
LAYERS["campaign/cli"] = [layer for layer in LAYERS if layer != "plugin"]
LAYERS["tests"] = list(LAYERS)


class Library(NamedTuple):
    """Headers that begin with one of `headers` belong to the paths that begin with one of `places`, and their tests."""

    headers: list
    places: list
    excepted: list = []


LIBRARIES = [
    Library(["fmt/"], [""]),  # core links it and its headers may show up everywhere: texts are made in every layer
    Library(["boost/random"], ["core/"]),
    Library(["boost/math"], ["analysis/statistics/"]),
    Library(["boost/asio", "boost/beast"], ["campaign/explore/http/"]),
    Library(["xxhash.h"], ["core/"]),
    Library(["nlohmann/"], ["core/", "runners/", "tests/kinds/", "tests/custom/plugins/misdeeds"]),
    Library(["expat.h"], ["core/xml/"]),
    Library(["simdjson.h", "yaml.h"], ["workloads/formats/"]),
    Library(["coin/"], ["strategies/lp/"]),
    Library(["SQLiteCpp/", "sqlite3.h", "sqlite3ext.h"], ["storage/"]),
    Library(["simgrid/", "xbt/"], ["runners/engines/simgrid/", "tests/bench/engines/bare_loop/"]),
    Library(["toml++/"], ["core/toml/", "campaign/"], excepted=["campaign/cli/"]),
    Library(["oneapi/", "tbb/"], ["campaign/run/executor", "campaign/duel/duel_search"]),
    Library(["archive.h", "archive_entry.h", "openssl/"], ["campaign/archive/"]),
    Library(["CLI/"], ["campaign/cli/syntax/syntax"]),
    Library(["sanitizer/"], ["campaign/run/handover"]),
    Library(["palio/"], ["plugin/", "tests/custom/plugins/", "tests/bench/scheduling/one_by_one"]),  # as others find them
    Library(["gtest/", "gmock/"], ["tests/"]),
    Library(["benchmark/"], ["tests/bench/"]),
]

FILE_LIMIT = 600  # lines; a longer file is a problem
FILE_REVIEW = 400  # lines; a longer file is worth a look
FOLDER_REVIEW = 20  # units, a .h with its .cpp being one; a larger folder is worth a look

# Marks of unfinished work are whole words (mkstemp's X's are no mark); an absolute path does not continue another one.
# They are put together from pieces, so that this file does not contain them.
WORDS = re.compile(
    r"(?<!\w)(?:TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)(?!\w)"
    r"|(?<![\w.}-])/(?:work/|farm/|tmp/bash)"
    r"|\.\./" r"shared",
    re.ASCII,
)

WAYS_TO_WRITE = ["ofstream", "std::fstream", "fopen(", "O_CREAT", "creat(", "mkstemp", "tmpfile", "copy_file(",
                 "rename(", "filesystem::copy("]
WRITERS = [
    "core/text/new_file.cpp",
    "storage/file/campaign_file.cpp",  # the database, which SQLite writes
    "storage/file/schema/write_made_schema.cpp",  # a program of the build
    "campaign/cluster/folder/parts.cpp",  # a damaged part, which gets another name
]

WAYS_TO_PRINT = ["fmt::print(", "std::printf(", "fprintf(", "fputs(", "fwrite(", "std::cout", "std::cerr"]
PRINTERS = [
    "core/text/talk.h",
    "core/text/output_file.cpp",  # files
    "campaign/cli/output/table.cpp",  # the others make visible themselves what they print
    "campaign/cli/output/output.cpp",
    "runners/client/dry_runner.cpp",
]

JSON_CALLBACK = "parse_" "event_t"


def lines_of(text):
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def read_tree(root, folders):
    """The text files below these folders and in the root itself; a missing folder is empty, a zero byte is no text."""
    root = pathlib.Path(root)
    paths = [path for path in root.iterdir() if path.name != ".git"]  # of a linked work tree: git's own paths
    for folder in folders:
        paths += (root / folder).rglob("*")
    texts = {path.relative_to(root).as_posix(): path.read_bytes() for path in paths if path.is_file()}
    return {path: lines_of(texts[path].decode(errors="replace")) for path in sorted(texts) if b"\0" not in texts[path]}


def is_code(path):
    return path.endswith((".h", ".cpp"))


def is_product(path):
    return is_code(path) and not path.startswith("tests/")


def folder_of(path):
    return path.rpartition("/")[0]


def folders_above(path):
    """The innermost one first."""
    while folder := folder_of(path):
        yield folder
        path = folder


class Include(NamedTuple):
    path: str  # of the file that includes
    line: int
    header: str  # as written between the quotes or brackets
    bracketed: bool

    @property
    def place(self):
        return f"{self.path}:{self.line}"


def includes_of(tree):
    for path, lines in tree.items():
        if not is_code(path):
            continue
        for number, line in enumerate(lines, 1):
            if match := "include" in line and re.match(r'\s*#\s*include\s*([<"])([^">]+)[">]', line):
                yield Include(path, number, match[2], match[1] == "<")


def layer_of(path):
    """The innermost folder above that has a row; None outside the layers."""
    return next((folder for folder in folders_above(path) if folder in LAYERS), None)


def library_of(header):
    return next((library for library in LIBRARIES if header.startswith(tuple(library.headers))), None)


def layers(tree):
    """Includes follow the table of layers, so that a lower layer can be read, built and tested without a higher one."""
    for include in includes_of(tree):
        layer, target = layer_of(include.path), layer_of(include.header)
        if layer is None or include.bracketed or library_of(include.header):
            continue
        if target is None:
            yield f'{include.place}: "{include.header}" is not written from the root of the tree'
        elif target != layer and target not in LAYERS[layer]:
            yield f'{include.place}: {layer} may not include {target}, but includes "{include.header}"'


def may_use(path, library):
    """The tests of a folder may use what the folder may use."""
    return any(name.startswith(tuple(library.places)) and not name.startswith(tuple(library.excepted))
               for name in (path, path.removeprefix("tests/")))


def third_party(tree):
    """Few files know a library, and only those change when it does."""
    for include in includes_of(tree):
        library = library_of(include.header)
        # Headers of C++ have no folder, the C library's none, sys/ or its network's. A third party's header that has
        # none, too, passes unless it has a row.
        is_system = "/" not in include.header or include.header.startswith(("sys/", "netinet/", "arpa/"))
        if library is None and include.bracketed and not is_system:
            yield f"{include.place}: <{include.header}> belongs to no library of the table in tests/lint/rules.py"
        if library and not may_use(include.path, library):
            yield f"{include.place}: <{include.header}> belongs to {', '.join(library.places)} alone"


def cycles(arrows):
    """Ways back to a node that a depth-first search has still open; each ends with the node that it begins with."""
    path, seen = [], set()

    def visit(node):
        if node in path:
            yield path[path.index(node):] + [node]
        elif node not in seen:
            seen.add(node)
            path.append(node)
            for target in sorted(arrows.get(node, [])):
                yield from visit(target)
            path.pop()

    for node in sorted(arrows):
        yield from visit(node)


def header_cycles(tree):
    """No header reaches itself through its includes: #pragma once would hide half of one of them."""
    arrows = collections.defaultdict(set)
    for include in includes_of(tree):
        if include.header in tree:
            arrows[include.path].add(include.header)
    for cycle in cycles(arrows):
        yield f"{cycle[0]}: includes itself: {' > '.join(cycle)}"


def folder_cycles(tree):
    """Folders depend one way, also within a layer: what depends on each other is one folder. A problem names a place
    for each step of the way back."""
    arrows = collections.defaultdict(dict)
    for include in includes_of(tree):
        folder, target = folder_of(include.path), folder_of(include.header)
        if target != folder and include.header in tree:
            arrows[folder].setdefault(target, include.place)
    for cycle in cycles(arrows):
        steps = [f" > {target} ({arrows[folder][target]})" for folder, target in zip(cycle, cycle[1:])]
        yield f"{cycle[0]}: the folder depends on itself: {cycle[0]}{''.join(steps)}"


def pragma_once(tree):
    """A header that is read twice defines its types twice."""
    for path, lines in tree.items():
        if path.endswith(".h") and lines[:1] != ["#pragma once"]:
            yield f"{path}:1: the first line of a header is #pragma once"


def unused_headers(tree):
    """A file that nothing includes rots. That CMake compiles every source, the recipes of CONTRIBUTING.md check."""
    included = {include.header for include in includes_of(tree)}
    for path in tree:
        # Headers of plugin/ are included as others find them.
        if path.endswith(".h") and not included & {path, path.removeprefix("plugin/")}:
            yield f"{path}: no file includes it"


def file_sizes(tree, limit):
    """One idea per file: more lines hold more than one."""
    for path, lines in tree.items():
        if is_code(path) and len(lines) > limit:
            yield f"{path}: {len(lines)} lines, more than {limit}"


def folder_sizes(tree):
    """Too many units to keep in mind may be two folders; tests have as many as what they mirror needs."""
    units = {path.rpartition(".")[0] for path in tree if is_product(path)}
    for folder, count in sorted(collections.Counter(map(folder_of, units)).items()):
        if count > FOLDER_REVIEW:
            yield f"{folder}: {count} units, more than {FOLDER_REVIEW}"


def type_names(tree):
    """Types of one name in two headers are two definitions of one name, of which the linker silently keeps one; no
    compiler sees it. Tests have namespaces of their own. Definitions begin in the first column: nested types do not
    collide, and declarations end with a semicolon."""
    places = {}
    for path, lines in tree.items():
        if not path.endswith(".h") or not is_product(path):
            continue
        for number, line in enumerate(lines, 1):
            match = re.match(r"(?:enum class|struct|class) (\w+)", line)
            if not match or line.endswith(";"):
                continue
            place = f"{path}:{number}"
            if places.setdefault(match[1], place) != place:
                yield f"{place}: {match[1]} is also the name of a type at {places[match[1]]}"


def words(tree):
    """Marks of unfinished work and paths of one machine are not for readers."""
    for path, lines in tree.items():
        for number, line in enumerate(lines, 1):
            for word in dict.fromkeys(WORDS.findall(line)):
                yield f'{path}:{number}: contains "{word}"'


def uses_of(ways, tree, allowed):
    """Places of the product that use one of these ways, other than the files allowed."""
    for path, lines in tree.items():
        if is_product(path) and path not in allowed:
            for number, line in enumerate(lines, 1):
                yield from (f"{path}:{number}: {way}" for way in ways if way in line)


def writing(tree):
    """A link can lead what is written elsewhere; core/text/new_file.h cannot be led."""
    for use in uses_of(WAYS_TO_WRITE, tree, WRITERS):
        yield f"{use} writes a file; core/text/new_file.h is the one way"


def printing(tree):
    """A terminal obeys what some texts contain; core/text/talk.h makes it visible."""
    for use in uses_of(WAYS_TO_PRINT, tree, PRINTERS):
        yield f"{use} prints; talk() and say() of core/text/talk.h are the one way"


def toml_parsing(tree):
    """A key of many parts breaks the stack."""
    for use in uses_of(["toml::" "parse("], tree, ["core/toml/toml_text.cpp"]):
        yield f"{use} parses TOML; parsed_toml() is the one way"


def statements(tree):
    """What campaign/ asks of the database has a name in storage/read/; only what a user typed is asked as it is."""
    for path, lines in tree.items():
        if path.startswith("campaign/") and path != "campaign/cli/commands/query_command.cpp":
            for number, line in enumerate(lines, 1):
                if ".query(" in line:
                    yield f"{path}:{number}: asks in SQL; give the question a name in storage/read/"


def json_parsing(tree):
    """With a callback the JSON library looks at all siblings at each brace."""
    for path, lines in tree.items():
        for number, line in enumerate(lines, 1):
            if JSON_CALLBACK in line:
                yield f"{path}:{number}: parses JSON with a callback, in quadratic time; use json_document()"
