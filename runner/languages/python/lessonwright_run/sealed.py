"""A request in two parts: one for the script, and one only for the supervisor and the judge.

Format: sixteen hexadecimal digits, eight for the length of each part, then both parts as JSON. The second part is read
directly into memory that a fork doesn't inherit, so the learner's process never has a copy of it, not even a freed one.
"""

from __future__ import annotations

import json
import mmap
import os
from typing import Any, Dict, List, Tuple

HEADER = 16

_kept: List[mmap.mmap] = []
"""Never released: a fork lacks the memory, so releasing it there could hit another mapping."""


class Sealed:
    """The second part, unread. Only the process that received it may open it, never a fork of it."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._memory = mmap.mmap(-1, max(size, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        self._memory.madvise(mmap.MADV_DONTFORK)
        _kept.append(self._memory)

    def fill(self, descriptor: int) -> None:
        """Reads it from a descriptor."""
        position = 0
        with memoryview(self._memory) as view:
            while position < self._size:
                count = os.readv(descriptor, [view[position : self._size]])
                if count == 0:
                    raise EOFError("the request is incomplete")
                position += count

    def open(self) -> Any:
        """Returns its contents. From then on forks of this process inherit it."""
        return json.loads(self._memory[: self._size])


def read_request(descriptor: int) -> Tuple[Dict[str, Any], Sealed]:
    """Reads both parts without putting the second one into ordinary memory."""
    header = _read(descriptor, HEADER)
    public = _read(descriptor, int(header[:8], 16))
    sealed = Sealed(int(header[8:], 16))
    sealed.fill(descriptor)
    return json.loads(public), sealed


def _read(descriptor: int, count: int) -> bytes:
    pieces = []
    while count > 0:
        piece = os.read(descriptor, min(count, 1 << 20))
        if piece == b"":
            raise EOFError("the request is incomplete")
        pieces.append(piece)
        count -= len(piece)
    return b"".join(pieces)
