"""The child: runs earlier code, preamble and code in one namespace as `__main__`, then records the results."""

from __future__ import annotations

import base64
import builtins
import contextlib
import importlib
import io
import linecache
import os
import random
import signal
import socket
import sys
import types
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from . import shared_memory
from .shared_memory import SharedMemory
from .errors import error_line, error_record, limit_of
from .guard import Budget, attempt, cut_text, restore_builtins
from .limits import allow_processor_time, apply_limits
from .plots import GALLERY, MAX_IMAGES, forget_figures
from .typed_input import give_input
from .variables import name_record, variable_record
from .work_files import note_files, seen_files

CODE_FILE = "script.py"
PREAMBLE_FILE = "before.py"
WORK_FOLDER = "/work"
MAX_VARIABLES = 500
COMPARE_SECONDS, DRAW_SECONDS, COLLECT_SECONDS, EXIT_SECONDS = 4.0, 3.0, 4.0, 1.0
"""Time after the code: for variables that are compared, open figures, other variables, exit functions. The supervisor waits a little longer."""
_FOR_LATER = 64 * 1024
"""Bytes that pictures and variables leave free, so that small records still fit after large ones."""
_MAX_RECORDED = 1024 * 1024
_EARLIER_ERRORS_AT_MOST = 10
"""Keep in sync with runs.ts."""


class TimeLimit(BaseException):
    """The code timed out. Not an `Exception`, so that `except Exception` in a loop doesn't catch it."""

    __module__ = "builtins"  # Tracebacks then have the name alone.


class ProcessorLimit(BaseException):
    """The code exceeded its CPU time."""

    __module__ = "builtins"


class _RecordingWriter(io.BufferedWriter):
    """Standard output whose first megabyte is recorded, for checks of what was printed."""

    def __init__(self, descriptor: int, buffering: int) -> None:
        super().__init__(io.FileIO(descriptor, "w", closefd=False), buffering)
        self._kept = bytearray()
        self.is_mid_line = False
        """The last character that was written doesn't end a line."""

    def write(self, data: Any) -> int:
        if len(data) > 0:
            self.is_mid_line = bytes(data[-1:]) != b"\n"
        room = _MAX_RECORDED - len(self._kept)
        if room > 0:
            self._kept += bytes(data[:room])
        return super().write(data)

    def kept_text(self) -> str:
        return self._kept.decode("utf-8", "replace")

    def forget(self) -> None:
        """Clears the record, for the next run of a session."""
        self._kept.clear()
        self.is_mid_line = False


def run_script(request: Dict[str, Any], memory: SharedMemory, channel: Optional[int]) -> None:
    """Runs a request in this process. Returns when everything is recorded; the caller must then exit.

    @param channel: a descriptor connected to the judge, if there are checks. The checks themselves are never in this
    process.
    """
    start = start_script(request)
    finish_script(start, request, memory, channel)


class Start(NamedTuple):
    """A process in which the code of earlier screens has run."""

    pid: int
    namespace: Dict[str, Any]
    error: Optional[Dict[str, Any]]
    """The record of the limit that ended the earlier code."""
    earlier_errors: List[Dict[str, Any]]
    """Records of errors that ended one earlier code each."""


def start_script(request: Dict[str, Any]) -> Start:
    """Prepares this process for a request, of which only `limits` and `earlier` have to be known, and runs the earlier code."""
    own_pid = os.getpid()
    namespace = _prepare_main()
    _prepare_process()
    limits, earlier = request["limits"], request.get("earlier") or []
    # The earlier code has the same time again, for itself.
    apply_limits({**limits, "cpu_seconds": (2 if earlier else 1) * float(limits["cpu_seconds"])})
    _reseed()
    if not earlier:
        return Start(own_pid, namespace, None, [])
    allow_processor_time(float(limits["cpu_seconds"]))
    errors: List[Dict[str, Any]] = []
    error = _error_of(lambda: _run_earlier_of(request, namespace, errors))
    return Start(own_pid, namespace, error, errors)


