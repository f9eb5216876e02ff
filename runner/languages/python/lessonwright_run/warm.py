"""The warm interpreter of a slot: imports what lessons use, then forks a process into its own namespaces for each run.

    the warm interpreter    never reads a request or an output: the next run could find it in its memory
      process 1 of a run    reads the request, mounts new folders, drops all privileges, then becomes the supervisor
        the script          the learner's code

The runner sends a letter for each command and, after RUN, the request for process 1 to read. The warm interpreter runs no
untrusted code: its packages are those of the machine or the base packages. Environments of authors' packages use a separate
process for each run instead (waiting.py). It may mount, but only in its own user namespace.
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
from typing import Any, Dict, Iterable, List, Tuple

from . import kernel
from .frames import ENDED, WARM, FrameWriter
from .outlets import FramedOutlet
from .sealed import read_request
from .supervisor import supervise

RUN, KILL = b"r", b"k"
"""Commands of the runner (runner/src/python/slots/slot.ts)."""
_NAMESPACES = kernel.NEW_MOUNTS | kernel.NEW_IPC | kernel.NEW_PROCESSES | kernel.NEW_NETWORK
_LIBRARIES = (
    "numpy",
    "pandas",
    "matplotlib",
    "matplotlib.pyplot",
    "pandas.plotting._matplotlib",
    "pycheck",
    "lessonwright_run.last_value",
)
_PAGE = os.sysconf("SC_PAGE_SIZE")
_FAILED = 70
_WORK, _TMP, _SHARED_MEMORY = "/work", "/tmp", "/dev/shm"
_BLOBS = "/tmp/blobs"
"""Where a slot has the files of all lessons. The run's own /tmp is mounted over it and can't be unmounted from inside."""
_FOLDERS = {_WORK: "work", _TMP: "tmp", _SHARED_MEMORY: "shm"}


class Slot:
    """`commands_fd`: from the runner. `frames_fd`: to the runner. `kept`: paths below /tmp that runs need."""

    def __init__(self, commands_fd: int, frames_fd: int, call_filter: bytes, kept: List[str]) -> None:
        self._commands_fd = commands_fd
        self._frames = FrameWriter(frames_fd)
        self._call_filter = call_filter
        self._kept = kept

    def serve(self) -> None:
        """Serves runs until the runner closes the commands."""
        # Allocator settings for warming up don't concern the learner's programs.
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
            # Fork ahead, so that the next run starts immediately.
            pid, alive_fd, go_fd = self._prepare_run()
            if not self._is_run_wanted():
                return
            self._run(pid, alive_fd, go_fd)

    def _is_run_wanted(self) -> bool:
        """False once the runner has closed the commands."""
        while True:
            command = os.read(self._commands_fd, 1)
            # A kill that arrived after its run had ended is ignored.
            if command in (RUN, b""):
                return command == RUN

    def _prepare_run(self) -> Tuple[int, int, int]:
        """Forks process 1 of the next run. It waits for a letter in the last pipe; the first one closes when it exits."""
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
        # Process 1 reads the request from the same pipe, so don't read commands before it is done.
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
        # Leave the slot's process group, which a signal to group 0 would reach.
        os.setsid()
        request, sealed = read_request(self._commands_fd)
        os.write(run_fd, b".")
        os.close(self._commands_fd)
        _mount_run_folders(request["limits"], request.pop("files"), self._kept)
        kernel.drop_rights(self._call_filter)
        null = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        os.close(null)
        supervise(request, sealed, FramedOutlet(self._frames))


def _mount_run_folders(limits: Dict[str, Any], files: Iterable[List[str]], kept: Iterable[str]) -> None:
    """Mounts empty writable folders over those of the slot, and enters the work folder.

    `files`: name of each file or folder that the run may read in its work folder, and its name below _BLOBS.
    `kept`: what runs also need of the slot's /tmp.
    """
    options = f"size={int(limits['disk_bytes'])},nr_inodes={int(limits['files'])},mode=0711"
    # One file system for all three folders, so that they share one limit. It is mounted on /work until its parts are in place.
    kernel.mount("lessonwright", _WORK, "tmpfs", kernel.NO_SUID | kernel.NO_DEVICES, options)
    for folder in _FOLDERS.values():
        os.mkdir(f"{_WORK}/{folder}", 0o700)
    for path in kept:
        _bind(path, f"{_WORK}/tmp{path[len(_TMP) :]}")
    for name, entry in files:
        _bind(f"{_BLOBS}/{entry}", f"{_WORK}/work/{name}")
    for target in (_SHARED_MEMORY, _TMP, _WORK):
        kernel.mount(f"{_WORK}/{_FOLDERS[target]}", target, "", kernel.BIND | kernel.WITH_BELOW)
    kernel.mount("proc", "/proc", "proc", kernel.NO_SUID | kernel.NO_DEVICES | kernel.NO_PROGRAMS)
    os.chdir(_WORK)


def _bind(source: str, target: str) -> None:
    if os.path.isdir(source):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o600))
    kernel.mount(source, target, "", kernel.BIND)


def import_libraries() -> None:
    """Imports what lessons use, and does one-time work. Missing libraries are skipped."""
    for name in _LIBRARIES:
        try:
            importlib.import_module(name)
        except Exception:  # not there, or broken in this environment: the learner's import will say so
            continue
    _prime(sys.modules.get("pandas"), sys.modules.get("matplotlib.pyplot"))
    _forget(sys.modules.get("numpy.random"), sys.modules.get("matplotlib.font_manager"))


def _prime(pandas: Any, pyplot: Any) -> None:
    """Does one-time work in advance: fonts, the canvas, the list of backends, tables of the C libraries."""
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
    """Does here what each fork would otherwise repeat in memory that it first has to copy."""
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

