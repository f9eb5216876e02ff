"""Checks where a learner's code runs in this very process: what it changed is put back before a check looks at it.

`guarded_checks` is a generator that is begun before the learner's code and goes on behind it. The code of a generator
that has begun is fixed, and so are its variables: whatever the learner puts in the place of our functions, this one goes on
as it was written, and puts the others back first. It then forks for each kind of check, so that neither threads of the
learner's nor a check that ends its process go further.
"""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
import time
from types import FunctionType, ModuleType
from typing import Any, Dict, Generator, List, Optional, Tuple

from . import checking
from .board import Board
from .checking_keeper import Keeper

_OUR_FOLDER = __file__.rsplit("/", 2)[0]
_WORK_FOLDER = "/work"
_OURS = ("pycheck", "lessonwright_run")
_OTHERS = (
    "abc _collections_abc _compat_pickle _io _pickle _posixsubprocess _sre _struct _thread _weakrefset ast bisect builtins codecs "
    "collections contextlib copy copyreg dataclasses datetime decimal dis enum fractions functools genericpath importlib inspect io "
    "itertools json keyword linecache locale math marshal numbers opcode operator os pickle posix posixpath re reprlib select "
    "selectors signal socket sre_compile sre_constants sre_parse stat string struct subprocess sys tempfile textwrap threading time "
    "token tokenize traceback types typing unicodedata warnings weakref zipimport numpy numpy.core.numeric pandas "
    "matplotlib.figure matplotlib.axes"
).split()
_CLASSES = (("pandas", ("DataFrame", "Series", "Index")), ("matplotlib.figure", ("Figure",)), ("matplotlib.axes", ("Axes",)))

Checks = Generator[None, Tuple[Dict[str, Any], Optional[Dict[str, Any]], str], None]


def guarded_checks(request: Dict[str, Any], board: Board) -> Optional[Checks]:
    """Begins; None where nothing is checked. Takes the checks out of the request, which the learner's code could read.

    Behind the code: `send` name space, record of its error and output, which ends the generator.
    """
    checks = request["checks"]
    if checks is None:
        return None
    request["checks"] = {}
    token = str(checks.pop("token", ""))
    kinds = [kind for kind in checking.KINDS if checks.get(kind) is not None]
    _import_pycheck()
    keepers = {kind: Keeper.fork(checks, token, request, board) for kind in kinds}
    running = _checks(request, board, kinds, keepers, checking.seconds_for({**request, "checks": checks}))
    next(running)
    return running


