"""Standard output whose start is recorded, for checks of what was printed."""

from __future__ import annotations

import io
from typing import Any

MAX_KEPT = 1024 * 1024


class RecordingWriter(io.BufferedWriter):
    """Writes to a descriptor and records the first megabyte."""

    def __init__(self, descriptor: int, buffering: int) -> None:
        super().__init__(io.FileIO(descriptor, "w", closefd=False), buffering)
        self._kept = bytearray()

    def write(self, data: Any) -> int:
        room = MAX_KEPT - len(self._kept)
        if room > 0:
            self._kept += bytes(data[:room])
        return super().write(data)

    def kept_text(self) -> str:
        return self._kept.decode("utf-8", "replace")

    def forget(self) -> None:
        """Clears the record, for the next run of a session."""
        self._kept.clear()
