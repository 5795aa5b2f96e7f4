"""recipes.py SOURCE BUILD: carries out the recipes of CONTRIBUTING.md in a copy of the tree, below BUILD/recipes.

Of the finished build it takes every object that no recipe touches, so that this takes a minute of CPU, not eight.
"""

import concurrent.futures
import fnmatch
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import subprocess
import sys
import time

SOURCE, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
WORK = BUILD / "recipes"
TREE, MADE = WORK / "tree", WORK / "build"  # the copy, and what is built of it
COPIES = {str(SOURCE): TREE, str(BUILD): MADE}
SCHEMA = "generated/storage/file/schema/made_schema.h"
PROGRAMS = ["palio", "palio-worker", "palio-worker-fluid"]
CAPTION = re.compile(r"(?:New file|In) `([^`]+)`(?:, (before|after) `([^`]+)`)?:$")
ELSEWHERE = ("tests/fuzz/", "plugin/skeleton/")  # sources that this build does not compile
WITH_CHARTS = ("tests/analysis/report/in_browser.cpp",)  # sources that it compiles if it has what draws the charts


def fail(message):
    sys.exit(f"CONTRIBUTING.md: {message}")


def run(command, **options):
    done = subprocess.run(command, shell=isinstance(command, str), stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode != 0:
        fail(f"status {done.returncode} of: {command}\n{done.stdout}")
    return done.stdout


def blocks_of(document):
    """(what is said above it, language, text) of each block."""
    lines = iter(document.splitlines())
    said = ""
    for line in lines:
        if fence := re.fullmatch(r"( *)```(\w*)", line):
            block = []
            while (line := next(lines)).strip() != "```":
                block.append(line.removeprefix(fence[1]))
            yield said, fence[2], "".join(text + "\n" for text in block)
            said = ""
        elif line.strip():
            said = f"{said} {line.strip()}"
        elif not CAPTION.search(said):
            said = ""


def edited(path, where, piece, block):
    """The text of a file with the block before or after the one line that has the piece."""
    lines = (TREE / path).read_text().splitlines(keepends=True)
    found = [number for number, line in enumerate(lines) if piece in line]
    if len(found) != 1:
        fail(f"{len(found)} lines of {path} have \"{piece}\"")
    at = found[0] + (where == "after")
    return "".join(lines[:at]) + block + "".join(lines[at:])


def apply(blocks):
    """Writes the files of the blocks; returns the paths of new and of changed ones."""
    new, changed = [], []
    for said, language, block in blocks:
        if language == "console":
            continue
        caption = CAPTION.search(said)
        if not caption:
            fail(f"no file is named above the block that begins {block.splitlines()[0]!r}")
        path, where, piece = caption.groups()
        if where:
            text = edited(path, where, piece, block)
            changed += [name for name in (path, *users_of_layout(path, block)) if name not in changed]
        else:
            if (TREE / path).exists():
                fail(f"{path} exists")
            text = block
            new.append(path)
        (TREE / path).parent.mkdir(parents=True, exist_ok=True)
        (TREE / path).write_text(text)
    return new, changed


def users_of_layout(path, block):
    """The sources that a new member in a header concerns; a declaration of a function concerns none."""
    if not path.endswith(".h") or "(" in block:
        return []
    return [str(name.relative_to(TREE)) for name in TREE.rglob("*.cpp") if f'#include "{path}"' in name.read_text()]


def check_paths(document):
    """Every path that the document names is there, whichever recipe it is of."""
    for name in set(re.findall(r"`([\w./-]+)`", document)):
        is_path = name.partition("/")[0] in {path.name for path in TREE.iterdir() if path.is_dir()} and "/" in name
        if is_path and not name.startswith("build/") and "PAPER" not in name and not (TREE / name).exists():
            fail(f"there is no {name}")


def check_kinds(document):
    """The folders of the table of kinds have what its rows name."""
    for row in re.findall(r"^\| `.*", document.partition("## Add a kind of application")[2].partition("## ")[0], re.M):
        folders, unit, table = row.strip("| ").split(" | ")
        code = {path: path.read_text() for folder in re.findall(r"`([\w/]+)`", folders)
                for path in (TREE / folder.rstrip("/")).rglob("*.[ch]*")}
        code |= {path: path.read_text() for path in (TREE / "runners/engines").rglob("*.cpp")}
        for name in re.findall(r"`(\w+)[<(][^`]*`|`([A-Z]\w+)`", unit + table):
            if not any(re.search(rf"\b{''.join(name)}\b", text) for text in code.values()):
                fail(f"nothing in {folders} is named {''.join(name)}")


def cache():
    return dict(re.findall(r"^(\w+):\w+=(.+)$", (BUILD / "CMakeCache.txt").read_text(), re.M))


def compilations(folder):
    """What is compiled into archives; the extension of SQLite and the writer of the schema compile some of it again."""
    entries = json.loads((folder / "compile_commands.json").read_text())
    again = {"/palio_sqlite.dir/": "/extension/", "/palio_schema_writer.dir/": "/write_made_schema"}
    return [entry for entry in entries
            if all(target not in entry["command"] or own in entry["file"] for target, own in again.items())]


def configure():
    """The commands that CMake gives for the copy, each file for itself, by path."""
    kept = {name: value for name, value in cache().items()
            if re.fullmatch(r"CMAKE_BUILD_TYPE|CMAKE_CXX_FLAGS\w*|CMAKE_CXX_COMPILER|PALIO_(WERROR|CHARTS)", name)}
    run(["cmake", "-G", "Ninja", "-S", TREE, "-B", MADE, "-D", "PALIO_UNITY=0",
         *(f"-D{name}={value}" for name, value in kept.items())])
    commands = {entry["file"]: entry["command"] for entry in compilations(MADE)}
    rules = (MADE / "build.ninja").read_text()
    elsewhere = ELSEWHERE if re.search("^build charts:", rules, re.M) else ELSEWHERE + WITH_CHARTS
    for path in TREE.rglob("*.cpp"):
        name = str(path.relative_to(TREE))
        if str(path) not in commands and not name.startswith(elsewhere):
            fail(f"no target compiles {name}")
    embedded = re.findall(r"^build (\w+/embedded/\w+\.cpp)\b", rules, re.M)
    for name in embedded:  # not what they wait for in the build: they need nothing of it
        run(run(["ninja", "-C", MADE, "-t", "commands", "-s", name]), cwd=MADE)
    run(["ninja", "-C", MADE, SCHEMA])
    return commands


def target_of(command):
    """The archive of the command's object, and the object."""
    built = shlex.split(command)
    made = built[built.index("-o") + 1]
    folder, target = re.match(r"(.*)/CMakeFiles/(\w+)\.dir/", made).groups()
    return f"{folder}/lib{target}.a", made


def touched_batches(changed):
    """Commands of the finished build for the batches with changed files, each batch rewritten to read the copy."""
    for entry in compilations(BUILD):
        text = pathlib.Path(entry["file"]).read_text() if "/Unity/" in entry["file"] else f'#include "{entry["file"]}"\n'
        if not any(f'"{path}"' in text for path in changed):
            continue
        archive, made = target_of(entry["command"])
        batch = MADE / made.removesuffix(".o")
        batch.parent.mkdir(parents=True, exist_ok=True)
        batch.write_text(re.sub(f'"({BUILD}|{SOURCE})/', lambda found: f'"{COPIES[found[1]]}/', text))
        batch = batch.rename(batch.with_suffix(".cpp"))
        command = entry["command"].replace(f"-I{SOURCE} ", f"-I{TREE} ").replace(entry["file"], str(batch))
        command = command.replace(f"-I{BUILD}/generated ", f"-I{MADE}/generated -I{BUILD}/generated ")
        yield archive, MADE / made, command.replace(f"-o {made} ", f"-o {MADE / made} ")


def alone(command):
    """The copy's command for one file, with the headers that the finished build made."""
    archive, made = target_of(command)
    (MADE / made).parent.mkdir(parents=True, exist_ok=True)
    return archive, MADE / made, command.replace(f"{MADE}/", f"{BUILD}/").replace(f"-o {made} ", f"-o {MADE / made} ")


def launcher():
    """What stands before the compiler, as in cmake/options.cmake."""
    entries = cache()
    if given := entries.get("CMAKE_CXX_COMPILER_LAUNCHER"):
        return given.replace(";", " ")
    ccache = entries.get("PALIO_CCACHE", "")  # a path, or PALIO_CCACHE-NOTFOUND
    return f"env CCACHE_SLOPPINESS=pch_defines,time_macros {ccache}" if "/" in ccache else ""


def compile_all(jobs):
    before = launcher()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda job: run(f"{before} {job[2]}", cwd=BUILD), jobs))


