"""An application of a session: a separate process that runs until the session ends or another one replaces it."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, Dict, List

from .limits import apply_limits
from .script import CODE_FILE, PREAMBLE_FILE, WORK_FOLDER, _execute, _prepare_main, run_earlier


def start() -> None:
    """Reads what to start from standard input and becomes it."""
    wanted: Dict[str, Any] = json.loads(sys.stdin.buffer.read())
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    apply_limits(wanted["limits"])
    if wanted.get("command") is not None:
        for name, text in wanted["files"].items():
            with open(name, "w", encoding="utf-8") as stream:
                stream.write(text)
        if wanted.get("earlier"):
            _begin_after(wanted)
        command = wanted["command"]
        os.execvp(command[0], command)
    namespace = _prepare_main()
    sys.argv = [CODE_FILE]
    ours = sys.path.pop(0)
    sys.path.insert(0, WORK_FOLDER)
    sys.path.append(ours)
    # Show its output as it runs, not when a buffer is full.
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    errors: List[Dict[str, Any]] = []
    run_earlier(wanted.get("earlier") or [], wanted["limits"], namespace, errors.append)
    for error in errors:
        _print_error(error["name"], error["message"])
    for text in wanted["preamble"]:
        _execute(text, PREAMBLE_FILE, namespace)
    _execute(wanted["code"], CODE_FILE, namespace)


def _begin_after(wanted: Dict[str, Any]) -> None:
    """Runs the code of earlier screens of a command line, and lets bash begin in the state that it leaves."""
    from .cli_run import run_cells
    from .shells import before_application

    setups = [{"name": "the lesson’s setup", "code": text, "may_fail": False, "is_setup": True} for text in wanted["setup"]]
    cells = [*setups, *wanted["earlier"]]
    state, failure = run_cells(cells, float(wanted["limits"]["wall_seconds"]), _print_error, dict(os.environ))
    if failure is not None:
        sys.exit(failure["message"])
    os.environ["BASH_ENV"] = f"/proc/self/fd/{before_application(state)}"


def _print_error(name: str, message: str) -> None:
    print(f"The code of {name} failed before this code ran: {message}", file=sys.stderr, flush=True)
