"""The warm interpreter of a slot: imports what lessons use, then forks a process with name spaces of its own for each run.

    the warm interpreter    never reads a request or an output: what it knew, the next run could find in its memory
      process 1 of a run    reads the request, lays fresh folders, drops every right, then is the supervisor
        the script          the learner's code

The runner sends a letter for each command and, after RUN, the request for process 1 to read. The warm interpreter runs no
foreign code: its packages are those of the machine or of the base, and for environments of authors' packages there are
processes for one run each instead (waiting.py). It has the right to mount, inside its own user name space alone.
"""

from __future__ import annotations

import gc
import importlib
import io
import json
import os
import select
import signal
import sys
from typing import Any, Dict, List, Tuple

from . import kernel
from .frames import ENDED, WARM, FrameWriter
from .fresh import lay_fresh_folders
from .outlets import FramedOutlet
from .sealed import read_request
from .supervisor import supervise

RUN, KILL = b"r", b"k"
"""Commands of the runner (runner/src/python/slots/slot.ts)."""
_NAMESPACES = kernel.NEW_MOUNTS | kernel.NEW_IPC | kernel.NEW_PROCESSES | kernel.NEW_NETWORK
_LIBRARIES = ("numpy", "pandas", "matplotlib", "matplotlib.pyplot", "pandas.plotting._matplotlib", "pycheck")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_FAILED = 70


class Slot:
    """`commands_fd`: from the runner. `frames_fd`: to the runner. `kept`: paths below /tmp that runs need."""

    def __init__(self, commands_fd: int, frames_fd: int, call_filter: bytes, kept: List[str]) -> None:
        self._commands_fd = commands_fd
        self._frames = FrameWriter(frames_fd)
        self._call_filter = call_filter
        self._kept = kept

    def serve(self) -> None:
        """Until the runner closes the commands."""
        # What is done with memory before the first run is of no concern to the learner's own programs.
        os.environ.pop("PYTHONMALLOC", None)
        import_libraries()
        threads = os.listdir("/proc/self/task")
        if len(threads) != 1:
            sys.exit(f"The imports started {len(threads) - 1} threads, which a fork would lose.")
        gc.collect()
        gc.freeze()
        kernel.gather_memory()
        self._frames.write(WARM, json.dumps(_held()).encode())
        while True:
            # Made before it is asked for: a run does not wait for the fork.
            pid, alive_fd, go_fd = self._prepare_run()
            if not self._is_run_wanted():
                return
            self._run(pid, alive_fd, go_fd)

    def _is_run_wanted(self) -> bool:
        """False once the runner has closed the commands."""
        while True:
            command = os.read(self._commands_fd, 1)
            # A kill that came after its run had ended is nobody's.
            if command in (RUN, b""):
                return command == RUN

    def _prepare_run(self) -> Tuple[int, int, int]:
        """Forks process 1 of the next run. It waits for a letter in the last pipe; the first one closes when it is gone."""
        alive_fd, run_fd = os.pipe()
        wait_fd, go_fd = os.pipe()
        pid = kernel.fork_into(_NAMESPACES)
        if pid == 0:
            try:
                os.close(alive_fd)
                os.close(go_fd)
                if os.read(wait_fd, 1) != b"":
                    os.close(wait_fd)
                    self._become_run(run_fd)
            except BaseException as error:  # nothing of the learner's has run yet
                os.write(2, f"The warm slot could not make a run: {error!r}\n".encode())
            finally:
                os._exit(_FAILED)
        os.close(run_fd)
        os.close(wait_fd)
        return pid, alive_fd, go_fd

    def _run(self, pid: int, alive_fd: int, go_fd: int) -> None:
        os.write(go_fd, b".")
        os.close(go_fd)
        # Until the request is read, the commands are not ours to look at.
        has_read = os.read(alive_fd, 1) != b""
        if has_read:
            self._wait(pid, alive_fd)
        os.close(alive_fd)
        _, status = os.waitpid(pid, 0)
        self._frames.write(ENDED, json.dumps({"status": status, **_held()}).encode())
        if not has_read:
            sys.exit("A run ended before it had read its request.")

    def _wait(self, pid: int, alive_fd: int) -> None:
        poll = select.poll()
        poll.register(alive_fd, select.POLLIN)
        poll.register(self._commands_fd, select.POLLIN)
        while True:
            ready = {fd for fd, _ in poll.poll()}
            if self._commands_fd in ready and os.read(self._commands_fd, 1) in (KILL, b""):
                os.kill(pid, signal.SIGKILL)
                poll.unregister(self._commands_fd)
            if alive_fd in ready:
                return

    def _become_run(self, run_fd: int) -> None:
        # Out of the slot's group of processes, which a signal to group 0 would reach.
        os.setsid()
        request, sealed = read_request(self._commands_fd)
        os.write(run_fd, b".")
        os.close(self._commands_fd)
        lay_fresh_folders(request["limits"], request.pop("files"), self._kept)
        kernel.drop_rights(self._call_filter)
        null = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        os.close(null)
        supervise(request, sealed, FramedOutlet(self._frames))


def import_libraries() -> None:
    """What lessons use, with what takes time only once. A library that is not there is left out."""
    for name in _LIBRARIES:
        try:
            importlib.import_module(name)
        except Exception:  # not there, or broken in this environment: the learner's import will say so
            continue
    _prime(sys.modules.get("pandas"), sys.modules.get("matplotlib.pyplot"))
    _forget(sys.modules.get("numpy.random"), sys.modules.get("matplotlib.font_manager"))


def _prime(pandas: Any, pyplot: Any) -> None:
    """Does once what takes time only once: fonts, the canvas, which backends there are, tables of the C libraries."""
    try:
        if pandas is not None:
            frame = pandas.DataFrame({"a": [1.5, 2.5]})
            frame._repr_html_()
            str(frame.describe())
        if pyplot is not None:
            _, axes = pyplot.subplots()
            axes.set_title("a")
            if pandas is not None:
                frame.plot(ax=axes)
            axes.figure.savefig(io.BytesIO(), format="png", bbox_inches="tight")
    except Exception:  # broken in this environment; the learner's own drawing will say so
        pass
    finally:
        if pyplot is not None:
            pyplot.close("all")


def _forget(numbers: Any, fonts: Any) -> None:
    """What each fork would do again and again in memory that it first has to copy is done once, here."""
    try:
        if numbers is not None:
            numbers.seed(0)
        if fonts is not None:
            fonts._get_font.cache_clear()
    except Exception:  # another version keeps its fonts elsewhere
        pass


def _held() -> Dict[str, Any]:
    with open("/proc/self/statm", "rb") as stream:
        fields = stream.read().split()
    return {"held_bytes": int(fields[1]) * _PAGE}