def _run_earlier_of(request: Dict[str, Any], namespace: Dict[str, Any], errors: List[Dict[str, Any]]) -> Optional[Dict[str, Any]]:
    language = request.get("language", "python")
    if language == "python":
        run_earlier(request["earlier"], request["limits"], namespace, errors.append)
        return None

    def note(name: str, message: str) -> None:
        if len(errors) < _EARLIER_ERRORS_AT_MOST:
            errors.append({"type": "earlier error", "name": name, "message": cut_text(message)})

    # Like `run` of these modules, they leave in the namespace what the code goes on from.
    return importlib.import_module(f".{language}_run", __package__).run_earlier(request, namespace, note)


def finish_script(start: Start, request: Dict[str, Any], memory: SharedMemory, channel: Optional[int]) -> None:
    """Runs the code of a request, and records its results."""
    own_pid, namespace, error, earlier_errors = start
    if channel is not None:
        importlib.import_module("pycheck")
    files_before = seen_files() if request.get("wants_files") else None
    stdout = sys.stdout
    # Before the code, which may end this process.
    for record in earlier_errors:
        memory.note(record)
    memory.enter(shared_memory.RUNNING)
    if error is None:
        error = _run_all(request, namespace)
    if os.getpid() != own_pid:
        # A fork made by the learner's code reached the end: nothing more to do.
        _flush()
        os._exit(0)
    restore_builtins()
    sys.setrecursionlimit(1000)
    memory.enter(shared_memory.COLLECTING)
    if error is not None:
        memory.note(error)
    for note in namespace.pop("__notes__", []) if request["language"] == "sql" else []:
        memory.note(note)
    _note_results(namespace, request, memory)
    attempt(_run_exit_functions, EXIT_SECONDS)
    _flush()
    if files_before is not None:
        attempt(lambda: note_files(files_before, memory), COLLECT_SECONDS)
    if channel is not None:
        serve(socket.socket(fileno=channel), namespace, stdout, error)
    memory.enter(shared_memory.DONE)


def serve(channel: socket.socket, namespace: Dict[str, Any], stdout: Any, error: Optional[Dict[str, Any]]) -> None:
    """Serves the objects of the code to the judge."""
    from .served_objects import serve_checks

    output = attempt(lambda: stdout.buffer.kept_text()) or ""
    hello = {"output": output, "error": error, "terminal_lines": namespace.pop("__terminal_lines__", None)}
    serve_checks(channel, namespace, lambda: list(GALLERY.figures), hello)


def _prepare_main() -> Dict[str, Any]:
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    namespace = vars(main)
    namespace["__builtins__"] = builtins
    return namespace


def _prepare_process() -> None:
    for fd, stream in ((1, "stdout"), (2, "stderr")):
        raw = _RecordingWriter(fd, 8192) if fd == 1 else open(fd, "wb", buffering=8192, closefd=False)
        text = io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", line_buffering=True)
        setattr(sys, stream, text)
        setattr(sys, f"__{stream}__", text)
    sys.argv = [CODE_FILE]
    # The learner's folder comes first; ours last, where matplotlib finds its backend.
    ours = sys.path.pop(0)
    sys.path.insert(0, WORK_FOLDER)
    sys.path.append(ours)


def _reseed() -> None:
    """Reseeds random numbers, because a warm slot forks every run from the same state."""
    random.seed()
    numbers = sys.modules.get("numpy.random")
    if numbers is not None:
        # Four billion seeds are enough, and cost a fifth of the memory that `seed()` would touch.
        numbers.seed(int.from_bytes(os.urandom(4), "little"))


def _run_all(request: Dict[str, Any], namespace: Dict[str, Any]) -> Optional[Dict[str, Any]]:
    """Runs each text. Returns the record of the error that ended them, or None."""

    def run() -> Any:
        if request.get("earlier"):
            allow_processor_time(float(request["limits"]["cpu_seconds"]))
        signal.setitimer(signal.ITIMER_REAL, float(request["limits"]["wall_seconds"]))
        if request["language"] != "python":
            # `sql_run` and `cli_run` put their results for variables and checks into the namespace.
            return importlib.import_module(f".{request['language']}_run", __package__).run(request, namespace)
        run_before(request["preamble"], namespace)
        give_input(request.get("input"))
        run_code(request, namespace)
        return _join_threads()

    return _error_of(run)


