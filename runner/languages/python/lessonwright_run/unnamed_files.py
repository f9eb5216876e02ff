"""Files without a name, for texts that another program reads from a descriptor."""

from __future__ import annotations

import os


def unnamed_file() -> int:
    """Returns an unnamed file in the run's own folder. Memory files are unavailable without a control group to count them."""
    descriptor = os.open("/tmp", os.O_TMPFILE | os.O_RDWR, 0o600)
    os.set_inheritable(descriptor, True)
    return descriptor


def file_of(text: str) -> int:
    """Returns a descriptor with a text."""
    descriptor = unnamed_file()
    fill(descriptor, text.encode("utf-8", "surrogatepass"))
    return descriptor


def fill(descriptor: int, data: bytes) -> None:
    """Writes all of it, to be read from the beginning."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
    os.lseek(descriptor, 0, os.SEEK_SET)
