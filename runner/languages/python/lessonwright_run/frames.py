"""The protocol from a warm slot to the runner: small frames in one stream, marked by a letter.

Mirrored in runner/src/python/slots/slot.ts. Each frame is written by one system call, so a writer that is
killed leaves complete frames, and the next writer of the same stream can be read.
"""

from __future__ import annotations

import os
import struct

STDOUT, STDERR, REPORT = b"o", b"e", b"r"
"""Of a run: written by its supervisor."""
WARM, ENDED = b"w", b"x"
"""Of the slot: written by the warm interpreter."""

_HEADER = struct.Struct(">cH")
_PIECE = 4096 - _HEADER.size
"""What the kernel writes atomically."""


class FrameWriter:
    """Writes frames to a descriptor."""

    def __init__(self, fd: int) -> None:
        self.fd = fd

    def write(self, kind: bytes, data: bytes) -> None:
        """Writes `data` in as many frames as needed."""
        for start in range(0, len(data), _PIECE):
            piece = data[start : start + _PIECE]
            frame = _HEADER.pack(kind, len(piece)) + piece
            if os.write(self.fd, frame) != len(frame):
                raise OSError("a frame was written only partially")
