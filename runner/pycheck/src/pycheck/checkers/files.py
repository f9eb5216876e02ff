"""Files and folders that the code left behind."""

import os
from typing import List, Literal

from ..errors import Failed
from ..registry import checker
from ..texts import has_text, look_alike_difference, output_lines
from .sides import is_found, submission

_GROUP = "Files"
_LANGUAGES = ("cli", "python")
_MAX_BYTES = 5_000_000


def _full(path: str) -> str:
    """Resolves a path relative to the work folder."""
    return os.path.join(str(submission().get("work_folder") or "."), os.path.expanduser(path))


def _read(path: str) -> str:
    full = _full(path)
    if os.path.isdir(full):
        raise Failed(f"{path} should be a file, but it is a folder.")
    if not os.path.isfile(full):
        raise Failed(f"There is no file {path}.")
    try:
        with open(full, "rb") as stream:
            return stream.read(_MAX_BYTES).decode("utf-8", "replace")
    except OSError as error:
        raise Failed(f"Couldn’t read {path}: {error.strerror}.") from None


@checker(_GROUP, 'file_exists("notes/today.txt")', languages=_LANGUAGES, about=("file", "path"), is_ground=True)
def file_exists(path: str, kind: Literal["any", "file", "folder"] = "any", should_exist: bool = True) -> None:
    """A file or folder exists.

    Args:
        path: Relative to the work folder.
        kind: What it is.
        should_exist: False: it must not exist.
    """
    full = _full(path)
    is_there = {"file": os.path.isfile, "folder": os.path.isdir, "any": os.path.lexists}[kind](full)
    if is_there and not should_exist:
        raise Failed(f"{path} should not be there.")
    if not is_there and should_exist:
        noun = "file or folder" if kind == "any" else kind
        raise Failed(f"There is no {noun} {path}.")


@checker(_GROUP, 'file_contains("notes.txt", "milk")', languages=_LANGUAGES, about=("file", "path"))
def file_contains(path: str, text: str, is_pattern: bool = False, ignore_case: bool = False) -> None:
    """A file contains this text.

    Args:
        path: Relative to the work folder.
        text: The text to look for.
        is_pattern: The text is a Python regular expression. ^ and $ match at the ends of a line.
        ignore_case: Ignore upper and lower case.
    """
    content = _read(path)
    found = is_found(text, content, ignore_case) if is_pattern else has_text(content, text, ignore_case)
    if not found:
        raise Failed(f"{path} is missing something that it should contain.", expected=text, actual=content)


@checker(_GROUP, 'file_equals("copy.txt", other="original.txt")', languages=_LANGUAGES, about=("file", "path"))
def file_equals(path: str, text: str = "", other: str = "") -> None:
    """A file has exactly this content, or that of another file. Trailing white space and trailing empty lines do not count.

    Args:
        path: Relative to the work folder.
        text: The whole content.
        other: Instead of the text: the file that it should equal, relative to the work folder.
    """
    wanted = _read(other) if other else text
    content = _read(path)
    expected, found = output_lines(wanted), output_lines(content)
    if expected != found:
        pairs = enumerate(zip(expected, found), 1)
        line = next((number for number, (one, two) in pairs if one != two), min(len(expected), len(found)) + 1)
        both = line <= min(len(expected), len(found))
        looks_right = look_alike_difference(expected[line - 1], found[line - 1]) if both else None
        problem = f"looks right, but {looks_right}" if looks_right else "isn’t right yet"
        raise Failed(f"Line {line} of {path} {problem}.", expected=wanted, actual=content)


@checker(_GROUP, 'directory_contains("backup", ["a.txt", "b.txt"])', languages=_LANGUAGES, about=("file", "path"))
def directory_contains(path: str, names: List[str], allow_more: bool = True) -> None:
    """A folder contains these files and folders.

    Args:
        path: Relative to the work folder.
        names: The files and folders in it.
        allow_more: Other files are allowed as well; hidden ones always are.
    """
    full = _full(path)
    if not os.path.isdir(full):
        raise Failed(f"There is no folder {path}.")
    found = sorted(os.listdir(full))
    for name in names:
        if name not in found:
            raise Failed(f"{path} should contain {name}.", expected=", ".join(names), actual=", ".join(found))
    extra = [name for name in found if name not in names and not name.startswith(".")]
    if extra and not allow_more:
        raise Failed(f"{path} contains {extra[0]}, which should not be there.", expected=", ".join(names), actual=", ".join(found))
