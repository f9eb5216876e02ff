"""One judging: results in the order in which the checks were declared."""

from dataclasses import asdict, dataclass, field
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from .errors import AuthorError, Failed
from .texts import MAX_FEEDBACK, MAX_SHOWN, cut

Subject = Tuple[str, str]
"""The subject of a check: `("variable", "total")`."""


@dataclass(frozen=True)
class Result:
    """The result of a check. `counts` is false if it was skipped because a check that it depends on failed."""

    checker_id: str
    name: str
    passed: bool
    counts: bool = True
    feedback: Optional[str] = None
    expected: Optional[str] = None
    actual: Optional[str] = None
    line: Optional[int] = None
    hint: Optional[str] = None
    tag_id: Optional[str] = None
    has_custom_feedback: bool = False

    def __bool__(self) -> bool:
        return self.passed


@dataclass(frozen=True)
class Verdict:
    """The result of check code for a submission."""

    results: List[Result]
    error: Optional[BaseException] = None
    """The error in the check itself or in the answer."""

    @property
    def passed(self) -> bool:
        return self.error is None and all(result.passed for result in self.results if result.counts)

    @property
    def feedback(self) -> Optional[str]:
        """The feedback of the first failed check."""
        return next((result.feedback for result in self.results if result.counts and not result.passed), None)

    def as_data(self) -> List[Dict[str, Any]]:
        return [asdict(result) for result in self.results]


DependsOn = Union[None, str, Result, Sequence[Union[str, Result]]]


@dataclass(frozen=True)
class Options:
    """The options of every checker besides its own arguments."""

    feedback: Optional[str] = None
    hint: Optional[str] = None
    skill: Optional[str] = None
    label: Optional[str] = None
    depends_on: DependsOn = None


@dataclass(frozen=True)
class Spoken:
    """The check being made."""

    checker_id: str
    name: str
    subject: Optional[Subject] = None
    is_ground: bool = False
    """If this check fails, later checks of the same subject are skipped."""
    options: Options = field(default_factory=Options)


class Session:
    """Collects the results; the two sides are `submission` and `answer`."""

    def __init__(self, submission: Any, answer: Any) -> None:
        self.submission = submission
        self.answer = answer
        self.results: List[Result] = []
        self._labels: Dict[str, Result] = {}
        self._failed_grounds: List[Subject] = []

    def check(self, spoken: Spoken, body: Callable[[], None]) -> Result:
        """Makes one check. `body` raises `Failed` if it fails."""
        if self._is_skipped(spoken):
            return self._keep(spoken, passed=False, counts=False)
        try:
            body()
        except AuthorError:
            raise
        except Failed as failure:
            return self._fail(spoken, failure)
        except BaseException as error:  # the learner's own methods may raise anything, and leave as well
            return self._fail(spoken, Failed(f"Couldn’t check it: {type(error).__name__} was raised."))
        return self._keep(spoken, passed=True, counts=True)

    @property
    def has_failed(self) -> bool:
        return any(not result.passed for result in self.results)

    def _is_skipped(self, spoken: Spoken) -> bool:
        wanted = spoken.options.depends_on
        entries: Sequence[Any] = [] if wanted is None else [wanted] if isinstance(wanted, (str, Result)) else wanted
        before = [self._before(entry) for entry in entries]
        return spoken.subject in self._failed_grounds or not all(result.passed for result in before)

    def _before(self, entry: Any) -> Result:
        if isinstance(entry, Result):
            return entry
        found = self._labels.get(entry) if isinstance(entry, str) else None
        if found is None:
            raise AuthorError(f"depends_on: no earlier check has the label {entry!r}.")
        return found

    def _fail(self, spoken: Spoken, failure: Failed) -> Result:
        if spoken.is_ground and spoken.subject is not None:
            self._failed_grounds.append(spoken.subject)
        return self._keep(spoken, passed=False, counts=True, failure=failure)

    def _keep(self, spoken: Spoken, passed: bool, counts: bool, failure: Optional[Failed] = None) -> Result:
        options = spoken.options
        text = None if failure is None else options.feedback or failure.text
        result = Result(
            checker_id=spoken.checker_id,
            name=options.label or spoken.name,
            passed=passed,
            counts=counts,
            feedback=None if text is None else cut(text, MAX_FEEDBACK),
            expected=None if failure is None or failure.expected is None else cut(failure.expected, MAX_SHOWN),
            actual=None if failure is None or failure.actual is None else cut(failure.actual, MAX_SHOWN),
            line=None if failure is None else failure.line,
            hint=options.hint,
            tag_id=options.skill,
            has_custom_feedback=options.feedback is not None,
        )
        self.results.append(result)
        if options.label is not None:
            self._labels[options.label] = result
        return result


_sessions: List[Session] = []


def begin(session: Session) -> None:
    _sessions.append(session)


def end() -> None:
    _sessions.pop()


def now() -> Session:
    """Returns the current session."""
    if not _sessions:
        raise AuthorError("Checkers work only inside check code: see pycheck.judge.")
    return _sessions[-1]
