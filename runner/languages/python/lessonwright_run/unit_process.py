"""The process that runs unit tests: the author's tests import the learner's submission here (unit_tests.py reads the results)."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import signal
import socket
import sys
import types
from typing import Any, Callable, Dict, Optional, Sequence, Tuple

from .unit_results import (
    CHANGED,
    SKIPPED,
    WORK_FOLDER,
    Framework,
    Results,
    described,
    is_of_job,
    module_name,
    shown_names,
    tell_import_error,
    was_skipped_by_code,
)

class _Submission(importlib.machinery.SourceFileLoader):
    """Loads the submission after the code that runs before it, in the same name space."""

    def __init__(self, name: str, path: str, before: Sequence[str], earlier_count: int) -> None:
        super().__init__(name, path)
        self._before = before
        self._earlier_count = earlier_count

    def exec_module(self, module: types.ModuleType) -> None:
        for index, text in enumerate(self._before):
            try:
                exec(compile(text, "before.py", "exec", dont_inherit=True), vars(module))
            except BaseException:  # code of earlier screens may raise anything, SystemExit included
                if index >= self._earlier_count:
                    raise
        super().exec_module(module)


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, name: str, path: str, before: Sequence[str], earlier_count: int) -> None:
        self._module = name, path, before, earlier_count

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        name, file, *rest = self._module
        if fullname != name:
            return None
        return importlib.util.spec_from_file_location(name, file, loader=_Submission(name, file, *rest))


def run_unit_tests(job: Dict[str, Any], channel: socket.socket, word: str, seconds: float) -> None:
    """Runs the tests of a job and sends their results. Returns at the end; the caller must then exit."""
    results = Results(channel, word)
    _prepare(job, results, seconds)
    if job["framework"] == "pytest":
        # It loads unittest, which the judge of a run without such tests needs not.
        from .unit_pytest import run_pytest

        run_pytest(job, results)
    else:
        _run_unittest(job, results)
    results.tell("end")


def _prepare(job: Dict[str, Any], results: Results, seconds: float) -> None:
    os.chdir(WORK_FOLDER)
    sys.path.insert(0, WORK_FOLDER)
    sys.argv = [job["file"]]
    sys.modules["__main__"] = types.ModuleType("__main__")
    for name, text in ((job["module"], job["submission"]), (job["file"], job["code"])):
        folder = os.path.dirname(name)
        if folder:
            os.makedirs(folder, exist_ok=True)
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        # It may have the name of a module that is imported already.
        sys.modules.pop(module_name(name), None)
    importlib.invalidate_caches()
    if job["before"]:
        path = os.path.join(WORK_FOLDER, job["module"])
        sys.meta_path.insert(0, _Finder(module_name(job["module"]), path, job["before"], job.get("earlier_count") or 0))

    def end(_signal: int, frame: Any) -> None:
        while frame is not None and not is_of_job(job, frame.f_code.co_filename):
            frame = frame.f_back
        where = "" if frame is None else f"{os.path.basename(frame.f_code.co_filename)}, line {frame.f_lineno}"
        results.tell("late", where=where)
        os._exit(0)

    signal.signal(signal.SIGALRM, end)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
    signal.setitimer(signal.ITIMER_REAL, seconds)


def _run_unittest(job: Dict[str, Any], results: Results) -> None:
    import unittest

    framework = Framework()
    try:
        module = importlib.import_module(module_name(job["file"]))
        suite = unittest.TestLoader().loadTestsFromModule(module)
    except BaseException as error:  # whatever the submission or the tests raise, SystemExit included
        tell_import_error(error, job, results)
        return
    tests = list(_tests_in(suite))
    names = dict(zip(map(id, tests), shown_names([_owner_and_name(test) for test in tests])))
    functions = {id(test): _function_of(test) for test in tests}
    results.tell("found", names=list(names.values()))
    change = framework.change

    class Outcome(unittest.TestResult):
        def __init__(self) -> None:
            super().__init__()
            self._told: Optional[Dict[str, Any]] = None

        def startTest(self, test: Any) -> None:
            super().startTest(test)
            self._told = None

        def addSuccess(self, test: Any) -> None:
            self._note("passed")

        def addFailure(self, test: Any, err: Any) -> None:
            self._note("failed", **described(err[1], job, is_assertion=True))

        def addError(self, test: Any, err: Any) -> None:
            if id(test) in names:
                self._note("errored", **described(err[1], job, is_assertion=False))
            else:
                # A fixture of a class or module: its tests don't run.
                self._tell_group(test, "errored", **described(err[1], job, is_assertion=False))

        def addSkip(self, test: Any, reason: str) -> None:
            if was_skipped_by_code(sys.exc_info()[1], job):
                self._note("failed", text=SKIPPED)
            elif id(test) in names:
                self._note("skipped", text=reason)
            else:
                self._tell_group(test, "skipped", text=reason)

        def addExpectedFailure(self, test: Any, err: Any) -> None:
            self._note("passed")

        def addUnexpectedSuccess(self, test: Any) -> None:
            self._note("failed", text="The test was expected to fail, but it passed.")

        def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:
            if err is None:
                return
            is_assertion = isinstance(err[1], test.failureException)
            told = described(err[1], job, is_assertion)
            about = subtest._subDescription()
            self._note("failed" if is_assertion else "errored", **{**told, "text": f"{about}: {told['text']}"})

        def _note(self, state: str, **parts: Any) -> None:
            # A test that failed stays failed, whatever follows.
            if self._told is None or self._told["state"] in ("passed", "skipped"):
                self._told = {"state": state, **parts}

        def stopTest(self, test: Any) -> None:
            super().stopTest(test)
            told = self._told or {"state": "errored", "text": "The code ended this test."}
            changed = change() or (None if functions[id(test)] == _function_of(test) else names[id(test)])
            if changed is not None:
                told = {"state": "failed", "text": CHANGED.format(what=changed)}
            results.tell("result", name=names[id(test)], **told)

        def _tell_group(self, holder: Any, state: str, **parts: Any) -> None:
            about = str(holder)
            for each in tests:
                group = f"{type(each).__module__}.{type(each).__qualname__}"
                if f"({group})" in about or f"({type(each).__module__})" in about:
                    results.tell("result", name=names[id(each)], state=state, **parts)

    suite.run(Outcome())


def _tests_in(suite: Any) -> Any:
    import unittest

    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from _tests_in(test)
        else:
            yield test


def _owner_and_name(test: Any) -> Tuple[str, str]:
    return type(test).__qualname__, getattr(test, "_testMethodName", str(test))


def _function_of(test: Any) -> Tuple[Any, Any]:
    """The function of a test and its code, which a submission could replace."""
    found: Callable[..., Any] = getattr(test, getattr(test, "_testMethodName", "run"))
    function = getattr(found, "__func__", found)
    return function, getattr(function, "__code__", None)
