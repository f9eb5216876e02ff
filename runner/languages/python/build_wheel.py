"""Builds the wheel of a Python package from its source, inside a sandbox, because the source may run arbitrary code.

Reads a job as JSON from descriptor 3: `source` (path of the archive) and `step`:

- `needs`: returns what the build needs before any of its code can run, from pyproject.toml (PEP 518)
- `more needs`: returns what its build backend requests beyond that (PEP 517)
- `build`: builds the wheel

Writes one line of JSON to descriptor 4, `{"needs": [...]}` or `{"wheel": file name}`; the latter is followed by the bytes
of the wheel. The output of the build goes to the standard streams. Its requirements are already on the path (PYTHONPATH).
"""

import importlib
import json
import os
import re
import shutil
import sys
import tarfile
import tempfile
import zipfile

LEGACY = {"requires": ["setuptools", "wheel"], "build-backend": "setuptools.build_meta:__legacy__"}


def unpack(archive):
    """Unpacks an archive and returns its only folder."""
    folder = tempfile.mkdtemp(prefix="source-")
    if archive.endswith(".zip"):
        with zipfile.ZipFile(archive) as source:
            source.extractall(folder)
    else:
        with tarfile.open(archive) as source:
            source.extractall(folder)
    (name,) = os.listdir(folder)
    return os.path.join(folder, name)


def read_settings(folder):
    """Returns the table `build-system` of pyproject.toml, or its default."""
    path = os.path.join(folder, "pyproject.toml")
    if not os.path.exists(path):
        return LEGACY
    with open(path, encoding="utf-8") as file:
        text = file.read()
    settings = parse_toml(text).get("build-system", {})
    return settings if "build-backend" in settings else {**LEGACY, **settings}


def parse_toml(text):
    for name in ("tomllib", "tomli", "pip._vendor.tomli"):
        try:
            return importlib.import_module(name).loads(text)
        except ImportError:
            continue
    return parse_build_system(text)


def parse_build_system(text):
    """Parses the part of TOML needed for one table of strings and lists of strings, for Pythons without a parser."""
    table = re.search(r"^\[build-system\]\s*$(.*?)(?=^\[|\Z)", text, re.MULTILINE | re.DOTALL)
    values = {}
    for name, value in re.findall(r"^([\w-]+)\s*=\s*(\[.*?\]|\"[^\"]*\"|'[^']*')", table.group(1) if table else "", re.MULTILINE | re.DOTALL):
        strings = [first or second for first, second in re.findall(r"\"([^\"]*)\"|'([^']*)'", value)]
        values[name] = strings if value.startswith("[") else strings[0]
    return {"build-system": values}


def load_backend(settings, folder):
    """Returns the build backend as an object with the hooks of PEP 517."""
    for place in reversed(settings.get("backend-path", [])):
        sys.path.insert(0, os.path.normpath(os.path.join(folder, place)))
    module, _, attributes = settings["build-backend"].partition(":")
    backend = importlib.import_module(module)
    for attribute in filter(None, attributes.split(".")):
        backend = getattr(backend, attribute)
    return backend


def answer(line, file=None):
    with os.fdopen(4, "wb") as report:
        report.write(json.dumps(line).encode() + b"\n")
        if file is not None:
            with open(file, "rb") as wheel:
                shutil.copyfileobj(wheel, report)


def main():
    with os.fdopen(3, encoding="utf-8") as job_file:
        job = json.load(job_file)
    folder = unpack(job["source"])
    os.chdir(folder)
    settings = read_settings(folder)
    if job["step"] == "needs":
        needs = list(settings["requires"])
        # Older versions of setuptools can't build wheels without it.
        answer({"needs": [*needs, "wheel"] if any(re.match(r"setuptools\b", need) for need in needs) else needs})
        return
    backend = load_backend(settings, folder)
    if job["step"] == "more needs":
        ask = getattr(backend, "get_requires_for_build_wheel", None)
        answer({"needs": list(ask()) if ask else []})
        return
    target = tempfile.mkdtemp(prefix="wheel-")
    name = backend.build_wheel(target)
    answer({"wheel": name}, os.path.join(target, name))


if __name__ == "__main__":
    main()
