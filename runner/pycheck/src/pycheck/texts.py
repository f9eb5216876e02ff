"""Values as short texts."""

from typing import Any

MAX_FEEDBACK = 200
MAX_SHOWN = 200
_QUOTED = 60


def cut(text: str, limit: int) -> str:
    """Shortens a text to `limit` characters, ending in … if something was cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def class_name(kind: type) -> str:
    """Returns the name without calling properties of a metaclass."""
    return str(type.__dict__["__name__"].__get__(kind))


def shown(value: Any, limit: int = MAX_SHOWN) -> str:
    """Returns the `repr` of a value; its type if that fails."""
    try:
        text = repr(value)
    except BaseException:  # a `__repr__` of the learner's may raise anything
        return f"<{class_name(type(value))} that cannot be displayed>"
    return cut(str.__str__(text), limit) if issubclass(type(text), str) else f"<{class_name(type(value))}>"


def quoted(value: Any) -> str:
    """Like `shown`, for use within a sentence."""
    return shown(value, _QUOTED)


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def article(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def plain(text: Any) -> str:
    """Returns a true `str` for a str or a subclass, without calling the subclass."""
    return str.__str__(text) if issubclass(type(text), str) else ""
