#!/usr/bin/env python3
"""wheel.py PORTABLE FOLDER: writes a wheel of a portable folder (portable.sh) into FOLDER and prints its path. It brings the
program, as ruff's and uv's wheels do, so any Python 3.9 or newer with a glibc as new as here takes it."""

import base64
import hashlib
import os
import pathlib
import platform
import subprocess
import sys
import zipfile

METADATA = """Metadata-Version: 2.1
Name: palio
Version: {version}
Summary: Parallel campaigns of scheduling experiments
License: MIT
Requires-Python: >=3.9
Description-Content-Type: text/markdown

"""
WHEEL = "Wheel-Version: 1.0\nGenerator: palio\nRoot-Is-Purelib: false\nTag: {tag}\n"
COMMAND = "[console_scripts]\npalio = palio.program:main\n"
LEFT_OUT = ("lib/python3", "lib/palio_sqlite.so", "share/man", "share/bash-completion", "share/zsh", "Containerfile")
MADE = (1980, 1, 1, 0, 0, 0)  # the oldest date of a zip: the same files give the same wheel


def contents(portable):
    """What is in it: paths and files."""
    modules = portable / "lib" / "python3" / "dist-packages"
    for file in sorted(modules.rglob("*.py")):
        yield str(file.relative_to(modules)), file
    for file in sorted(portable.rglob("*")):
        path = str(file.relative_to(portable))
        if file.is_file() and not path.startswith(LEFT_OUT):
            yield "palio/" + path, file


def add(wheel, path, content, mode=0o644):
    entry = zipfile.ZipInfo(path, MADE)
    entry.external_attr = (0o100000 | mode) << 16
    wheel.writestr(entry, content, zipfile.ZIP_DEFLATED, 6)
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(content)}\n"


def main(portable, folder):
    words = subprocess.run([portable / "bin" / "palio", "--version"], stdout=subprocess.PIPE, encoding="utf-8", check=True)
    version = words.stdout.split()[1]
    glibc = os.confstr("CS_GNU_LIBC_VERSION").split()[1].replace(".", "_")
    tag = f"py3-none-manylinux_{glibc}_{platform.machine()}"
    info = f"palio-{version}.dist-info"
    path = folder / f"palio-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        record = "".join(add(wheel, place, file.read_bytes(), file.stat().st_mode & 0o777) for place, file in contents(portable))
        readme = (portable / "share" / "doc" / "palio" / "README.md").read_text(encoding="utf-8")
        licence = (portable / "share" / "doc" / "palio" / "copyright").read_text(encoding="utf-8")
        for name, text in (("METADATA", METADATA.format(version=version) + readme), ("WHEEL", WHEEL.format(tag=tag)),
                           ("entry_points.txt", COMMAND), ("licenses/LICENSE", licence)):
            record += add(wheel, f"{info}/{name}", text.encode())
        add(wheel, f"{info}/RECORD", (record + f"{info}/RECORD,,\n").encode())
    print(path)


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:]))