def archives(jobs):
    """New archives with these objects in the place of those of the same name, by the path of the old one."""
    renewed = {}
    for old, made, _ in jobs:
        if old not in renewed:
            (MADE / old).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(BUILD / old, MADE / old)
            renewed[old] = str(MADE / old)
        run(["ar", "r", MADE / old, made])
    return renewed


def link(program, renewed, change=lambda command: command):
    command = run(["ninja", "-C", BUILD, "-t", "commands", f"bin/{program}"]).splitlines()[-1]
    command = command.partition("&& ")[2].rpartition(" &&")[0].replace(f"-o bin/{program} ", f"-o {MADE}/bin/{program} ")
    words = shlex.split(change(command))
    run([renewed.get(word, word) for word in words], cwd=BUILD)



def with_helpers(tests):
    """The tests and, at any depth, the sources of the headers of tests/ that they include."""
    files = list(tests)
    for path in files:
        for header in re.findall(r'#include "(tests/[\w/]+)\.h"', (TREE / path).read_text() + header_of(path)):
            if (TREE / f"{header}.cpp").exists() and f"{header}.cpp" not in files:
                files.append(f"{header}.cpp")
    return files


def header_of(path):
    header = (TREE / path).with_suffix(".h")
    return header.read_text() if header.exists() else ""


