"""Runs of language cli: setup scripts, then the code as a bash script in the work folder.

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
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

from .guard import cut_text
from .kernel import set_dumpable
from .circumstances import changed_environment
from .shells import BASH, FILES, WORK_FOLDER, before_script, shell_environment

CODE_FILE = "script.sh"
SETUP_NAMES = "setup"
TIMED_OUT = 124
"""Exit code of a command that timed out, as of `timeout`."""
_MAX_CODE = 120 * 1024
"""Limit for a script in bytes: it is passed as one argument, for which the kernel allows 128 kB."""
_MAX_KEPT = 1024 * 1024
_MAX_VARIABLES = 2000
_DRAIN_SECONDS = 0.2
_LINE = re.compile(r"script\.sh: (?:-c: |eval: )*line (\d+):")
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
    # The script's processes have the same user and must not access this one.
    set_dumpable(False)
    code = request["code"]
    namespace["__terminal_lines__"] = [f"$ {line}" for line in code.splitlines()]
    if len(code.encode()) > _MAX_CODE:
        return _error("ScriptTooLong", "A command-line script can have at most 120 kB.", None)
    _copy_files()
    for number, text in enumerate(request["preamble"], 1):
        failure = run_setup(text, f"{SETUP_NAMES}-{number}.sh")
        if failure is not None:
            return failure
    ending = _Ending()
    status, stdout, stderr = _run_bash(["-c", code, CODE_FILE], _MAX_KEPT, ending=ending, stream=True)
    namespace["__terminal_lines__"] += stdout.splitlines()
    namespace.update(ending.variables)
    return None if status == 0 else _exit_error(status, stderr, ending.line)


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
    return CommandResult(*_run_bash(["-c", command], _MAX_KEPT, seconds=timeout))


def run_setup(text: str, name: str) -> Optional[Dict[str, Any]]:
    """Runs a script that prepares the work folder. Its output is shown only if it fails."""
    with tempfile.TemporaryDirectory(prefix=".setup-") as folder:
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        status, stdout, stderr = _run_bash([path], _MAX_KEPT)
    if status == 0:
        return None
    output = (stdout + stderr).replace(f"{folder}/", "").strip()
    message = f"The setup of this screen ended with exit code {status}, so the code was not run."
    return _error("SetupFailed", message, None, traceback=f"{message}\n{cut_text(output)}".strip())


def _copy_files() -> None:
    """Copies the files into the work folder, where a script may change, move and delete them."""
    if not os.path.isdir(FILES):
        return
    for name in sorted(os.listdir(FILES)):
        shutil.copyfile(os.path.join(FILES, name), os.path.join(WORK_FOLDER, name))


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


def _run_bash(
    arguments: List[str],
    kept: int,
    *,
    seconds: Optional[float] = None,
    ending: Optional[_Ending] = None,
    stream: bool = False,
) -> Tuple[int, str, str]:
    """Runs bash to its end, with everything started in its session. Returns `kept` bytes of each stream."""
    environment = {**shell_environment(), **changed_environment()}
    passed_fds: List[int] = []
    report_fd = -1
    if ending is not None:
        report_fd, script_fd = os.pipe()
        before = before_script(script_fd)
        passed_fds = [script_fd, before]
        environment["BASH_ENV"] = f"/proc/self/fd/{before}"
    process = subprocess.Popen(
        [BASH, *arguments],
        cwd=WORK_FOLDER,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=passed_fds,
        start_new_session=True,
    )
    for descriptor in passed_fds:
        os.close(descriptor)
    try:
        assert process.stdout is not None and process.stderr is not None
        outputs = {process.stdout.fileno(): bytearray(), process.stderr.fileno(): bytearray()}
        copies = {process.stdout.fileno(): 1, process.stderr.fileno(): 2} if stream else {}
        if report_fd >= 0:
            outputs[report_fd] = bytearray()
        has_ended = _collect(process, outputs, copies, kept, seconds)
        if ending is not None:
            ending.read(bytes(outputs[report_fd]))
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
    return (TIMED_OUT if not has_ended else code if code >= 0 else 128 - code), stdout, stderr


def _collect(process: Any, outputs: Dict[int, bytearray], copies: Dict[int, int], kept: int, seconds: Optional[float]) -> bool:
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
                if len(outputs[key.fd]) < kept:
                    outputs[key.fd] += data[: kept - len(outputs[key.fd])]
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


def _exit_error(status: int, stderr: str, line: Optional[int]) -> Dict[str, Any]:
    found = _LINE.findall(stderr)
    error_line = line if line is not None else (int(found[-1]) if found else None)
    tail = stderr.strip().splitlines()[-1:] or [""]
    if status > 128 and status - 128 in (signal.SIGXCPU, signal.SIGKILL):
        limit: Optional[str] = "cpu" if status - 128 == signal.SIGXCPU else None
    else:
        limit = next((name for text, name in _LIMITS if text in stderr[-2000:]), None)
    message = f"The script ended with exit code {status}." + (f" {tail[0]}" if tail[0] else "")
    return _error("ExitCode", cut_text(message, 2000), error_line, limit=limit)


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
