"""The decorator that makes a function a checker."""

import functools
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Tuple, TypeVar

from .arguments import bind
from .session import Options, Result, Spoken, now

F = TypeVar("F", bound=Callable[..., None])


@dataclass(frozen=True)
class Checker:
    """What is known of a checker besides its signature and its docstring."""

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
    ("feedback", "str", None, "What the learner is told when the check fails, instead of the text of the checker."),
    ("hint", "str", None, "A hint that goes with a failure."),
    ("skill", "str", None, "The skill that the check speaks of, by its name."),
    ("label", "str", None, "A name for this check, for depends_on of later ones."),
    ("depends_on", "list", "str", "Labels of checks before this one; when one of them failed, this one is skipped."),
]
"""Arguments of every checker: name, type, type of the entries, description."""


def checker(
    group: str,
    example: str,
    languages: Tuple[str, ...] = ("python",),
    about: Optional[Tuple[str, str]] = None,
    is_ground: bool = False,
) -> Callable[[F], Callable[..., Result]]:
    """Registers a function that raises `Failed` where what it checks does not hold.

    `about` is a kind and the name of the argument that says what it speaks of: `("variable", "name")`. When a check that
    `is_ground` fails, later ones that speak of the same are skipped.
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
    first = next((value for value in bound.arguments.values() if isinstance(value, str)), None)
    name = spec.name if first is None else f"{spec.name}: {first[:80]}"
    subject = None if spec.about is None else (spec.about[0], str(bound.arguments[spec.about[1]]))
    spoken = Spoken(spec.name, name, subject, spec.is_ground, options)
    return now().check(spoken, lambda: spec.function(*bound.args, **bound.kwargs))
