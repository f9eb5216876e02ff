"""The folders of one run in a warm slot: new and size-limited, in the run's own mount namespace."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterable, List

from .kernel import BIND, NO_DEVICES, NO_PROGRAMS, NO_SUID, WITH_BELOW, mount

WORK, TMP, SHARED_MEMORY = "/work", "/tmp", "/dev/shm"
BLOBS = "/tmp/blobs"
"""Where a slot has the files of all lessons. The run's own /tmp is mounted over it and can't be unmounted from inside."""
_PLACES = {WORK: "work", TMP: "tmp", SHARED_MEMORY: "shm"}


def lay_fresh_folders(limits: Dict[str, Any], files: Iterable[List[str]], kept: Iterable[str]) -> None:
    """Mounts empty writable folders over those of the slot, and enters the work folder.

    `files`: name of each file or folder that the run may read in its work folder, and its name below BLOBS.
    `kept`: what runs also need of the slot's /tmp.
    """
    options = f"size={int(limits['disk_bytes'])},nr_inodes={int(limits['files'])},mode=0711"
    # One file system for all three folders, so that they share one limit. It is mounted on /work until its parts are in place.
    mount("lessonwright", WORK, "tmpfs", NO_SUID | NO_DEVICES, options)
    for place in _PLACES.values():
        os.mkdir(f"{WORK}/{place}", 0o700)
    for path in kept:
        _bind_again(path, f"{WORK}/tmp{path[len(TMP) :]}")
    for name, entry in files:
        _bind_again(f"{BLOBS}/{entry}", f"{WORK}/work/{name}")
    for target in (SHARED_MEMORY, TMP, WORK):
        mount(f"{WORK}/{_PLACES[target]}", target, "", BIND | WITH_BELOW)
    mount("proc", "/proc", "proc", NO_SUID | NO_DEVICES | NO_PROGRAMS)
    os.chdir(WORK)


def _bind_again(source: str, target: str) -> None:
    if os.path.isdir(source):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o600))
    mount(source, target, "", BIND)
