"""The interpreter of a session: runs one request after another in one name space, which stays."""

from __future__ import annotations

import array
import json
import os
import resource
import signal
import socket
import sys
import time
from typing import Any, Dict, Optional

from . import board as boards
from .board import Board
from .errors import error_record, limit_of
from .guard import attempt, restore_builtins
from .limits import apply_limits
from .plots import GALLERY
from .script import (
    CODE_FILE,
    ProcessorLimit,
    TimeLimit,
    _execute,
    _exit_record,
    _flush,
    _note_images,
    _note_variables,
    _prepare_main,
    _prepare_process,
    _raise_processor_limit,
    _raise_time_limit,
    run_before,
    serve,
)


def keep_running(settings: Dict[str, Any], channel: socket.socket, handed: socket.socket, board: Board) -> None:
    """Runs what comes over `channel`, a request on a line, until it closes; answers an empty line after each.

    @param handed: brings, before the request of a run that is checked, a socket that leads to the judge of that run.
    """
    own_pid = os.getpid()
    namespace = _prepare_main()
    _prepare_process()
    apply_limits({**settings["limits"], "cpu_seconds": settings["total_cpu_seconds"]})
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in channel.makefile("rb"):
        request: Dict[str, Any] = json.loads(line)
        _run(request, namespace, board, own_pid, _taken(handed) if request["has_checks"] else None)
        _flush()
        channel.sendall(b"\n")


def _taken(handed: socket.socket) -> socket.socket:
    room = socket.CMSG_LEN(array.array("i").itemsize)
    _, messages, _, _ = handed.recvmsg(1, room, socket.MSG_CMSG_CLOEXEC)
    return socket.socket(fileno=array.array("i", messages[0][2])[0])


def _run(
    request: Dict[str, Any], namespace: Dict[str, Any], board: Board, own_pid: int, judge: Optional[socket.socket]
) -> None:
    board.clear()
    GALLERY.images, GALLERY.figures, GALLERY.is_cut = [], [], False
    stdout = sys.stdout
    attempt(lambda: stdout.buffer.forget())  # type: ignore[attr-defined]
    board.enter(boards.RUNNING)
    error = _execute_all(request, namespace)
    if os.getpid() != own_pid:
        # A fork of the learner's that came to the end of the code: its work is done.
        _flush()
        os._exit(0)
    restore_builtins()
    recursion_limit = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    board.enter(boards.COLLECTING)
    if error is not None:
        board.note(error)
    _note_images(board)
    _note_variables(namespace, request["values"], board)
    _flush()
    if judge is not None:
        serve(judge, namespace, stdout, error)
        judge.close()
    sys.setrecursionlimit(recursion_limit)
    board.enter(boards.DONE)


def _execute_all(request: Dict[str, Any], namespace: Dict[str, Any]) -> Optional[Dict[str, Any]]:
    """Runs each text; answers the record of the error that ended them, or None. Threads are left running."""
    _allow_processor_time(float(request["limits"]["cpu_seconds"]))
    signal.signal(signal.SIGALRM, _raise_time_limit)
    signal.signal(signal.SIGXCPU, _raise_processor_limit)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, float(request["limits"]["wall_seconds"]))
    try:
        try:
            run_before(request["preamble"], namespace)
            _execute(request["code"], CODE_FILE, namespace)
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


def _allow_processor_time(seconds: float) -> None:
    """The limit counts from the start of the process; a run has `seconds` from now on."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    soft = int(time.process_time() + seconds + 0.999)
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))
