"""Shared memory to which the script writes its results, record by record."""

from __future__ import annotations

import json
import mmap
import struct
from typing import Any, Dict

_HEADER = struct.Struct("<QB")
_FIRST_RECORD = 16

STARTING, RUNNING, COLLECTING, DONE = range(4)
"""Progress of the script."""


class SharedMemory:
    """Anonymous memory shared with a forked child: it has no descriptor or name, and disappears with the processes.

    A record counts once its end is written to the header, so a writer that is killed leaves complete records.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._memory = mmap.mmap(-1, _FIRST_RECORD + size)
        self._used = 0
        self._phase = STARTING
        self._commit()

    def clear(self) -> None:
        """Removes all records, for the next run of a session."""
        self._used = 0
        self.enter(STARTING)

    def enter(self, phase: int) -> None:
        """Sets the progress of the script."""
        self._phase = phase
        self._commit()

    @property
    def phase(self) -> int:
        return int(_HEADER.unpack_from(self._memory, 0)[1])

    def note(self, record: Dict[str, Any], reserve: int = 0) -> bool:
        """Adds a record as one line of JSON. Returns False if less than `reserve` bytes would be left."""
        line = json.dumps(record, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"
        if self._used + len(line) + reserve > self._size:
            return False
        start = _FIRST_RECORD + self._used
        self._memory[start : start + len(line)] = line
        self._used += len(line)
        self._commit()
        return True

    def reread(self) -> None:
        """Updates the write position after a fork of this process has added records."""
        self._used = min(int(_HEADER.unpack_from(self._memory, 0)[0]), self._size)

    def records(self) -> bytes:
        """Returns all records. For the supervisor, which doesn't trust any number in this memory."""
        used = min(int(_HEADER.unpack_from(self._memory, 0)[0]), self._size)
        return self._memory[_FIRST_RECORD : _FIRST_RECORD + used]

    def _commit(self) -> None:
        _HEADER.pack_into(self._memory, 0, self._used, self._phase)
