"""The process that runs unit tests: the author's tests import the learner's submission here (unit_tests.py reads the results)."""

from __future__ import annotations

import builtins
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import signal
import socket
import sys
import types
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from .errors import error_record

WORK_FOLDER = "/work"
_FRAMEWORKS = ("unittest", "pytest", "_pytest", "pluggy", "lessonwright_run.unit_process", "lessonwright_run.unit_pytest")
CHANGED = "The code changed the test framework ({what}), so this test doesn’t count."
SKIPPED = "The code skipped this test itself."


class Results:
    """Sends results to the judge. Each message carries the word."""

    def __init__(self, channel: socket.socket, word: str) -> None:
        dumps, send = json.dumps, channel.sendall

        def tell(kind: str, **parts: Any) -> None:
            send(dumps({"word": word, "kind": kind, **parts}).encode() + b"\n")

        self.tell = tell


class Framework:
    """The functions of a test framework as they were before the submission ran. A submission that replaces them fails."""

    def __init__(self) -> None:
        self._known: List[Tuple[Any, str, Any, Any]] = []
        for name, module in list(sys.modules.items()):
            if name.split(".")[0] in _FRAMEWORKS or name in _FRAMEWORKS:
                self._remember(vars(module), name)
        for name, value in vars(builtins).items():
            # A test may patch `print` or `input`, but no exception.
            if isinstance(value, type) and issubclass(value, BaseException):
                self._known.append((vars(builtins), name, value, None))

    def _remember(self, names: Any, module: str) -> None:
        for name, value in list(names.items()):
            plain = getattr(value, "__func__", value)
            if isinstance(plain, types.FunctionType):
                self._known.append((names, name, value, plain.__code__))
            elif isinstance(value, type):
                self._known.append((names, name, value, None))
                if value.__module__ == module and names is not vars(value):
                    self._remember(vars(value), module)

    def change(self) -> Optional[str]:
        """Returns the name of a function or class that is not what it was."""
        for names, name, value, code in self._known:
            if names.get(name) is not value or (code is not None and getattr(value, "__func__", value).__code__ is not code):
                return name
        return None


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
        sys.modules.pop(_module_name(name), None)
    importlib.invalidate_caches()
    if job["before"]:
        path = os.path.join(WORK_FOLDER, job["module"])
        sys.meta_path.insert(0, _Finder(_module_name(job["module"]), path, job["before"], job.get("earlier_count") or 0))

    def end(_signal: int, frame: Any) -> None:
        while frame is not None and not is_of_job(job, frame.f_code.co_filename):
            frame = frame.f_back
        where = "" if frame is None else f"{os.path.basename(frame.f_code.co_filename)}, line {frame.f_lineno}"
        results.tell("late", where=where)
        os._exit(0)

    signal.signal(signal.SIGALRM, end)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
    signal.setitimer(signal.ITIMER_REAL, seconds)


def _module_name(file: str) -> str:
    return os.path.splitext(file)[0].replace("/", ".")


def _path(file: str) -> str:
    return os.path.join(WORK_FOLDER, file)


def is_of_job(job: Dict[str, Any], file_name: str) -> bool:
    return file_name in (_path(job["module"]), _path(job["file"]))


def described(error: BaseException, job: Dict[str, Any], is_assertion: bool) -> Dict[str, Any]:
    """The parts of a message about an exception."""
    record = error_record(error, _path(job["module"]), _is_hidden)
    message, name = record["message"], record["name"]
    text = (message or name) if is_assertion else f"{name}: {message}" if message else name
    return {"text": _named(text), "traceback": _named(record["traceback"]), "line": record["line"]}


def _named(text: str) -> str:
    """Files by their names."""
    return text.replace(WORK_FOLDER + "/", "")


_OWN_FOLDER = os.path.dirname(__file__) + "/"


def _is_hidden(file_name: str) -> bool:
    parts = file_name.split("/")
    return file_name.startswith((_OWN_FOLDER, "<frozen importlib")) or any(
        part in ("unittest", "_pytest", "pluggy", "importlib") for part in parts[:-1]
    )


def was_skipped_by_code(error: Optional[BaseException], job: Dict[str, Any]) -> bool:
    """Whether the submission itself raised what skips a test."""
    entry = None if error is None else error.__traceback__
    while entry is not None:
        if entry.tb_frame.f_code.co_filename == _path(job["module"]):
            return True
        entry = entry.tb_next
    return False


def tell_import_error(error: BaseException, job: Dict[str, Any], results: Results) -> None:
    """Reports an exception of the import of the tests: of the submission, or the author's own."""
    if _is_submissions(error, job):
        told = described(error, job, is_assertion=False)
        where = "" if told["line"] is None else f" (line {told['line']})"
        results.tell("submission", **{**told, "text": f"Couldn’t import the code. {told['text']}{where}"})
        return
    record = error_record(error, _path(job["file"]), _is_hidden)
    results.tell("problem", name=record["name"], text=_named(record["message"]), line=record["line"], traceback=_named(record["traceback"]))


def _is_submissions(error: BaseException, job: Dict[str, Any]) -> bool:
    path = _path(job["module"])
    if was_skipped_by_code(error, job):
        return True
    if isinstance(error, SyntaxError):
        return error.filename == path
    # `from two_fer import missing`
    if isinstance(error, ImportError) and not isinstance(error, ModuleNotFoundError):
        return error.path == path or error.name == _module_name(job["module"])
    entry = error.__traceback__
    last = None
    while entry is not None:
        last, entry = entry.tb_frame.f_code.co_filename, entry.tb_next
    # `two_fer.missing` at the top of the tests.
    return isinstance(error, AttributeError) and _module_name(job["module"]) in str(error) and last == _path(job["file"])


def shown_names(ids: Sequence[Tuple[str, str]]) -> List[str]:
    """Names of tests for people, from pairs of class and test: with the class only if there are several."""
    classes = {owner for owner, _ in ids}
    names = [name if len(classes) < 2 or not owner else f"{owner}.{name}" for owner, name in ids]
    seen: Dict[str, int] = {}
    for index, name in enumerate(names):
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            names[index] = f"{name} ({seen[name]})"
    return names


def _run_unittest(job: Dict[str, Any], results: Results) -> None:
    import unittest

    framework = Framework()
    try:
        module = importlib.import_module(_module_name(job["file"]))
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
