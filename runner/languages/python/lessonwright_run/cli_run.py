"""Runs of language cli: setup scripts, then the code as a bash script in the work folder.

The code of each earlier screen runs before it, in a separate bash that starts in the state the previous one left: folder, variables,
functions, aliases (shells.py). An `exit`, `set -e` or a trap therefore affects only its own code.

`run` puts the script's variables into the namespace, as strings, lists and dicts; `add_tools` adds what checks use to
inspect the results of the script or of the terminal's user.
"""

from __future__ import annotations

import os
import re
import selectors
import shutil
import signal
import subprocess
import tempfile
import time
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from .guard import cut_text
from .kernel import set_dumpable
from .circumstances import changed_environment
from .typed_input import input_file
from .unnamed_files import file_of
from .shells import BASH, FILES, WORK_FOLDER, before_earlier, before_script, earlier_arguments, is_whole, shell_environment

CODE_FILE = "script.sh"
SETUP_NAMES = "setup"
TIMED_OUT = 124
"""Exit code of a command that timed out, as of `timeout`."""
_MAX_CODE = 120 * 1024
"""Limit for a script in bytes: it is passed as one argument, for which the kernel allows 128 kB."""
_MAX_KEPT = 1024 * 1024
_MAX_VARIABLES = 2000
_DRAIN_SECONDS = 0.2
_MAX_STATE = 4 * 1024 * 1024
"""Limit for what code of earlier screens leaves, in bytes, without its files."""
_STATE = "__shell_state__"
_LINE = re.compile(r"script\.sh: (?:-c: |eval: )*line (\d+):")
_OWN_FILE = re.compile(r"^/(?:proc/self|dev)/fd/\d+: ")
_LIMITS = (
    ("No space left on device", "disk"),
    ("File size limit exceeded", "disk"),
    ("Cannot allocate memory", "memory"),
    ("cannot allocate", "memory"),
    ("Resource temporarily unavailable", "processes"),
)


class CommandResult(NamedTuple):
    """Result of a command; its texts are cut at a megabyte."""

    exit_code: int
    stdout: str
    stderr: str


def run(request: Dict[str, Any], namespace: Dict[str, Any]) -> Optional[Dict[str, Any]]:
    """Runs setup and code. Returns the record of the error that ended them, or None."""
    state: Optional[bytes] = namespace.pop(_STATE, None)
    code = request["code"]
    namespace["__terminal_lines__"] = [f"$ {line}" for line in code.splitlines()]
    if len(code.encode()) > _MAX_CODE:
        return _error("ScriptTooLong", "A command-line script can have at most 120 kB.", None)
    failure = _prepare(request) if state is None else None
    failure = failure or _run_setups(request["preamble"], len(request.get("setup") or ()))
    if failure is not None:
        return failure
    ending = _Ending()
    given = input_file(request["input"]) if request.get("input") else None
    ran = _run_bash(
        ["-c", code, CODE_FILE], before=lambda fd: before_script(fd, state or b"", given), stream=True, typed=given, passed=[] if given is None else [given]
    )
    ending.read(ran.report)
    namespace["__terminal_lines__"] += ran.stdout.splitlines()
    namespace.update(ending.variables)
    return None if ran.code == 0 else _exit_error(ran, ending.line)


def run_earlier(request: Dict[str, Any], namespace: Dict[str, Any], note: Callable[[str, str], None]) -> Optional[Dict[str, Any]]:
    """Runs what prepares the lesson, then the code of earlier screens. Returns the record of the error that ended it, or None.

    @param note: receives the screen's name and the message of an error that ended the code of one screen
    """
    failure = _prepare(request)
    if failure is not None:
        return failure
    namespace[_STATE], failure = run_cells(request["earlier"], float(request["limits"]["wall_seconds"]), note)
    return failure


def run_cells(
    cells: Sequence[Dict[str, Any]], seconds: float, note: Callable[[str, str], None], environment: Optional[Dict[str, str]] = None
) -> Tuple[bytes, Optional[Dict[str, Any]]]:
    """Runs the code of earlier screens silently. Returns the state that it leaves, as commands of bash, and the record of the limit
    that ended it, or None.

    Code has failed if it would have failed as a script. What it did before stays, and the next code runs.

    @param environment: that of the code; None: that of a learner's shell
    """
    state = b""
    deadline = time.monotonic() + seconds
    for cell in cells:
        name, left = cell["name"], max(0.0, deadline - time.monotonic())
        if cell.get("is_setup"):
            ran = _run_file(cell["code"], f"{SETUP_NAMES}.sh", left, environment)
        else:
            code, before = file_of(cell["code"]), state
            ran = _run_bash(earlier_arguments(code), before=lambda fd: before_earlier(fd, before), passed=[code], seconds=left, environment=environment)
            state = ran.report if is_whole(ran.report) else state
        if not ran.has_ended:
            return state, _error("TimeLimit", f"the code of {name} ran out of time", None, limit="time")
        if ran.code == 0:
            continue
        limit = _limit_of(ran)
        if limit == "cpu" or (limit is not None and not cell["may_fail"]):
            return state, _error("ExitCode", f"The code of {name} ended with {_ending_of(ran)}", None, limit=limit)
        if not cell["may_fail"]:
            parts = ["setup"] if cell.get("is_setup") else []
            note(name, ": ".join([*parts, f"exit code {ran.code}", *filter(None, [_last_line(ran)])]))
    return state, None


