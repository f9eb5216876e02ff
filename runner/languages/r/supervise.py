"""Supervises one R process inside the sandbox: `python3 supervise.py R FOLDER [prepared]`.

R is started at once and waits, warmed up. The request arrives on descriptor 3, one line of JSON. With `prepared`, another line
comes before it: the code of earlier screens, which runs at once. The report goes to descriptor 4: a line when R waits for the
run, then the end of the run, then R's records, one JSON object per line. The author's code has neither of the two
descriptors. But it shares a process with our R program, whose output therefore only counts after a word that R receives
when the code has ended.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from typing import Any, BinaryIO, Dict

from r_process import RProcess

_REQUEST, _REPORT = 3, 4
_PR_SET_DUMPABLE = 4
_INBOX = "/opt/lessonwright/inbox"
_WORK = "/work"


def supervise(program: str, folder: str, is_prepared: bool) -> None:
    """Runs one request to its end, writes the report, and exits."""
    os.set_inheritable(_REQUEST, False)
    os.set_inheritable(_REPORT, False)
    _hide()
    # Process 1 of the sandbox receives no other signal from inside that would end it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    r = RProcess(program, folder)
    r.wait_until_warm()
    with os.fdopen(_REQUEST, "rb") as stream:
        if is_prepared:
            state = _read_line(stream)
            _link_files(state["files"])
            if not r.prepare(state):
                # The next run runs the same code, and reports why it ended.
                os._exit(1)
        _write(b'{"ready":true}\n')
        request = _read_line(stream)
    _link_files(request["files"])
    end = r.run(request)
    if r.is_done:
        # R has written everything, so readers need not wait for the end of its processes.
        mark = b"\0" + str(request["mark"]).encode("ascii")
        for stream in (1, 2):
            _write(mark, stream)
    _write(json.dumps(end).encode("ascii") + b"\n" + r.records())
    # Exiting ends the sandbox, and with it R and everything the code left behind.
    os._exit(0)


def _read_line(stream: BinaryIO) -> Dict[str, Any]:
    text = stream.readline()
    if not text:
        # The runner has no use for it.
        os._exit(0)
    request: Dict[str, Any] = json.loads(text)
    return request


def _hide() -> None:
    """A process that isn't dumpable hides memory and descriptors from others of its user (`/proc/…/fd`)."""
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def _link_files(names: "list[str]") -> None:
    """Links the lesson's files by name; they are in a read-only folder, by number."""
    for number, name in enumerate(names):
        path = os.path.join(_WORK, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.symlink(f"{_INBOX}/{number}", path)


def _write(data: bytes, descriptor: int = _REPORT) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


supervise(sys.argv[1], sys.argv[2], sys.argv[3:] == ["prepared"])
