"""Limits around the learner's own methods: a `__repr__` is untrusted code that may loop, raise or lie.

What can't be interrupted from within (a single endless C call) is killed by the supervisor.
"""

from __future__ import annotations

import builtins
import re
import signal
import sys
import time
from typing import Any, Callable, Optional, TypeVar

T = TypeVar("T")

METHOD_SECONDS = 1.0
MAX_TEXT = 20_000
"""Characters kept of a value's text."""

# Saved now, because the learner's code may replace them.
_set_handler = signal.signal
_set_timer = signal.setitimer
_set_mask = signal.pthread_sigmask
_now = time.monotonic
_builtins = dict(vars(builtins))
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


class Budget:
    """Seconds that all untrusted code after the run may take together."""

    def __init__(self, seconds: float) -> None:
        self._end = _now() + seconds

    @property
    def is_spent(self) -> bool:
        return _now() >= self._end

    @property
    def remaining(self) -> float:
        return max(0.0, self._end - _now())


class TookTooLong(BaseException):
    """Raised in untrusted code that timed out. Not an `Exception`, so that few handlers catch it."""


def _raise_took_too_long(_signal: int, _frame: Any) -> None:
    raise TookTooLong


def attempt(function: Callable[[], T], seconds: float = METHOD_SECONDS) -> Optional[T]:
    """Returns the result of `function`, or None if it raises, exits or takes too long."""
    try:
        _set_handler(signal.SIGALRM, _raise_took_too_long)
        _set_mask(signal.SIG_UNBLOCK, {signal.SIGALRM})
        _set_timer(signal.ITIMER_REAL, seconds, 0.2)
        try:
            return function()
        finally:
            _set_timer(signal.ITIMER_REAL, 0)
    except BaseException:  # foreign code may raise anything, SystemExit and KeyboardInterrupt included
        _set_timer(signal.ITIMER_REAL, 0)
        return None
    finally:
        restore_builtins()


def restore_builtins() -> None:
    """Restores the builtins for our own code; a learner may legally set `builtins.len = None`."""
    vars(builtins).update(_builtins)


def library(name: str, *needed: str) -> Optional[Any]:
    """Returns an imported module if it has the needed attributes; something else may use its name."""
    module = sys.modules.get(name)
    return module if module is not None and all(hasattr(module, need) for need in needed) else None


def plain_text(text: Any) -> Optional[str]:
    """Returns a true `str` for a str or a subclass of it, without calling the subclass; None for anything else."""
    return str.__str__(text) if issubclass(type(text), str) else None


def cut_text(text: str, limit: int = MAX_TEXT) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def class_name(cls: type) -> str:
    """Returns the name of a class without calling properties of its metaclass."""
    return cut_text(plain_text(type.__dict__["__name__"].__get__(cls)) or "?", 200)


def without_addresses(text: str) -> str:
    """Turns `<Foo object at 0x7f…>` into `<Foo object>`, the same on every run."""
    return _ADDRESS.sub("", text)