def _error_of(work: Callable[[], Any]) -> Optional[Dict[str, Any]]:
    """Runs untrusted code. Returns the record of the error that ended it, or what it returned."""
    signal.signal(signal.SIGALRM, _raise_time_limit)
    signal.signal(signal.SIGXCPU, _raise_processor_limit)
    try:
        try:
            return work()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except SystemExit as error:
        return _exit_record(error)
    except BaseException as error:  # whatever the code raises is its result
        record = error_record(error, CODE_FILE)
        record["limit"] = {TimeLimit: "time", ProcessorLimit: "cpu"}.get(type(error)) or limit_of(error)
        return record


def run_earlier(
    cells: Sequence[Dict[str, Any]], limits: Dict[str, Any], namespace: Dict[str, Any], note: Callable[[Dict[str, Any]], object]
) -> None:
    """Runs the code of earlier screens silently, within the time limit of a run; the caller handles its signals.

    An error or `sys.exit()` ends only the code that raised it. A limit ends all of it, as does the end of a session's run.

    @param note: receives a record of each error of code that may not fail, up to a number
    """
    if not cells:
        return
    count = 0
    signal.setitimer(signal.ITIMER_REAL, float(limits["wall_seconds"]))
    try:
        with _silenced():
            for cell in cells:
                try:
                    _execute(cell["code"], cell["name"], namespace)
                except (TimeLimit, ProcessorLimit, KeyboardInterrupt):
                    raise
                except SystemExit:
                    continue
                except BaseException as error:  # whatever the code raises
                    if cell["may_fail"]:
                        continue
                    with _paused_timer():
                        is_limit = limit_of(error) is not None
                        line = error_line(error) if not is_limit and count < _EARLIER_ERRORS_AT_MOST else None
                    if is_limit:
                        raise
                    if line is not None:
                        count += 1
                        note({"type": "earlier error", "name": cell["name"], "message": line})
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@contextlib.contextmanager
def _paused_timer() -> Iterator[None]:
    """Keeps the time limit of the code around calls of `attempt`, which has limits of its own."""
    handler = signal.getsignal(signal.SIGALRM)
    remaining, _ = signal.setitimer(signal.ITIMER_REAL, 0)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, remaining)


def run_before(texts: List[str], namespace: Dict[str, Any]) -> None:
    """Runs the preamble, such as display code; its output and figures are discarded."""
    if not texts:
        return
    with _silenced():
        for text in texts:
            _execute(text, PREAMBLE_FILE, namespace)


@contextlib.contextmanager
def _silenced() -> Iterator[None]:
    """Discards the output and the figures of what runs in it."""
    streams = sys.stdout, sys.stderr
    saved = [os.dup(1), os.dup(2)]
    null = os.open(os.devnull, os.O_WRONLY)
    try:
        for fd in (1, 2):
            os.dup2(null, fd)
        GALLERY.is_paused = True
        yield
        forget_figures()
    finally:
        GALLERY.is_paused = False
        for stream in streams:
            stream.flush()
        for fd, kept in zip((1, 2), saved):
            os.dup2(kept, fd)
        for descriptor in (null, *saved):
            os.close(descriptor)
        recorded = getattr(streams[0], "buffer", None)
        if isinstance(recorded, _RecordingWriter):
            recorded.forget()


def run_code(request: Dict[str, Any], namespace: Dict[str, Any]) -> None:
    """Runs the learner's code, and shows the value of its last expression if the lesson wants that."""
    code = request["code"]
    if not request.get("shows_last_value"):
        return _execute(code, CODE_FILE, namespace)
    from .last_value import run_and_show

    _remember_lines(code, CODE_FILE)
    run_and_show(code, CODE_FILE, namespace, sys.__stdout__)


