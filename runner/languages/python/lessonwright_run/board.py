"""The shared memory on which the script notes what it found, record by record."""

from __future__ import annotations

import json
import mmap
import struct
from typing import Any, Dict

_HEADER = struct.Struct("<QB")
_FIRST_RECORD = 16

STARTING, RUNNING, COLLECTING, DONE = range(4)
"""How far the script is."""


class Board:
    """Anonymous memory shared with a forked child: no descriptor, no name, gone with the processes.

    A record counts from the moment its end is written into the header, so a writer that is killed leaves whole records.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._memory = mmap.mmap(-1, _FIRST_RECORD + size)
        self._used = 0
        self._phase = STARTING
        self._commit()

    def clear(self) -> None:
        """Forgets all records: the next run of a session begins."""
        self._used = 0
        self.enter(STARTING)

    def enter(self, phase: int) -> None:
        """Says how far the script is."""
        self._phase = phase
        self._commit()

    @property
    def phase(self) -> int:
        return int(_HEADER.unpack_from(self._memory, 0)[1])

    def note(self, record: Dict[str, Any], reserve: int = 0) -> bool:
        """Adds a record, a JSON object on a line. Answers False when less than `reserve` bytes would be left."""
        line = json.dumps(record, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"
        if self._used + len(line) + reserve > self._size:
            return False
        start = _FIRST_RECORD + self._used
        self._memory[start : start + len(line)] = line
        self._used += len(line)
        self._commit()
        return True

    def reread(self) -> None:
        """After a fork of this process has noted something."""
        self._used = min(int(_HEADER.unpack_from(self._memory, 0)[0]), self._size)

    def records(self) -> bytes:
        """Everything that was noted; for the supervisor, which trusts no number that it finds here."""
        used = min(int(_HEADER.unpack_from(self._memory, 0)[0]), self._size)
        return self._memory[_FIRST_RECORD : _FIRST_RECORD + used]

    def _commit(self) -> None:
        _HEADER.pack_into(self._memory, 0, self._used, self._phase)
