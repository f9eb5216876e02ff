"""The columns of a CSV file as table columns: their names, and the narrowest type that fits every cell."""

from __future__ import annotations

import re
from typing import Any, Iterator, List, NamedTuple, Set

# Integers as they would be printed; a postcode such as 01234 stays text.
_INTEGER = re.compile(r"-?(0|[1-9]\d{0,17})\Z")
_REAL = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,3})?\Z")


class Column(NamedTuple):
    name: str
    type: str
    """INTEGER, REAL or TEXT."""

    def read(self, cell: str) -> Any:
        """An empty cell is NULL."""
        if cell == "":
            return None
        return int(cell) if self.type == "INTEGER" else float(cell) if self.type == "REAL" else cell


def columns_of(rows: Iterator[List[str]]) -> List[Column]:
    """The first row has the names. Returns an empty list without any row."""
    header = next(rows, None)
    if header is None:
        return []
    types = ["INTEGER"] * len(header)
    filled = [False] * len(header)
    for row in rows:
        for index, cell in enumerate(row[: len(header)]):
            if cell != "" and types[index] != "TEXT":
                types[index] = _wider(types[index], cell)
                filled[index] = True
    names = _distinct(header)
    return [Column(name, kind if is_filled else "TEXT") for name, kind, is_filled in zip(names, types, filled)]


def _wider(kind: str, cell: str) -> str:
    if kind == "INTEGER" and _INTEGER.match(cell):
        return kind
    return "REAL" if _REAL.match(cell) else "TEXT"


def _distinct(header: List[str]) -> List[str]:
    """A column with an empty or duplicate name gets a number."""
    taken: Set[str] = set()
    names = []
    for number, text in enumerate(header, start=1):
        name = text.strip()
        if name == "" or name.lower() in taken:
            name = f"{name or 'column'}_{number}"
        taken.add(name.lower())
        names.append(name)
    return names
