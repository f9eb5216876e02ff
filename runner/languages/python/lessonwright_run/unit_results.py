"""How the results of unit tests are reported, whatever runs the tests (unit_process.py, unit_pytest.py)."""

from __future__ import annotations

import builtins
import json
import os
import socket
import sys
import types
from typing import Any, Dict, List, Optional, Sequence, Tuple

from .errors import error_record

WORK_FOLDER = "/work"
_FRAMEWORKS = (
    "unittest",
    "pytest",
    "_pytest",
    "pluggy",
    "lessonwright_run.unit_process",
    "lessonwright_run.unit_pytest",
    "lessonwright_run.unit_results",
)
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


def module_name(file: str) -> str:
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
        return error.path == path or error.name == module_name(job["module"])
    entry = error.__traceback__
    last = None
    while entry is not None:
        last, entry = entry.tb_frame.f_code.co_filename, entry.tb_next
    # `two_fer.missing` at the top of the tests.
    return isinstance(error, AttributeError) and module_name(job["module"]) in str(error) and last == _path(job["file"])


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