def link_tests(jobs, renewed):
    """One program of the new and changed tests and their helpers, linked as the tests that link most."""
    def change(command):
        own = re.findall(r"\S+/test_kinds\.dir/\S+\.o\b", command)
        for word in own[1:]:
            command = command.replace(f"{word} ", "")
        return command.replace(own[0], " ".join(str(made) for _, made, _ in jobs))
    link("test_kinds", renewed, change)


def examples(block):
    """(command, output) of a block of the console."""
    found = []
    for line in block.splitlines():
        command = found[-1][0] if found else ""
        end = re.search(r"<<'(\w+)'", command)
        if found and (command.endswith("\\") or (end and not command.endswith(f"\n{end[1]}"))):
            found[-1][0] += f"\n{line}"
        elif line.startswith("$ "):
            found.append([line[2:], ""])
        else:
            found[-1][1] += f"{line}\n"
    return found


def run_examples(block):
    environment = {**os.environ, "PATH": f"{MADE / 'bin'}:{os.environ['PATH']}"}
    for command, output in examples(block):
        ran = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=TREE, env=environment, text=True,
                             stdin=subprocess.DEVNULL, capture_output=True)
        expected = ".*".join(re.escape(part) for part in output.split("..."))
        if ran.returncode != 0 or (output and not re.fullmatch(expected, ran.stdout)):
            fail(f"$ {command}\n{ran.stdout}{ran.stderr}status {ran.returncode}; expected:\n{output}")


def check_reference(new):
    """What `./dev reference` writes has what the recipes add, and nothing else changes."""
    environment = {**os.environ, "PALIO_WORKER_FLUID": str(MADE / "bin/palio-worker-fluid")}
    made = WORK / "reference"
    made.mkdir()
    subprocess.run([TREE / "tests/end_to_end/documents/reference.sh", MADE / "bin/palio", made], env=environment, check=True)
    before, after = ({line for page in folder.glob("reference-*.md") for line in page.read_text().splitlines()}
                     for folder in (SOURCE / "docs", made))
    added = "\n".join(after - before)
    for name in new:
        if name not in added:
            fail(f"docs/reference-*.md do not get {name}")


def not_copied(folder, names):
    """Builds, also this one wherever it is, and campaigns."""
    return [name for name in names if name in ("build", ".git") or pathlib.Path(folder, name) == BUILD
            or fnmatch.fnmatch(name, "*.db*")]


def main():
    began = time.monotonic()
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(SOURCE, TREE, ignore=not_copied)
    document = (TREE / "CONTRIBUTING.md").read_text()
    blocks = list(blocks_of(document.partition("\n## Recipes\n")[2].partition("\n## Golden numbers\n")[0]))
    new, changed = apply(blocks)
    check_paths(document)
    check_kinds(document)
    commands = configure()
    generated = [path for path in MADE.glob("*/embedded/*.cpp")
                 if path.read_text() != (BUILD / path.relative_to(MADE)).read_text()]
    product = [path for path in changed if path.endswith(".cpp") and not path.startswith("tests/")]
    if (MADE / SCHEMA).read_text() != (BUILD / SCHEMA).read_text():
        product += [str(path.relative_to(SOURCE)) for path in (SOURCE / "storage").rglob("*.cpp")
                    if f'"{SCHEMA.removeprefix("generated/")}"' in path.read_text()]
    tests = [path for path in new + changed if path.endswith("_test.cpp")]
    objects = [*touched_batches([*(SOURCE / path for path in product), *(BUILD / path.relative_to(MADE) for path in generated)]),
               *(alone(commands[str(TREE / path)]) for path in new if path.endswith(".cpp") and path not in tests)]
    test_objects = [alone(commands[str(TREE / path)]) for path in with_helpers(tests)]
    compile_all(objects + test_objects)
    renewed = archives(objects)
    (MADE / "bin").mkdir(exist_ok=True)
    for library in (BUILD / "bin").glob("*.so"):
        (MADE / "bin" / library.name).symlink_to(library)
    for program in PROGRAMS:
        link(program, renewed)
    link_tests(test_objects, renewed)
    suites = {suite for path in tests for suite in re.findall(r"^TEST(?:_F)?\((\w+)", (TREE / path).read_text(), re.M)}
    run([MADE / "bin/test_kinds", "--gtest_filter=" + ":".join(f"{suite}.*" for suite in sorted(suites))])
    for _, language, block in blocks:
        if language == "console" and (shutil.which("node") or "\n$ node " not in f"\n{block}"):
            run_examples(block)
    rows = "".join(block for said, _, block in blocks if re.search(r"_table\.cpp|family\.cpp|core/metrics\.cpp", said))
    check_reference(re.findall(r'(?:row\(|\{|\.name = )"([\w-]+)"', rows))
    if rules := subprocess.run([sys.executable, "-B", TREE / "tests/lint/project_test.py"], capture_output=True, text=True):
        if rules.returncode != 0:
            fail(f"the rules of tests/lint are broken:\n{rules.stdout}{rules.stderr}")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{len(new)} new and {len(changed)} changed files, {len(objects) + len(test_objects)} compilations, "
          f"{len(suites)} suites of tests: {used.ru_utime + used.ru_stime:.0f} s of CPU, {time.monotonic() - began:.0f} s")
    shutil.rmtree(WORK)


main()
