"""The typed arguments of a checker, read from its signature."""

import inspect
from typing import Any, Callable, Dict, List, Literal, NewType, Tuple, Union, get_args, get_origin, get_type_hints

from .errors import AuthorError

Code = NewType("Code", str)
"""A string that contains code: an expression or a regular expression."""

_PLAIN = {str: "str", int: "int", float: "float", bool: "bool", Code: "code", Any: "any"}


def hints_of(function: Callable[..., Any]) -> Dict[str, Any]:
    hints = get_type_hints(function)
    hints.pop("return", None)
    return hints


def type_name(hint: Any) -> Tuple[str, Any, List[str]]:
    """Returns type, type of the entries or None, and choices, in the terms of the page that builds checks."""
    hint = _without_none(hint)
    if get_origin(hint) is Literal:
        return "choice", None, list(get_args(hint))
    if get_origin(hint) is list:
        return "list", type_name(get_args(hint)[0])[0], []
    if get_origin(hint) is dict:
        return "dict", type_name(get_args(hint)[1])[0], []
    return _PLAIN[hint], None, []


def bind(function: Callable[..., Any], positional: Tuple[Any, ...], keywords: Dict[str, Any]) -> inspect.BoundArguments:
    """Binds the arguments of a call. @throws AuthorError for arguments that the checker doesn't accept."""
    signature = inspect.signature(function)
    try:
        bound = signature.bind(*positional, **keywords)
    except TypeError as error:
        raise AuthorError(f"{function.__name__}: {error}.") from None
    for name, hint in hints_of(function).items():
        if name not in bound.arguments:
            continue
        value = bound.arguments[name]
        if value is not signature.parameters[name].default and not _fits(value, hint):
            raise AuthorError(f"{function.__name__}: {name} should be {_wanted(hint)}, but it is {value!r:.80}.")
    bound.apply_defaults()
    return bound


def _without_none(hint: Any) -> Any:
    if get_origin(hint) is Union:
        return next(part for part in get_args(hint) if part is not type(None))
    return hint


def _fits(value: Any, hint: Any) -> bool:
    kind, entries, choices = type_name(hint)
    if kind == "any":
        return True
    if kind == "choice":
        return value in choices
    if kind == "list":
        return isinstance(value, (list, tuple)) and all(_fits_name(item, entries) for item in value)
    if kind == "dict":
        return isinstance(value, dict)
    return _fits_name(value, kind)


def _fits_name(value: Any, kind: Any) -> bool:
    if kind in ("str", "code"):
        return isinstance(value, str)
    if kind == "bool":
        return isinstance(value, bool)
    if kind == "int":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "float":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return True


def _wanted(hint: Any) -> str:
    kind, entries, choices = type_name(hint)
    if kind == "choice":
        return "one of " + ", ".join(choices)
    if kind == "list":
        return "a list" if entries == "any" else f"a list of {entries}"
    return {"str": "a text", "code": "a text", "int": "an int", "float": "a number", "bool": "True or False"}.get(kind, f"a {kind}")
