"""Tests of bats, run from the judge: each in its own bats, so that no test runs in what a submission left of another.

Before each test, the submission, the tests and their helpers are written again, and all processes that the test before left are
killed. A test passes if its bats both reports that and ends well. A submission can write lines of results, but it can't make the
bats that started it end well.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time
from typing import Any, Dict, List, Optional

from .kernel import adopt_orphans
from .shells import BASH, WORK_FOLDER, shell_environment

Message = Dict[str, Any]

_MAX_OUTPUT = 256 * 1024
_MAX_SUBMISSION = 1024 * 1024
_LOOK_SECONDS = 0.05
_MISSING = "These tests need bats, which isn’t installed where the code runs. Add bats under Packages and build them, or install it there."
_ENDED = "The code ended the tests before this test had finished."
# The two ways in which bats finds tests.
_TEST = re.compile(r"^[ \t]*@test[ \t]+(.*[^ \t])[ \t]+\{(.*)$")
_COMMENTED_TEST = re.compile(r"^[ \t]*(?:function[ \t]+)?([^ \t()]+)[ \t]*\(?\)?[ \t]+\{[ \t]+#[ \t]*@test[ \t]*$")
_RESULT = re.compile(r"^(not ok|ok) \d+ ?(.*)$")
_SKIP = re.compile(r" # skip ?(.*)$")
_PLACE = re.compile(r"^\(?(?:in|from) .*, line \d+[,)]$")
# What a submission that is sourced shares with its tests.
_SHARED = r"\[|test|builtin|command|declare|trap|exit|return|true|false|run|skip|load|fail|setup\w*|teardown\w*|assert\w*|refute\w*|bats_\w+"
_REPLACES = re.compile(rf"(?:^|[;&|{{(])[ \t]*(?:({_SHARED})[ \t]*\([ \t]*\)|function[ \t]+({_SHARED})(?![\w-]))|\b(BATS_\w+)=", re.MULTILINE)


class MistakeError(Exception):
    """An error of the test file. `line` is None if it has none."""

    def __init__(self, name: str, text: str, line: Optional[int] = None) -> None:
        super().__init__(text)
        self.name, self.text, self.line = name, text, line


def run_bats(job: Dict[str, Any], seconds: float) -> List[Message]:
    """Returns the names and results of all tests, in the form of the messages that unit_process.py sends.

    @param job: without a submission, the file in the work folder of the terminal is tested, in a copy of that folder
    """
    deadline = time.monotonic() + seconds
    folder = tempfile.mkdtemp(prefix=".unit-")
    try:
        names = _names(job["code"])
        submission = job.get("submission")
        work = WORK_FOLDER
        if submission is None:
            submission = _read_submission(job["module"])
            if submission is None:
                return [{"kind": "submission", "text": f"The file {job['module']} doesn’t exist."}]
            work = os.path.join(folder, "work")
            # Files that can't be copied are not for tests.
            with contextlib.suppress(shutil.Error):
                shutil.copytree(WORK_FOLDER, work, symlinks=True)
        job = {**job, "submission": submission}
        replaced = _replaced(job)
        if replaced is not None:
            return [{"kind": "submission", "text": f"The code replaces {replaced}, which the tests use."}]
        _check_syntax(job)
        adopt_orphans()
        messages: List[Message] = [{"kind": "found", "names": names}]
        for number, name in enumerate(names):
            run = _Run(job, work, os.path.join(folder, str(number)), name)
            if not run.follow(deadline):
                return [*messages, {"kind": "late", "where": ""}]
            messages.append({"kind": "result", "name": name, **run.result()})
        return [*messages, {"kind": "end"}]
    except MistakeError as error:
        return [{"kind": "problem", "name": error.name, "text": error.text, "line": error.line}]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _names(code: str) -> List[str]:
    names: List[str] = []
    for number, line in enumerate(code.replace("\r", "").split("\n"), 1):
        found = _TEST.match(line) or _COMMENTED_TEST.match(line)
        if found is None:
            continue
        name = re.sub(r"^['\"]|['\"]$", "", found[1])
        if name in names:
            raise MistakeError("DuplicateName", f"Two tests have the name “{name}”.", number)
        names.append(name)
    if not names:
        raise MistakeError("NoTests", "No tests were found: a test begins with @test, a name and {.")
    return names


def _read_submission(module: str) -> Optional[str]:
    try:
        with open(os.path.join(WORK_FOLDER, module), "rb") as file:
            return file.read(_MAX_SUBMISSION).decode("utf-8", "surrogateescape")
    except OSError:
        return None


def _replaced(job: Dict[str, Any]) -> Optional[str]:
    """What a submission that is sourced redefines of bats or of what its tests are written with."""
    file = re.escape(os.path.basename(job["module"]))
    texts = [job["code"], *(helper["text"] for helper in job["helpers"])]
    is_sourced = any(re.search(rf"(?:^|[\s;&|{{])(?:source|\.|load)[ \t][^\n#]*{file}", text) for text in texts)
    found = _REPLACES.search(job["submission"]) if is_sourced else None
    return None if found is None else next(name for name in found.groups() if name is not None)


def _check_syntax(job: Dict[str, Any]) -> None:
    """@raises MistakeError for tests that bash can't read"""
    lines = (re.sub(_TEST, r"unit_test() { \2", line) for line in job["code"].replace("\r", "").split("\n"))
    checked = subprocess.run(
        [BASH, "-n", "-c", "\n".join(lines), "tests"], env=shell_environment(), stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
    )
    if checked.returncode != 0:
        text = checked.stderr.decode("utf-8", "replace").strip()
        found = re.match(r"tests: (?:-c: )?line (\d+): (.*)", text)
        raise MistakeError("SyntaxError", found[2] if found else text, int(found[1]) if found else None)


