"""Supervises one R process inside the sandbox: `python3 supervise.py R FOLDER`.

R is started at once, and waits warm. The request comes on descriptor 3 when it is known, the report goes to descriptor 4:
a line when R is warm, then the end of the run, then what R noted, a JSON object on each line. The author's code holds
neither of the two descriptors. It is in one process with our R program, though, so what that tells counts only behind a
word that R is given after the code has ended (product: what can be compared is compared outside).
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from typing import Any, Dict

from r_process import RProcess

_REQUEST, _REPORT = 3, 4
_PR_SET_DUMPABLE = 4
_INBOX = "/opt/lessonwright/inbox"
_WORK = "/work"


def supervise(program: str, folder: str) -> None:
    """Runs one request to its end, writes the report, and leaves the process."""
    os.set_inheritable(_REQUEST, False)
    os.set_inheritable(_REPORT, False)
    _hide()
    # As the first process of the sandbox it gets no other signal from inside that would end it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    r = RProcess(program, folder)
    r.wait_until_warm()
    _write(b'{"ready":true}\n')
    with os.fdopen(_REQUEST, "rb") as stream:
        text = stream.read()
    if not text:
        os._exit(0)
    request: Dict[str, Any] = json.loads(text)
    _lay_files(request["files"])
    end = r.run(request)
    if r.is_done:
        # R has written all that it had to say: whoever reads need not wait until its processes are gone.
        mark = b"\0" + str(request["mark"]).encode("ascii")
        for stream in (1, 2):
            _write(mark, stream)
    _write(json.dumps(end).encode("ascii") + b"\n" + r.records())
    # Leaving ends the sandbox, and with it R and whatever the code left behind.
    os._exit(0)


def _hide() -> None:
    """A process that is not dumpable shows neither memory nor descriptors to others of its user (`/proc/…/fd`)."""
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def _lay_files(names: "list[str]") -> None:
    """The files of the lesson, by their names: they came into a folder that is read only here, under their numbers."""
    for number, name in enumerate(names):
        os.symlink(f"{_INBOX}/{number}", os.path.join(_WORK, name))


def _write(data: bytes, descriptor: int = _REPORT) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


supervise(sys.argv[1], sys.argv[2])
