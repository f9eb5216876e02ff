"""The decorator that makes a function a checker."""

import functools
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple, TypeVar

from .arguments import bind
from .session import Options, Result, Spoken, now
from .submission import call_text

F = TypeVar("F", bound=Callable[..., None])


@dataclass(frozen=True)
class Checker:
    """What defines a checker besides its signature and docstring."""

    function: Callable[..., None]
    group: str
    languages: Tuple[str, ...]
    example: str
    about: Optional[Tuple[str, str]]
    is_ground: bool

    @property
    def name(self) -> str:
        return self.function.__name__


CHECKERS: Dict[str, Checker] = {}
COMMON: List[Tuple[str, str, Optional[str], str]] = [
    ("feedback", "str", None, "The feedback that the learner sees when the check fails, instead of the default text."),
    ("hint", "str", None, "A hint shown with the feedback."),
    ("skill", "str", None, "The name of the skill that the check assesses."),
    ("label", "str", None, "A name for this check, for depends_on in later checks."),
    ("depends_on", "list", "str", "Labels of earlier checks; if one of them fails, this one is skipped."),
]
"""Arguments of every checker: name, type, type of the entries, description."""


def checker(
    group: str,
    example: str,
    languages: Tuple[str, ...] = ("python",),
    about: Optional[Tuple[str, str]] = None,
    is_ground: bool = False,
) -> Callable[[F], Callable[..., Result]]:
    """Registers a function that raises `Failed` if its check fails.

    `about` is a kind and the argument that names the subject: `("variable", "name")`. If a check that `is_ground` fails,
    later checks of the same subject are skipped.
    """

    def decorate(function: F) -> Callable[..., Result]:
        spec = Checker(function, group, languages, example, about, is_ground)
        CHECKERS[spec.name] = spec

        @functools.wraps(function)
        def call(
            *positional: Any,
            feedback: Optional[str] = None,
            hint: Optional[str] = None,
            skill: Optional[str] = None,
            label: Optional[str] = None,
            depends_on: Any = None,
            **keywords: Any,
        ) -> Result:
            options = Options(feedback, hint, skill, label, depends_on)
            return _check(spec, positional, keywords, options)

        return call

    return decorate


def _check(spec: Checker, positional: Tuple[Any, ...], keywords: Dict[str, Any], options: Options) -> Result:
    bound = bind(spec.function, positional, keywords)
    subject = None if spec.about is None else (spec.about[0], str(bound.arguments[spec.about[1]]))
    spoken = Spoken(spec.name, _name(spec, bound.arguments), subject, spec.is_ground, options)
    return now().check(spoken, lambda: spec.function(*bound.args, **bound.kwargs))


def _name(spec: Checker, arguments: Mapping[str, Any]) -> str:
    """The checker and what it is about: two checks of one function are told apart by the call."""
    first = next((value for value in arguments.values() if isinstance(value, str)), None)
    if first is None:
        return spec.name
    positional, named = arguments.get("arguments"), arguments.get("keywords")
    if isinstance(positional, (list, tuple)) and isinstance(named, dict) and (positional or named):
        return f"{spec.name}: {call_text(first, list(positional), named)}"
    return f"{spec.name}: {first[:80]}"
