"""Shifts the date that this process and its forks see.

Python, NumPy, pandas and SQLite all ask the C library for the time, which asks code that the kernel maps into every process
(the vDSO). Its functions for the date are replaced in this process's own copy by ones that add seconds to what the kernel says.
Clocks that measure durations stay as they are. Programs that the process starts, and times of files, have the real date.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
from typing import Callable, Dict, Tuple

_AT_SYSINFO_EHDR = 33
_READ_EXECUTE, _READ_WRITE = 5, 3
_PT_LOAD, _PT_DYNAMIC = 1, 2
_DT_STRTAB, _DT_SYMTAB = 5, 6
_PROGRAM_HEADERS_AT, _SYMBOL = 32, struct.Struct("<IBBHQQ")

_libc = ctypes.CDLL(None, use_errno=True)
_libc.getauxval.restype = ctypes.c_ulong
_libc.getauxval.argtypes = [ctypes.c_ulong]
_libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


def shift(seconds: int) -> None:
    """@raise OSError: if this machine or its kernel doesn't allow it"""
    if platform.machine() != "x86_64":
        raise OSError(errno.ENOSYS, "the date can only be shifted on x86_64")
    start, size = _mapped()
    found = _functions(start, size)
    # Never writable and executable at once: some systems refuse that. Nothing else runs in this process.
    _protect(start, size, _READ_WRITE)
    try:
        for name, make in _REPLACEMENTS.items():
            address, room = found[name]
            code = make(struct.pack("<i", seconds))
            if len(code) > room:
                raise OSError(errno.ENOSYS, "the functions of this kernel are too short")
            ctypes.memmove(address, code, len(code))
    finally:
        _protect(start, size, _READ_EXECUTE)


def _clock_gettime(seconds: bytes) -> bytes:
    # mov eax, 228; syscall; on an error return; only for CLOCK_REALTIME and its coarse variant: add [rsi], seconds; ret
    add = b"\x48\x81\x06" + seconds
    choose = b"\x85\xff\x74\x05\x83\xff\x05\x75" + bytes([len(add)])
    return b"\xb8\xe4\0\0\0\x0f\x05\x85\xc0\x75" + bytes([len(choose) + len(add)]) + choose + add + b"\xc3"


def _gettimeofday(seconds: bytes) -> bytes:
    # mov eax, 96; syscall; unless the pointer is null: add [rdi], seconds; ret
    add = b"\x48\x81\x07" + seconds
    return b"\xb8\x60\0\0\0\x0f\x05\x48\x85\xff\x74" + bytes([len(add)]) + add + b"\xc3"


def _time(seconds: bytes) -> bytes:
    # push rdi; mov eax, 201; xor edi, edi; syscall; pop rdi; add rax, seconds; unless the pointer is null: mov [rdi], rax; ret
    return b"\x57\x31\xff\xb8\xc9\0\0\0\x0f\x05\x5f\x48\x05" + seconds + b"\x48\x85\xff\x74\x03\x48\x89\x07\xc3"


_REPLACEMENTS: Dict[str, Callable[[bytes], bytes]] = {
    "__vdso_clock_gettime": _clock_gettime,
    "__vdso_gettimeofday": _gettimeofday,
    "__vdso_time": _time,
}


def _mapped() -> Tuple[int, int]:
    start = int(_libc.getauxval(_AT_SYSINFO_EHDR))
    with open("/proc/self/maps", encoding="ascii", errors="replace") as maps:
        for line in maps:
            first, end = (int(text, 16) for text in line.split()[0].split("-"))
            if start != 0 and first == start:
                return start, end - first
    raise OSError(errno.ENOSYS, "this kernel maps no functions for the time")


def _functions(start: int, size: int) -> Dict[str, Tuple[int, int]]:
    """The address and the size of each function, by name."""
    image = ctypes.string_at(start, size)
    (headers,) = struct.unpack_from("<Q", image, _PROGRAM_HEADERS_AT)
    entry_size, count = struct.unpack_from("<HH", image, 54)
    segments = [struct.unpack_from("<IIQQ", image, headers + index * entry_size) for index in range(count)]
    base = next(address - offset for kind, _, offset, address in segments if kind == _PT_LOAD)
    position = next(offset for kind, _, offset, _ in segments if kind == _PT_DYNAMIC)
    tags: Dict[int, int] = {}
    while True:
        tag, value = struct.unpack_from("<qQ", image, position)
        if tag == 0:
            break
        tags[tag] = value - base
        position += 16
    symbols, strings = tags[_DT_SYMTAB], tags[_DT_STRTAB]
    found = {}
    # The names follow the symbols.
    for position in range(symbols, strings - _SYMBOL.size + 1, _SYMBOL.size):
        name_at, _, _, section, value, length = _SYMBOL.unpack_from(image, position)
        begin = strings + name_at
        if section == 0 or begin >= size:
            continue
        name = image[begin : image.index(b"\0", begin)].decode("ascii", "replace")
        found[name] = start + value - base, length
    if not all(name in found for name in _REPLACEMENTS):
        raise OSError(errno.ENOSYS, "this kernel maps no functions for the time")
    return found


def _protect(start: int, size: int, rights: int) -> None:
    if _libc.mprotect(start, size, rights) != 0:
        problem = ctypes.get_errno()
        raise OSError(problem, "mprotect: " + os.strerror(problem))