def _prepare(request: Dict[str, Any]) -> Optional[Dict[str, Any]]:
    """Prepares the work folder for everything that runs. Returns the record of a failure, or None."""
    # The script's processes have the same user and must not access this one.
    set_dumpable(False)
    _copy_files()
    return _run_setups(request.get("setup") or (), 0)


def add_tools(namespace: Dict[str, Any], terminal_lines: Optional[List[str]] = None) -> None:
    """Adds what checks of language cli use: `terminal_lines`, `run_command` and `work_folder`."""
    lines = namespace.pop("__terminal_lines__", [])
    namespace.update(
        terminal_lines=lines if terminal_lines is None else terminal_lines,
        run_command=run_command,
        work_folder=WORK_FOLDER,
    )


def run_command(command: str, timeout: float = 10.0) -> CommandResult:
    """Runs a command in the work folder. Returns its exit code, output and error output.

    The code is 124 if it took more than `timeout` seconds, and 128 or more if it was killed by a signal.
    """
    ran = _run_bash(["-c", command], seconds=timeout)
    return CommandResult(ran.code, ran.stdout, ran.stderr)


def _run_setups(texts: Sequence[str], count_before: int) -> Optional[Dict[str, Any]]:
    """Runs scripts that prepare the work folder. Their output is shown only if one fails."""
    for number, text in enumerate(texts, count_before + 1):
        ran = _run_file(text, f"{SETUP_NAMES}-{number}.sh")
        if ran.code != 0:
            message = f"The setup of this screen ended with exit code {ran.code}, so the code was not run."
            output = (ran.stdout + ran.stderr).strip()
            return _error("SetupFailed", message, None, traceback=f"{message}\n{cut_text(output)}".strip())
    return None


def _run_file(text: str, name: str, seconds: Optional[float] = None, environment: Optional[Dict[str, str]] = None) -> "_Ran":
    """Runs a script from a temporary file."""
    with tempfile.TemporaryDirectory(prefix=".setup-") as folder:
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        ran = _run_bash([path], seconds=seconds, environment=environment)
    return ran._replace(stdout=ran.stdout.replace(f"{folder}/", ""), stderr=ran.stderr.replace(f"{folder}/", ""))


def _copy_files() -> None:
    """Copies the files into the work folder, where a script may change, move and delete them."""
    for folder, _, names in os.walk(FILES):
        target = os.path.normpath(os.path.join(WORK_FOLDER, os.path.relpath(folder, FILES)))
        os.makedirs(target, exist_ok=True)
        for name in names:
            shutil.copyfile(os.path.join(folder, name), os.path.join(target, name))


class _Ending:
    """What a script reported when it ended: the line of the failure, and its variables."""

    def __init__(self) -> None:
        self.line: Optional[int] = None
        self.variables: Dict[str, Any] = {}

    def read(self, data: bytes) -> None:
        fields = iter(data.decode("utf-8", "backslashreplace").split("\0"))
        try:
            for kind in fields:
                if kind == "line":
                    self.line = int(next(fields)) or None
                elif kind in ("text", "list", "dict") and len(self.variables) < _MAX_VARIABLES:
                    name = next(fields)
                    value = _VALUES[kind](lambda: next(fields))
                    if name.isidentifier() and not name.startswith("__"):
                        self.variables[name] = value
                else:
                    return
        except (StopIteration, ValueError, RuntimeError):
            # Cut off, or written by another process: keep what is complete.
            return


_VALUES: Dict[str, Callable[[Callable[[], str]], Any]] = {
    "text": lambda field: field(),
    "list": lambda field: [field() for _ in range(int(field()))],
    "dict": lambda field: {field(): field() for _ in range(int(field()))},
}


class _Ran(NamedTuple):
    """How a bash ended; its texts are cut at a megabyte."""

    code: int
    """128 or more if it was killed by a signal, 124 if it timed out."""
    stdout: str
    stderr: str
    report: bytes
    has_ended: bool
    """False if it timed out."""


