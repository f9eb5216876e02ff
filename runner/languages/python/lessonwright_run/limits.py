"""Limits of the script process. It sets them before the learner's code runs; everything it starts inherits them."""

from __future__ import annotations

import resource
import time
from typing import Any, Dict

_MIB = 1024 * 1024
_LIBRARIES = 256 * _MIB
"""For the interpreter and imported modules. The runner counts actual memory with the same allowance (`LIBRARIES_BYTES` in
runner/src/sandbox/sandbox.ts), so this limit is reached first and raises a MemoryError with a line.
"""
_OPEN_FILES = 256
_STACK = 8 * _MIB


def apply_limits(limits: Dict[str, Any], is_ended_first: bool = True) -> None:
    """`limits` as in the request: seconds, bytes and counts."""
    cpu = max(1, int(limits["cpu_seconds"] + 0.999))
    address_space = int(limits["memory_bytes"]) + max(_LIBRARIES, _mapped_bytes() + _LIBRARIES // 2)
    processes = int(limits["processes"])
    wanted = [
        (resource.RLIMIT_CPU, cpu, cpu + 1),
        (resource.RLIMIT_AS, address_space, address_space),
        (resource.RLIMIT_FSIZE, int(limits["disk_bytes"]), int(limits["disk_bytes"])),
        (resource.RLIMIT_NPROC, processes, processes),
        (resource.RLIMIT_NOFILE, _OPEN_FILES, _OPEN_FILES),
        (resource.RLIMIT_STACK, _STACK, _STACK),
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_MEMLOCK, 0, 0),
        (resource.RLIMIT_MSGQUEUE, 0, 0),
    ]
    for kind, soft, hard in wanted:
        ceiling = resource.getrlimit(kind)[1]
        if ceiling != resource.RLIM_INFINITY:
            soft, hard = min(soft, ceiling), min(hard, ceiling)
        resource.setrlimit(kind, (soft, hard))
    if is_ended_first:
        _offer_to_be_ended_first()


def allow_processor_time(seconds: float) -> None:
    """Allows `seconds` of CPU time from now on; the kernel counts from the start of the process."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    soft = int(time.process_time() + seconds + 0.999)
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def _offer_to_be_ended_first() -> None:
    """When a sandbox uses too much memory, the kernel should kill the learner's process, not the one that reports it."""
    with open("/proc/self/oom_score_adj", "w") as stream:
        stream.write("1000")


def _mapped_bytes() -> int:
    """Memory already mapped by this process: a lot in a warm slot, where libraries are imported."""
    with open("/proc/self/statm", "rb") as stream:
        return int(stream.read().split()[0]) * resource.getpagesize()