def _checks(request: Dict[str, Any], board: Board, kinds: List[str], keepers: Dict[str, Keeper], seconds: float) -> Checks:
    builtin_names, builtins_before = vars(importlib.import_module("builtins")), dict(vars(importlib.import_module("builtins")))
    modules = _modules()
    spaces = [(name + ".", vars(module), dict(vars(module))) for name, module in modules.items()]
    functions = [(function, function.__code__, function.__defaults__, function.__kwdefaults__) for function in _functions(modules)]
    classes = [(kind, dict(vars(kind)), frozenset(dir(kind))) for kind in _classes(modules)]
    import_ways = [(ways, list(ways)) for ways in (sys.meta_path, sys.path_hooks, sys.path)]
    the_sys, known_modules, importers = sys, sys.modules, sys.path_importer_cache
    set_trace, set_profile = sys.settrace, sys.setprofile
    fork, wait, kill, leave, list_folder = os.fork, os.waitpid, os.kill, os._exit, os.listdir
    now, sleep, end_signal, no_hang = time.monotonic, time.sleep, signal.SIGKILL, os.WNOHANG
    set_handler, set_timer, default, alarm_timer = signal.signal, signal.setitimer, signal.SIG_DFL, signal.ITIMER_REAL
    signals = [signal.SIGALRM, signal.SIGINT, signal.SIGTERM, signal.SIGUSR1, signal.SIGUSR2, signal.SIGXCPU, signal.SIGCHLD]
    disable_gc, gc_callbacks = gc.disable, gc.callbacks
    set_attribute, remove_attribute, read_space = type.__setattr__, type.__delattr__, type.__dict__["__dict__"].__get__
    nothing, no_module = object(), ModuleType("nothing")

    namespace, error, output = yield

    # From here on names of modules and builtins mean nothing until they are put back: in a fork, where no thread of the
    # learner's can change them again.
    deadline = now() + seconds
    for kind_name in kinds:
        set_trace(None)
        set_profile(None)
        child = fork()
        if child == 0:
            try:
                set_trace(None)
                set_profile(None)
                disable_gc()
                gc_callbacks.clear()
                set_timer(alarm_timer, 0)
                for number in signals:
                    set_handler(number, default)
                builtin_names.update(builtins_before)
                the_sys.modules = known_modules
                importers.clear()
                known_modules.update(modules)
                for package, space, before in spaces:
                    for name in list(space):
                        # A module that was imported since is a name of its package, and stays.
                        if name not in before and known_modules.get(package + name, no_module) is not space[name]:
                            del space[name]
                    space.update(before)
                for ways, before_ways in import_ways:
                    ways[:] = before_ways
                for function, code, defaults, keyword_defaults in functions:
                    function.__code__, function.__defaults__, function.__kwdefaults__ = code, defaults, keyword_defaults
                for kind, attributes, visible in classes:
                    present = dict(read_space(kind))
                    for name in present:
                        # What lies over an attribute of a base; anything else was added by a library, and stays.
                        if name not in attributes and name in visible:
                            remove_attribute(kind, name)
                    for name, value in attributes.items():
                        if present.get(name, nothing) is not value:
                            set_attribute(kind, name, value)
                # A fork has one thread; another one was started by what the learner made forks do.
                if len(list_folder("/proc/self/task")) == 1:
                    _run_kind(kind_name, keepers[kind_name], request, namespace, board, error, output)
            finally:
                leave(0)
        while wait(child, no_hang)[0] == 0:
            if now() > deadline:
                kill(child, end_signal)
                wait(child, 0)
                break
            sleep(0.002)
        board.reread()
        keepers[kind_name].quit()
    yield


def _run_kind(
    kind: str,
    keeper: Keeper,
    request: Dict[str, Any],
    namespace: Dict[str, Any],
    board: Board,
    error: Optional[Dict[str, Any]],
    output: str,
) -> None:
    checks, token = keeper.take_check(kind)
    checking.run_check(kind, checks, token, request, namespace, board, error=error, output=output, answer=keeper.answer)


def _import_pycheck() -> None:
    """Ours, and what it imports from the interpreter's own folders: in the work folder anything may lie by that name."""
    ways = list(sys.path)
    sys.path[:] = [_OUR_FOLDER, *[way for way in ways if way not in ("", _WORK_FOLDER)]]
    try:
        importlib.import_module("pycheck")
    finally:
        sys.path[:] = ways


def _modules() -> Dict[str, ModuleType]:
    wanted = set(_OTHERS)
    found = {}
    for name, module in list(sys.modules.items()):
        if type(module) is ModuleType and (name in wanted or name.split(".")[0] in _OURS or name.split(".")[0] in ("re", "importlib")):
            found[name] = module
    return found


def _functions(modules: Dict[str, ModuleType]) -> List[FunctionType]:
    """Those that stand in a module, and the methods of our own classes."""
    found = [value for module in modules.values() for value in vars(module).values() if type(value) is FunctionType]
    found += [value for kind in _classes(modules) for value in vars(kind).values() if type(value) is FunctionType]
    return found


def _classes(modules: Dict[str, ModuleType]) -> List[type]:
    """Our own, and those that values are read by."""
    ours = [
        value
        for name, module in modules.items()
        if name.split(".")[0] in _OURS
        for value in vars(module).values()
        if isinstance(value, type) and value.__module__.split(".")[0] in _OURS
    ]
    others = [getattr(modules.get(module), name, None) for module, names in _CLASSES for name in names]
    lines = [base for kind in others if isinstance(kind, type) for base in kind.__mro__ if base.__flags__ & (1 << 9)]
    return list(dict.fromkeys([*ours, *lines]))
