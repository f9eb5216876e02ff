"""Standard input of a run: the lines that the screen or the learner gives, shown in the output as if they had been typed."""

from __future__ import annotations

import io
import os
import sys
from typing import Any, Optional

from .unnamed_files import file_of

has_given = False
"""Whether the code that runs was given input."""


class _TypedInput(io.TextIOWrapper):
    """Standard input that echoes each line once it is read, as a terminal does."""

    def readline(self, *arguments: Any) -> str:  # also what `input()` and loops over the lines call
        return _echo(super().readline(*arguments))

    def read(self, *arguments: Any) -> str:
        return _echo(super().read(*arguments))


def _echo(text: str) -> str:
    if text:
        sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
        sys.stdout.flush()
    return text


def give_input(text: Optional[str]) -> None:
    """Gives the code that runs next these lines, also to the programs that it starts. Without lines there is nothing to read."""
    global has_given
    # A session goes on after code that had input.
    if not text and not has_given:
        return
    has_given = bool(text)
    descriptor = input_file(text) if text else os.open(os.devnull, os.O_RDONLY)
    os.dup2(descriptor, 0)
    os.close(descriptor)
    sys.stdin = sys.__stdin__ = _TypedInput(open(0, "rb", closefd=False), encoding="utf-8", errors="surrogateescape")


def input_file(text: str) -> int:
    """Returns a descriptor that reads these lines, the last one ended as well."""
    return file_of(text if text.endswith("\n") else f"{text}\n")