class _Run:
    """One test in its own bats."""

    def __init__(self, job: Dict[str, Any], work: str, temporary: str, name: str) -> None:
        self._job = job
        self._work = work
        for file, text in ((job["module"], job["submission"]), (job["file"], job["code"]), *((h["name"], h["text"]) for h in job["helpers"])):
            _write(os.path.join(work, file), text)
        os.mkdir(temporary)
        # `BATS_RUN_SKIPPED`: the exercises of Exercism skip all tests but the first one without it.
        environment = {**shell_environment(), "HOME": work, "TMPDIR": temporary, "BATS_RUN_SKIPPED": "true"}
        command = ["bats", "--tap", "--print-output-on-failure", "--filter", _filter_for(name), job["file"]]
        if shutil.which("bats", path=environment["PATH"]) is None:
            raise MistakeError("MissingProgram", _MISSING)
        self._process = subprocess.Popen(
            [BASH, "-c", 'exec "$@"', "bats", *command],
            cwd=work,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._output = b""

    def follow(self, deadline: float) -> bool:
        """Reads until the test has ended, then ends all that it left running. Returns False if there was no time left."""
        stream = self._process.stdout
        assert stream is not None
        has_ended = is_late = False
        while not is_late:
            has_ended = self._process.poll() is not None
            ready = select.select([stream], [], [], 0 if has_ended else _LOOK_SECONDS)[0]
            piece = os.read(stream.fileno(), 65536) if ready else b""
            self._output += piece[: max(0, _MAX_OUTPUT - len(self._output))]
            if has_ended and not piece:
                break
            if ready and not piece:
                time.sleep(0.001)
            is_late = time.monotonic() > deadline
        _end_all(self._process)
        stream.close()
        return not is_late

    def result(self) -> Message:
        lines = self._output.decode("utf-8", "replace").replace(self._work + "/", "").splitlines()
        found = [(index, match) for index, match in enumerate(map(_RESULT.match, lines)) if match]
        is_good = self._process.returncode == 0
        wanted = "ok" if is_good else "not ok"
        index, reported = next(((index, match) for index, match in reversed(found) if match[1] == wanted), (len(lines), None))
        if reported is None:
            return {"state": "errored", "text": _ENDED, "traceback": "\n".join(lines)}
        about = [re.sub("^# ?", "", line) for line in _comments(lines, index)]
        if is_good:
            skipped = _SKIP.search(reported[2])
            if skipped is None:
                return {"state": "passed"}
            if not any("skip" in text for text in (self._job["code"], *(helper["text"] for helper in self._job["helpers"]))):
                return {"state": "failed", "text": "The code skipped this test itself."}
            return {"state": "skipped", "text": skipped[1]}
        if reported[2].startswith("setup_file failed") and "setup_file" not in self._job["code"]:
            # The file itself ended, before its first test.
            raise MistakeError("Error", "\n".join(line.strip() for line in about if not _PLACE.match(line)) or reported[2])
        text = "\n".join(line for line in about if not _PLACE.match(line)).strip()
        return {"state": "failed", "text": text or reported[2], "traceback": "\n".join(about)}


def _comments(lines: List[str], index: int) -> List[str]:
    kept = []
    for line in lines[index + 1 :]:
        if not line.startswith("#"):
            break
        kept.append(line)
    return kept


def _filter_for(name: str) -> str:
    """A pattern for one name. bats compares it with the name as it is written or, in later versions, with its variables replaced."""
    return "^" + ".*".join(re.sub(r"[^\w -]", ".", part) for part in re.split(r"\$\{?\w+\}?", name)) + "$"


def _write(path: str, text: str) -> None:
    """Writes a file that is new, whatever its path was made to be."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with contextlib.suppress(FileNotFoundError):
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        else:
            os.remove(path)
    with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)
    os.chmod(path, 0o755)


def _end_all(process: "subprocess.Popen[bytes]") -> None:
    """Kills a test with everything that it started. What lost its parent has this process as its parent (`adopt_orphans`)."""
    while True:
        children = _children()
        if not children:
            break
        for child in children:
            for kill in (os.killpg, os.kill):
                with contextlib.suppress(OSError):
                    kill(child, signal.SIGKILL)
            if child == process.pid:
                process.wait()
                continue
            with contextlib.suppress(ChildProcessError):
                os.waitpid(child, 0)
    process.wait()


def _children() -> List[int]:
    own, found = os.getpid(), []
    for name in os.listdir("/proc"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            if _parent_of(int(name)) == own:
                found.append(int(name))
    return found


def _parent_of(pid: int) -> int:
    with open(f"/proc/{pid}/stat", "rb") as file:
        return int(file.read().rpartition(b")")[2].split()[1])
