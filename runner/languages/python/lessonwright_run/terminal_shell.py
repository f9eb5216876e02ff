"""The shell of a terminal, on its sandbox's own pseudo-terminal."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import struct
import tempfile
import termios
from typing import Any, Dict, List, Tuple

from .cli_run import run_cells
from .kernel import set_dumpable
from .limits import apply_limits
from .shells import BASH, WORK_FOLDER, bash_at_prompt, shell_environment

_NICENESS = 5
_CHANGED_SIGNALS = [signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ]
"""Signals that Python or the first process handle in their own way."""
_RED, _DIM, _PLAIN, _ERASED = "\x1b[31m", "\x1b[2m", "\x1b[0m", "\r\x1b[K"
_WAITING = "Running the code of earlier screens …"
_ERRORS_AT_MOST, _ERROR_CHARACTERS = 3, 500


def start_shell(request: Dict[str, Any]) -> Tuple[int, int]:
    """Runs the setup scripts and the code of earlier screens, then bash, on a new pseudo-terminal. Returns bash's process id and the
    other end of the terminal.
    """
    master, slave = os.openpty()
    os.set_blocking(master, False)
    set_size(master, request["columns"], request["rows"])
    pid = os.fork()
    if pid == 0:
        try:
            _become_shell(slave, request)
        except Exception as error:
            os.write(1, f"{_RED}Couldn’t start the shell: {error}{_PLAIN}\r\n".encode())
        finally:
            os._exit(127)
    os.close(slave)
    return pid, master


def set_size(terminal: int, columns: int, rows: int) -> None:
    """Sets the size of the terminal, which sends SIGWINCH to its foreground program."""
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def _become_shell(slave: int, request: Dict[str, Any]) -> None:
    signal.set_wakeup_fd(-1)
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for descriptor in range(3):
        os.dup2(slave, descriptor)
    os.closerange(3, 256)
    os.chdir(WORK_FOLDER)
    # The runner itself and interactive viewers have priority.
    os.nice(_NICENESS)
    set_dumpable(True)
    apply_limits(request["limits"])
    environment = shell_environment()
    for script in request["setup"]:
        _run_setup(script["name"], script["code"], environment)
    earlier = request.get("earlier") or []
    state = _run_earlier(earlier, float(request["limits"]["wall_seconds"])) if earlier else b""
    for script in request.get("late_setup") or []:
        _run_setup(script["name"], script["code"], environment)
    for number in _CHANGED_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    arguments, _ = bash_at_prompt(state)
    os.execve(BASH, arguments, environment)


def _run_earlier(cells: List[Dict[str, Any]], seconds: float) -> bytes:
    """Runs the code of earlier screens silently. Returns the state that it leaves, in which the shell begins."""
    # Unlike ignored signals, those with a handler are usual in the code.
    for number in _CHANGED_SIGNALS:
        signal.signal(number, _ignore)
    _show(f"{_DIM}{_WAITING}{_PLAIN}")
    errors: List[str] = []
    state, failure = run_cells(cells, seconds, lambda name, message: errors.append(f"The code of {name} failed, so what it sets up may be missing: {message}"))
    _show(_ERASED)
    more = len(errors) - _ERRORS_AT_MOST
    if more > 0:
        errors[_ERRORS_AT_MOST:] = [f"Code failed {more} more {'time' if more == 1 else 'times'}."]
    if failure is not None:
        errors.append(f"{failure['message']}, so what later screens set up is missing.")
        # Kill everything: it may have left processes that start others.
        with contextlib.suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)
    for text in errors:
        line = "".join(char if char.isprintable() else " " for char in text[:_ERROR_CHARACTERS])
        _show(f"{_RED}{line[:1].upper()}{line[1:]}{_PLAIN}\r\n")
    return state


def _ignore(_signal: int, _frame: Any) -> None:
    """Handles a signal by doing nothing."""


def _show(text: str) -> None:
    os.write(1, text.encode())


def _run_setup(name: str, code: str, environment: Dict[str, str]) -> None:
    """Runs in the terminal, so that the author sees its output and can interrupt it."""
    # This process must survive Ctrl-C during the script.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with tempfile.TemporaryDirectory(prefix=".setup-") as folder:
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(code)
        pid = os.posix_spawn(BASH, ["bash", path], environment, setsigdef=_CHANGED_SIGNALS)
        _, status = os.waitpid(pid, 0)
    code_of_exit = os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)
    if code_of_exit != 0:
        text = f"{_RED}{name} ended with exit code {code_of_exit}: what it sets up may be missing.{_PLAIN}\n"
        os.write(1, text.encode())
