"""The files that a run leaves in its work folder, for lessons with the File viewer."""

from __future__ import annotations

import base64
import os
import stat
from typing import Any, Dict, Iterator, Tuple

from .board import Board

WORK_FOLDER = "/work"
MAX_FILES = 100
MAX_BYTES = 256 * 1024
"""Of one file; a larger one is named, and not brought along."""
_MAX_ENTRIES = 5_000
"""A folder of a million names is not read to its end."""
_FOR_LATER = 256 * 1024
"""Bytes of the board that stay free for what is noted later."""

Seen = Dict[str, Tuple[int, int, int]]


def seen_files() -> Seen:
    """What there is before the code: the lesson's own files. By name, with what tells a file from another."""
    return {name: _identity(status) for name, status in _files()}


def note_files(before: Seen, board: Board) -> None:
    """Notes what is new or changed. May raise or take long where the code has made the folder so."""
    noted = 0
    is_cut = False
    for name, status in sorted(_files(), key=lambda found: found[0]):
        if before.get(name) == _identity(status):
            continue
        if noted == MAX_FILES:
            is_cut = True
            break
        record: Dict[str, Any] = {"type": "file", "name": _shown(name), "size": status.st_size, "content": _content(name)}
        if not board.note(record, reserve=_FOR_LATER):
            is_cut = True
            if not board.note({**record, "content": None}, reserve=1024):
                break
        noted += 1
    if is_cut:
        board.note({"type": "cut", "what": "files"})


def _files() -> Iterator[Tuple[str, os.stat_result]]:
    entries = 0
    for folder, folders, names in os.walk(WORK_FOLDER):
        folders[:] = sorted(name for name in folders if not _is_hidden(name))
        for name in names:
            entries += 1
            if entries > _MAX_ENTRIES:
                return
            path = os.path.join(folder, name)
            try:
                status = os.lstat(path)
            except OSError:
                continue
            if stat.S_ISREG(status.st_mode) and not _is_hidden(name):
                yield os.path.relpath(path, WORK_FOLDER), status


def _is_hidden(name: str) -> bool:
    return name.startswith(".") or name == "__pycache__"


def _identity(status: os.stat_result) -> Tuple[int, int, int]:
    return (status.st_ino, status.st_size, status.st_mtime_ns)


def _shown(name: str) -> str:
    return os.fsencode(name).decode("utf-8", "replace")


def _content(name: str) -> Any:
    """In base64; None for what is too large or cannot be read. Never waits for a pipe that took a file's place."""
    try:
        fd = os.open(os.path.join(WORK_FOLDER, name), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            return None
        data = os.read(fd, MAX_BYTES + 1)
        return base64.b64encode(data).decode("ascii") if len(data) <= MAX_BYTES else None
    except OSError:
        return None
    finally:
        os.close(fd)
