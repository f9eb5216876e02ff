"""System calls for which Python has no functions. Each raises OSError with the name of the call."""

from __future__ import annotations

import ctypes
import os
import platform
import signal

NEW_MOUNTS, NEW_IPC, NEW_PROCESSES, NEW_NETWORK = 0x0002_0000, 0x0800_0000, 0x2000_0000, 0x4000_0000
NO_SUID, NO_DEVICES, NO_PROGRAMS, BIND, WITH_BELOW = 2, 4, 8, 0x1000, 0x4000

_MADV_COLLAPSE = 25
_HUGE_PAGE = 2 << 20

_CLONE = {"x86_64": 56, "aarch64": 220}
_SET_DUMPABLE, _SET_SECCOMP, _DROP_BOUNDING, _SUBREAPER, _NO_NEW_RIGHTS, _AMBIENT, _CLEAR_AMBIENT = 4, 22, 24, 36, 38, 47, 4
_FILTER_MODE = 2
_CAPABILITIES_VERSION_3 = 0x2008_0522
_FILTER_INSTRUCTION_BYTES = 8

_libc = ctypes.CDLL(None, use_errno=True)
_libc.mount.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_char_p]
_libc.prctl.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong]
# Keeps the interpreter's lock, as a fork must.
_syscall = ctypes.PyDLL(None, use_errno=True).syscall


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p)]


def fork_into(namespaces: int) -> int:
    """Like `os.fork`, but into new namespaces. The caller must have one thread."""
    number = _CLONE[platform.machine()]
    ctypes.pythonapi.PyOS_BeforeFork()
    pid = int(_syscall(ctypes.c_long(number), ctypes.c_ulong(namespaces | signal.SIGCHLD), *[ctypes.c_ulong(0)] * 4))
    if pid == 0:
        ctypes.pythonapi.PyOS_AfterFork_Child()
    else:
        problem = ctypes.get_errno()
        ctypes.pythonapi.PyOS_AfterFork_Parent()
        if pid < 0:
            raise OSError(problem, "clone: " + os.strerror(problem))
    return pid


def gather_memory() -> None:
    """Moves this process's own memory into huge pages if the kernel can: a fork copies one entry per page."""
    with open("/proc/self/maps", encoding="ascii", errors="replace") as maps:
        lines = [line.split() for line in maps]
    for addresses, rights, _, _, inode, *_ in lines:
        first, end = (int(text, 16) for text in addresses.split("-"))
        first, end = -(-first // _HUGE_PAGE) * _HUGE_PAGE, end // _HUGE_PAGE * _HUGE_PAGE
        if rights == "rw-p" and inode == "0":
            for start in range(first, end, _HUGE_PAGE):
                # Kernels before 6.1 don't support it; a page that fails stays as it is.
                _libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(_HUGE_PAGE), _MADV_COLLAPSE)


def mount(source: str, target: str, kind: str, flags: int, options: str = "") -> None:
    _checked(_libc.mount(source.encode(), target.encode(), kind.encode(), flags, options.encode()), "mount " + target)


def set_dumpable(dumpable: bool) -> None:
    """A process that isn't dumpable hides memory and descriptors from others of its user (`/proc/…/fd`)."""
    _checked(_libc.prctl(_SET_DUMPABLE, int(dumpable), 0, 0, 0), "prctl dumpable")


def adopt_orphans() -> None:
    """Makes this process the parent of processes below it that lose their own."""
    _checked(_libc.prctl(_SUBREAPER, 1, 0, 0, 0), "prctl subreaper")


def drop_rights(call_filter: bytes) -> None:
    """Permanently drops all capabilities, and allows only the system calls of the filter."""
    capability = 0
    while _libc.prctl(_DROP_BOUNDING, capability, 0, 0, 0) == 0:
        capability += 1
    _checked(_libc.prctl(_AMBIENT, _CLEAR_AMBIENT, 0, 0, 0), "prctl ambient")
    header = (ctypes.c_uint32 * 2)(_CAPABILITIES_VERSION_3, 0)
    _checked(_libc.capset(header, (ctypes.c_uint32 * 6)()), "capset")
    _checked(_libc.prctl(_NO_NEW_RIGHTS, 1, 0, 0, 0), "prctl no new rights")
    instructions = ctypes.create_string_buffer(call_filter, len(call_filter))
    program = _Program(len(call_filter) // _FILTER_INSTRUCTION_BYTES, ctypes.cast(instructions, ctypes.c_void_p))
    _checked(_libc.prctl(_SET_SECCOMP, _FILTER_MODE, ctypes.addressof(program), 0, 0), "prctl seccomp")


def _checked(result: int, what: str) -> None:
    if result != 0:
        problem = ctypes.get_errno()
        raise OSError(problem, what + ": " + os.strerror(problem))
