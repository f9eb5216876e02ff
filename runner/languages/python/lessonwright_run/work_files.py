"""The files that a run leaves in its work folder, for lessons with the File viewer."""

from __future__ import annotations

import base64
import os
import stat
from typing import Any, Dict, Iterator, Tuple

from .shared_memory import SharedMemory

WORK_FOLDER = "/work"
MAX_FILES = 100
MAX_BYTES = 256 * 1024
"""Limit for one file; larger ones are reported without content."""
_MAX_ENTRIES = 5_000
"""Stop reading a folder after this many names."""
_FOR_LATER = 256 * 1024
"""Bytes of shared memory that stay free for later records."""

Seen = Dict[str, Tuple[int, int, int]]


def seen_files() -> Seen:
    """Returns the files before the code, by name, with what identifies their version."""
    return {name: _identity(status) for name, status in _files()}


def note_files(before: Seen, memory: SharedMemory) -> None:
    """Records new and changed files. May raise or take long, depending on what the code did to the folder."""
    noted = 0
    is_cut = False
    for name, status in sorted(_files(), key=lambda found: found[0]):
        if before.get(name) == _identity(status):
            continue
        if noted == MAX_FILES:
            is_cut = True
            break
        record: Dict[str, Any] = {"type": "file", "name": _shown(name), "size": status.st_size, "content": _content(name)}
        if not memory.note(record, reserve=_FOR_LATER):
            is_cut = True
            if not memory.note({**record, "content": None}, reserve=1024):
                break
        noted += 1
    if is_cut:
        memory.note({"type": "cut", "what": "files"})


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
    """Returns base64; None if the file is too large or unreadable. Never blocks on a pipe in place of a file."""
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
