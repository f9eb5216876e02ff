"""Describes every checker for the page that builds checks: `python -m pycheck.metadata` writes it as JSON.

Everything is read from signatures and docstrings.
"""

import inspect
import json
import re
from typing import Any, Dict, List, Tuple

from .answer import FROM_ANSWER
from .arguments import hints_of, type_name
from .registry import CHECKERS, COMMON, Checker

_ORDER = [
    "Variables",
    "Data frames",
    "Functions",
    "Code",
    "Output",
    "Errors",
    "Plots",
    "SQL",
    "Files",
    "Commands",
]


def metadata() -> List[Dict[str, Any]]:
    """Returns the checkers in the order of their groups."""
    checkers = sorted(CHECKERS.values(), key=lambda checker: _ORDER.index(checker.group))
    return [_describe(checker) for checker in checkers]


def _describe(checker: Checker) -> Dict[str, Any]:
    description, arguments = _docstring(checker.function)
    return {
        "name": checker.name,
        "group": checker.group,
        "description": description,
        "arguments": [*_arguments(checker, arguments), *_common()],
        "language": list(checker.languages),
        "example": checker.example,
    }


def _arguments(checker: Checker, described: Dict[str, str]) -> List[Dict[str, Any]]:
    hints = hints_of(checker.function)
    parameters = inspect.signature(checker.function).parameters.values()
    if set(described) != set(hints):
        raise ValueError(f"{checker.name}: the docstring describes {sorted(described)}, but the signature has {sorted(hints)}.")
    return [_argument(parameter, hints[parameter.name], described[parameter.name]) for parameter in parameters]


def _argument(parameter: inspect.Parameter, hint: Any, description: str) -> Dict[str, Any]:
    kind, entries, choices = type_name(hint)
    is_required = parameter.default is inspect.Parameter.empty
    return {
        "name": parameter.name,
        "type": kind,
        "description": description,
        "default": None if is_required or parameter.default is FROM_ANSWER else parameter.default,
        "is_required": is_required,
        "choices": choices,
        "entries": entries,
    }


def _common() -> List[Dict[str, Any]]:
    return [
        {
            "name": name,
            "type": kind,
            "description": description,
            "default": None,
            "is_required": False,
            "choices": [],
            "entries": entries,
        }
        for name, kind, entries, description in COMMON
    ]


def _docstring(function: Any) -> Tuple[str, Dict[str, str]]:
    """Returns the description of a checker, and that of each argument."""
    text = inspect.cleandoc(function.__doc__ or "")
    description, _, arguments = text.partition("\nArgs:\n")
    found = re.findall(r"^    (\w+): (.+)$", arguments, re.MULTILINE)
    return re.sub(r"(?<!\n)\n(?!\n)", " ", description).strip(), dict(found)


def main() -> None:
    """Prints the metadata."""
    print(json.dumps(metadata(), indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
