"""Runs tests with pytest, in the process of unit tests (unit_process.py). pytest belongs to the lesson's packages."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Optional
from unittest import SkipTest

from .unit_results import CHANGED, SKIPPED, WORK_FOLDER, Framework, Results, described, shown_names, tell_import_error, was_skipped_by_code

_MISSING = "These tests need pytest, which this lesson doesn’t have. Add pytest under Packages and build them."


def run_pytest(job: Dict[str, Any], results: Results) -> None:
    try:
        import pytest
    except ImportError:
        results.tell("problem", name="MissingPackage", text=_MISSING)
        return
    settings = ["-q", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-c", os.devnull, f"--rootdir={WORK_FOLDER}"]
    pytest.main([*settings, job["file"]], plugins=[_plugin(pytest, job, results)])


def _plugin(pytest: Any, job: Dict[str, Any], results: Results) -> Any:
    framework: List[Framework] = []
    names: Dict[str, str] = {}
    codes: Dict[str, Any] = {}
    outcomes: Dict[str, Dict[str, Any]] = {}

    has_told: List[bool] = []

    def tell(error: Optional[BaseException], text: str = "") -> None:
        """Reports why the tests could not be collected, once."""
        if names or has_told:
            return
        has_told.append(True)
        if error is None:
            results.tell("problem", name="CollectionError", text=text)
        else:
            tell_import_error(error, job, results)

    def told_of(report: Any, error: Optional[BaseException]) -> Dict[str, Any]:
        if report.passed:
            return {"state": "passed"}
        if report.skipped:
            if isinstance(error, (pytest.skip.Exception, pytest.xfail.Exception, SkipTest)) and was_skipped_by_code(error, job):
                return {"state": "failed", "text": SKIPPED}
            return {"state": "passed" if hasattr(report, "wasxfail") else "skipped", "text": str(getattr(report, "wasxfail", error or ""))}
        if error is None:
            return {"state": "failed", "text": str(report.longrepr)}
        is_assertion = isinstance(error, (AssertionError, pytest.fail.Exception))
        state = "failed" if is_assertion and report.when == "call" else "errored"
        return {"state": state, **described(error, job, is_assertion)}

    class Plugin:
        @pytest.hookimpl(tryfirst=True)
        def pytest_sessionstart(self) -> None:
            # Its modules are imported now, and nothing of the submission has run.
            framework.append(Framework())

        def pytest_internalerror(self, excinfo: Any) -> None:
            # For example `sys.exit()` at the top of the submission.
            tell(excinfo.value)

        def pytest_keyboard_interrupt(self, excinfo: Any) -> None:
            tell(excinfo.value)

        @pytest.hookimpl(hookwrapper=True)
        def pytest_make_collect_report(self, collector: Any) -> Any:
            report = (yield).get_result()
            excinfo = getattr(getattr(report, "call", None), "excinfo", None)
            error = None if excinfo is None else excinfo.value
            if report.skipped and was_skipped_by_code(error, job):
                tell(error)
            elif report.failed:
                tell(None if error is None else error.__cause__ or error.__context__ or error, str(report.longrepr))

        def pytest_collection_finish(self, session: Any) -> None:
            items: List[Any] = session.items
            shown = shown_names([("" if item.cls is None else item.cls.__name__, item.name) for item in items])
            for item, name in zip(items, shown):
                names[item.nodeid] = name
                codes[item.nodeid] = _code_of(item)
            # Called also after an import that failed.
            if shown:
                results.tell("found", names=shown)

        @pytest.hookimpl(hookwrapper=True)
        def pytest_runtest_makereport(self, item: Any, call: Any) -> Any:
            # pytest replaces exceptions of unittest that skip.
            error = None if call.excinfo is None else call.excinfo.value
            told = told_of((yield).get_result(), error)
            before = outcomes.get(item.nodeid)
            if before is None or before["state"] == "passed":
                outcomes[item.nodeid] = told

        def pytest_runtest_logfinish(self, nodeid: str) -> None:
            told = outcomes.get(nodeid, {"state": "errored", "text": "The code ended this test."})
            changed = framework[0].change()
            if changed is not None:
                told = {"state": "failed", "text": CHANGED.format(what=changed)}
            results.tell("result", name=names[nodeid], **told)

        @pytest.hookimpl(tryfirst=True)
        def pytest_runtest_teardown(self, item: Any) -> None:
            if _code_of(item) is not codes[item.nodeid]:
                outcomes[item.nodeid] = {"state": "failed", "text": CHANGED.format(what=names[item.nodeid])}

    return Plugin()


def _code_of(item: Any) -> Any:
    function = getattr(item, "obj", None)
    return getattr(getattr(function, "__func__", function), "__code__", None)
