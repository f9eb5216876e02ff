"""SQL results as JSON: an array of rows, column names first. features/runs/contract/result-table.ts reads it.

A cell without an exact JSON form is `{"type": …, "text": …}`: integers beyond 2^53, reals that JavaScript would print as
integers, infinities, blobs.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Dict, Iterator, List, NamedTuple, Sequence, Tuple

_SAFE_INTEGER = 2**53 - 1
_BLOB_START = 64
"""Bytes of a long blob that are shown; a digest replaces the rest."""


class Result(NamedTuple):
    """The rows of one statement. `is_cut`: some were dropped."""

    columns: List[str]
    rows: List[Tuple[Any, ...]]
    is_cut: bool

    def as_data(self) -> Dict[str, Any]:
        """For checks."""
        return {"columns": self.columns, "rows": [list(row) for row in self.rows], "is_cut": self.is_cut}


NO_RESULT = Result([], [], False)


def take_rows(columns: List[str], rows: Iterator[Tuple[Any, ...]], max_rows: int, max_bytes: int) -> Result:
    """Returns as many of the first rows as fit within both limits."""
    kept: List[Tuple[Any, ...]] = []
    size = len(row_text(columns))
    for row in rows:
        size += _length(row)
        if len(kept) == max_rows or size > max_bytes:
            return Result(columns, kept, True)
        kept.append(row)
    return Result(columns, kept, False)


def result_text(result: Result) -> str:
    return "[" + ",\n".join([row_text(result.columns), *map(row_text, result.rows)]) + "]\n"


def row_text(row: Sequence[Any]) -> str:
    # Unpaired surrogates can't be encoded as UTF-8; they are escaped as in JSON.
    text = json.dumps([_cell(value) for value in row], ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _length(row: Sequence[Any]) -> int:
    """Length when written, in bytes. Extremely long rows aren't written just to be measured."""
    rough = sum(len(value) for value in row if isinstance(value, str))
    return rough if rough > 4 * 1024 * 1024 else len(row_text(row).encode("utf-8")) + 2


def _cell(value: Any) -> Any:
    if isinstance(value, int):
        return value if abs(value) <= _SAFE_INTEGER else {"type": "integer", "text": str(value)}
    if isinstance(value, float):
        return _real(value)
    if isinstance(value, bytes):
        return _blob(value)
    return value


def _real(number: float) -> Any:
    if number in (float("inf"), float("-inf")):
        return {"type": "real", "text": "Infinity" if number > 0 else "-Infinity"}
    return {"type": "real", "text": repr(number)} if number.is_integer() else number


def _blob(data: bytes) -> Any:
    if len(data) <= _BLOB_START:
        return {"type": "blob", "text": data.hex()}
    return {"type": "blob", "text": data[:_BLOB_START].hex(), "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
