"""The interpreter of a session: runs one request after another in one persistent namespace."""

from __future__ import annotations

import array
import json
import os
import signal
import socket
import sys
from typing import Any, Dict, Optional, Set

from . import shared_memory
from .shared_memory import SharedMemory
from .errors import error_record, limit_of
from .guard import attempt, restore_builtins
from .limits import allow_processor_time, apply_limits
from .plots import GALLERY
from .script import (
    CODE_FILE,
    ProcessorLimit,
    TimeLimit,
    _exit_record,
    _flush,
    _note_results,
    _prepare_main,
    _prepare_process,
    _raise_processor_limit,
    _raise_time_limit,
    run_before,
    run_code,
    run_earlier,
    serve,
)
from .typed_input import give_input


def keep_running(settings: Dict[str, Any], channel: socket.socket, handed: socket.socket, memory: SharedMemory) -> None:
    """Runs requests from `channel`, one per line, until it closes, and replies with an empty line to each.

    @param handed: delivers a socket to the judge of a run, before the request of a run with checks
    """
    own_pid = os.getpid()
    namespace = _prepare_main()
    _prepare_process()
    apply_limits({**settings["limits"], "cpu_seconds": settings["total_cpu_seconds"]})
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    earlier: Set[str] = set()
    for line in channel.makefile("rb"):
        request: Dict[str, Any] = json.loads(line)
        _run(request, namespace, memory, own_pid, _taken(handed) if request["has_checks"] else None, earlier)
        _flush()
        channel.sendall(b"\n")


def _taken(handed: socket.socket) -> socket.socket:
    room = socket.CMSG_LEN(array.array("i").itemsize)
    _, messages, _, _ = handed.recvmsg(1, room, socket.MSG_CMSG_CLOEXEC)
    return socket.socket(fileno=array.array("i", messages[0][2])[0])


def _run(
    request: Dict[str, Any],
    namespace: Dict[str, Any],
    memory: SharedMemory,
    own_pid: int,
    judge: Optional[socket.socket],
    earlier: Set[str],
) -> None:
    """`earlier`: code of earlier screens that has run in this session."""
    memory.clear()
    GALLERY.clear()
    stdout = sys.stdout
    attempt(lambda: stdout.buffer.forget())  # type: ignore[attr-defined]
    memory.enter(shared_memory.RUNNING)
    error = _execute_all(request, namespace, memory, earlier)
    if os.getpid() != own_pid:
        # A fork made by the learner's code reached the end: nothing more to do.
        _flush()
        os._exit(0)
    restore_builtins()
    recursion_limit = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    memory.enter(shared_memory.COLLECTING)
    if error is not None:
        memory.note(error)
    _note_results(namespace, request, memory)
    _flush()
    if judge is not None:
        serve(judge, namespace, stdout, error)
        judge.close()
    sys.setrecursionlimit(recursion_limit)
    memory.enter(shared_memory.DONE)


def _execute_all(
    request: Dict[str, Any], namespace: Dict[str, Any], memory: SharedMemory, earlier: Set[str]
) -> Optional[Dict[str, Any]]:
    """Runs each text. Returns the record of the error that ended them, or None. Threads keep running."""
    signal.signal(signal.SIGALRM, _raise_time_limit)
    signal.signal(signal.SIGXCPU, _raise_processor_limit)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        try:
            new = [cell for cell in request.get("earlier", ()) if cell["code"] not in earlier]
            allow_processor_time(float(request["limits"]["cpu_seconds"]))
            run_earlier(new, request["limits"], namespace, memory.note)
            earlier.update(cell["code"] for cell in new)
            allow_processor_time(float(request["limits"]["cpu_seconds"]))
            signal.setitimer(signal.ITIMER_REAL, float(request["limits"]["wall_seconds"]))
            run_before(request["preamble"], namespace)
            give_input(request.get("input"))
            run_code(request, namespace)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    except SystemExit as error:
        return _exit_record(error)
    except BaseException as error:  # whatever the code raises is its result
        record = error_record(error, CODE_FILE)
        record["limit"] = {TimeLimit: "time", ProcessorLimit: "cpu"}.get(type(error)) or limit_of(error)
        return record
    return None