def _run_bash(
    arguments: List[str],
    *,
    before: Optional[Callable[[int], int]] = None,
    passed: Sequence[int] = (),
    seconds: Optional[float] = None,
    stream: bool = False,
    environment: Optional[Dict[str, str]] = None,
    typed: Optional[int] = None,
) -> _Ran:
    """Runs bash to its end, with everything started in its session.

    @param before: returns a descriptor with what bash reads first; is given one that receives a report
    @param passed: descriptors that bash gets; they are closed here
    @param typed: a descriptor with what it reads as its input
    """
    environment = dict(environment or {**shell_environment(), **changed_environment()})
    passed_fds = list(passed)
    report_fd = -1
    if before is not None:
        report_fd, script_fd = os.pipe()
        first = before(script_fd)
        passed_fds += [script_fd, first]
        environment["BASH_ENV"] = f"/proc/self/fd/{first}"
    try:
        process = subprocess.Popen(
            [BASH, *arguments],
            cwd=WORK_FOLDER,
            env=environment,
            stdin=subprocess.DEVNULL if typed is None else typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=passed_fds,
            start_new_session=True,
        )
    finally:
        for descriptor in passed_fds:
            os.close(descriptor)
    try:
        assert process.stdout is not None and process.stderr is not None
        outputs = {process.stdout.fileno(): bytearray(), process.stderr.fileno(): bytearray()}
        copies = {process.stdout.fileno(): 1, process.stderr.fileno(): 2} if stream else {}
        if report_fd >= 0:
            outputs[report_fd] = bytearray()
        kept = {descriptor: _MAX_STATE if descriptor == report_fd else _MAX_KEPT for descriptor in outputs}
        has_ended = _collect(process, outputs, copies, kept, seconds)
        stdout, stderr = (outputs[pipe.fileno()].decode("utf-8", "backslashreplace") for pipe in (process.stdout, process.stderr))
    finally:
        # Background processes continue for the checks, unless the script timed out.
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
        if report_fd >= 0:
            os.close(report_fd)
    code = process.returncode
    report = bytes(outputs.get(report_fd, b""))
    return _Ran(TIMED_OUT if not has_ended else code if code >= 0 else 128 - code, stdout, stderr, report, has_ended)


def _collect(process: Any, outputs: Dict[int, bytearray], copies: Dict[int, int], kept: Dict[int, int], seconds: Optional[float]) -> bool:
    """Reads until the process has ended and its output is complete. Returns False if it timed out."""
    deadline = None if seconds is None else time.monotonic() + seconds
    drained: Optional[float] = None
    with selectors.DefaultSelector() as selector:
        for descriptor in outputs:
            selector.register(descriptor, selectors.EVENT_READ)
        while selector.get_map():
            ready = selector.select(0.02)
            for key, _ in ready:
                data = os.read(key.fd, 65536)
                if not data:
                    selector.unregister(key.fd)
                    continue
                if key.fd in copies:
                    _write(copies[key.fd], data)
                outputs[key.fd] += data[: max(0, kept[key.fd] - len(outputs[key.fd]))]
            now = time.monotonic()
            if process.poll() is not None:
                # A background process may keep the pipes open forever.
                drained = drained or now + _DRAIN_SECONDS
                if not ready or now > drained:
                    break
            elif deadline is not None and now > deadline:
                return False
    process.wait()
    return True


def _write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _exit_error(ran: _Ran, line: Optional[int]) -> Dict[str, Any]:
    found = _LINE.findall(ran.stderr)
    error_line = line if line is not None else (int(found[-1]) if found else None)
    return _error("ExitCode", cut_text(f"The script ended with {_ending_of(ran)}", 2000), error_line, limit=_limit_of(ran))


def _ending_of(ran: _Ran) -> str:
    """The exit code and the last line of the error output, as sentences."""
    tail = _last_line(ran)
    return cut_text(f"exit code {ran.code}." + (f" {tail}" if tail else ""), 2000)


def _last_line(ran: _Ran) -> str:
    """The last line of the error output, without the descriptor that code of earlier screens is read from."""
    return _OWN_FILE.sub("", (ran.stderr.strip().splitlines()[-1:] or [""])[0])


def _limit_of(ran: _Ran) -> Optional[str]:
    if ran.code > 128 and ran.code - 128 in (signal.SIGXCPU, signal.SIGKILL):
        return "cpu" if ran.code - 128 == signal.SIGXCPU else None
    return next((name for text, name in _LIMITS if text in ran.stderr[-2000:]), None)


def _error(name: str, message: str, line: Optional[int], *, traceback: str = "", limit: Optional[str] = None) -> Dict[str, Any]:
    return {
        "type": "error",
        "name": name,
        "message": message,
        "line": line,
        "column": None,
        "traceback": traceback or message,
        "limit": limit,
    }
