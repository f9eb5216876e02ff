"""The protocol between the supervisor and R.

To R: fields, each `name bytes\\n` and the bytes, closed by `end 0\\n`. From R, marked by the secret word of this run:
frames, each `\\nword kind bytes\\n` and the bytes. Anything that isn't a frame was written by other code and is ignored.
"""

from __future__ import annotations

import base64
import json
from typing import Iterable, List, Tuple


def fields(pairs: Iterable[Tuple[str, str]]) -> bytes:
    """R strings can't hold NUL, so it is replaced by a visible character. R parses line breaks of Windows in files only, not in texts."""
    parts: List[bytes] = []
    for name, text in pairs:
        data = text.replace("\0", "␀").replace("\r\n", "\n").encode("utf-8", "replace")
        parts.append(f"{name} {len(data)}\n".encode("ascii") + data)
    return b"".join(parts) + b"end 0\n"


def read_frames(output: bytes, word: str, result_bytes: int) -> Tuple[bytes, bool]:
    """Returns as many records as fit, as lines, and whether R reached its end."""
    mark = f"\n{word} ".encode("ascii")
    lines: List[bytes] = []
    size, position, is_done = 0, 0, False
    while True:
        start = output.find(mark, position)
        head_end = output.find(b"\n", start + len(mark)) if start >= 0 else -1
        if head_end < 0:
            break
        kind, _, length = output[start + len(mark) : head_end].partition(b" ")
        end = head_end + 1 + int(length) if length.isdigit() else len(output) + 1
        if end > len(output):
            break
        payload = output[head_end + 1 : end]
        position = end
        line = _line(kind, payload)
        is_done = is_done or kind == b"done"
        if line and size + len(line) <= result_bytes:
            lines.append(line)
            size += len(line)
    return b"".join(lines), is_done


def _line(kind: bytes, payload: bytes) -> bytes:
    if kind == b"image":
        return json.dumps({"type": "image", "png": base64.b64encode(payload).decode("ascii")}).encode("ascii") + b"\n"
    return payload.replace(b"\n", b" ") + b"\n" if kind == b"record" else b""
