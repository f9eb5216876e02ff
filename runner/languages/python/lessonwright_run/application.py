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
        print(f"The code of {error['name']} failed before this code ran: {error['message']}", file=sys.stderr)
    for text in wanted["preamble"]:
        _execute(text, PREAMBLE_FILE, namespace)
    _execute(wanted["code"], CODE_FILE, namespace)