def _raise_time_limit(_signal: int, _frame: Any) -> None:
    raise TimeLimit("the code ran out of time")


def _raise_processor_limit(_signal: int, _frame: Any) -> None:
    raise ProcessorLimit("the code ran out of processor time")


def _execute(text: str, file_name: str, namespace: Dict[str, Any]) -> None:
    _remember_lines(text, file_name)
    exec(compile(text, file_name, "exec", dont_inherit=True), namespace)


def _remember_lines(text: str, file_name: str) -> None:
    """For tracebacks."""
    linecache.cache[file_name] = (len(text), None, text.splitlines(keepends=True), file_name)


def _join_threads() -> None:
    """Waits for threads that aren't daemons, as at the end of any Python program."""
    threading = sys.modules.get("threading")
    if threading is None:
        return
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and not thread.daemon:
            thread.join()


def _exit_record(error: SystemExit) -> Optional[Dict[str, Any]]:
    """`sys.exit()` and `sys.exit(0)` are a normal end; another code or a text is an error."""
    code = error.code
    if code is None or (type(code) is int and code == 0):
        return None
    record = error_record(error, CODE_FILE)
    record["limit"] = None
    return record


def _note_results(namespace: Dict[str, Any], request: Dict[str, Any], memory: SharedMemory) -> None:
    """Records plots and variables. What is compared comes first: neither slow drawing nor large values can crowd it out."""
    # Copy the list: a value's methods may change the namespace.
    has_variables = request.get("language") != "sql"
    listed = [(name, value) for name, value in list(namespace.items()) if has_variables and _is_listed(name, value)]
    names = request.get("compared") or []
    compared = [each for each in listed if each[0] in names]
    others = [each for each in listed if each[0] not in names][: max(0, MAX_VARIABLES - len(compared))]
    is_cut = len(compared) + len(others) < len(listed)
    is_cut = _note_variables(compared, request["values"], memory, COMPARE_SECONDS) or is_cut
    _note_images(memory)
    is_cut = _note_variables(others, request["values"], memory, COLLECT_SECONDS) or is_cut
    if is_cut:
        memory.note({"type": "cut", "what": "vars"})


def _note_images(memory: SharedMemory) -> None:
    budget = Budget(DRAW_SECONDS)
    for figure in attempt(GALLERY.take_open_figures) or []:
        if not budget.is_spent:
            attempt(lambda figure=figure: GALLERY.draw(figure), max(0.05, budget.remaining))  # type: ignore[misc]
    if GALLERY.count > 0:
        memory.note({"type": "plots", "count": GALLERY.count})
    is_cut = GALLERY.is_cut
    for image in GALLERY.images[:MAX_IMAGES]:
        record = {"type": "image", "png": base64.b64encode(image).decode("ascii")}
        is_cut = not memory.note(record, reserve=_FOR_LATER) or is_cut
    if is_cut:
        memory.note({"type": "cut", "what": "images"})


def _note_variables(listed: Sequence[Tuple[str, Any]], values: Any, memory: SharedMemory, seconds: float) -> bool:
    """Returns whether something was left out."""
    is_cut = False
    budget = Budget(seconds)
    for name, value in listed:
        if budget.is_spent:
            is_cut = True
            memory.note(name_record(name, value))
            continue
        record = variable_record(name, value, with_value=values == "all" or name in values)
        if memory.note(record, reserve=_FOR_LATER):
            continue
        is_cut = True
        small = {**record, "html_output": None, "image": None, "value": None}
        if not memory.note(small, reserve=1024):
            break
    return is_cut


def _is_listed(name: Any, value: Any) -> bool:
    if type(name) is not str or (name.startswith("__") and name.endswith("__")):
        return False
    return not issubclass(type(value), types.ModuleType)


def _run_exit_functions() -> None:
    atexit = sys.modules.get("atexit")
    if atexit is not None:
        atexit._run_exitfuncs()


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        attempt(lambda stream=stream: stream.flush())  # type: ignore[misc]
