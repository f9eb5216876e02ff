"""Values as short texts."""

from typing import Any, Optional
from unicodedata import name, normalize

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


# Keep in sync with features/runs/server/same-text.ts.
_LOOK_ALIKES = {
    **dict.fromkeys("\u00a0\u202f\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u205f\u3000", " "),
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad", ""),
    **dict.fromkeys("\u2018\u2019\u201a\u2032\u02bc", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u2033", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    "\u00d7": "x",
    "\u2026": "...",
    "\u037e": ";",
    "\u02d0": ":",
    "\ua789": ":",
    **dict(zip("АВЕКМНОРСТХЅІЈаеорсухѕіј", "ABEKMHOPCTXSIJaeopcyxsij")),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo")),
}
"""Characters that look like those of a keyboard, and those."""


def look_alike_difference(expected: str, actual: str) -> Optional[str]:
    """Returns which character of a text only looks right, as a part of a sentence; None if the texts don't look the same."""
    wanted, found = normalize("NFC", expected), normalize("NFC", actual)
    if wanted == found or _on_keyboard(wanted) != _on_keyboard(found):
        return None
    index = next((n for n, (one, other) in enumerate(zip(wanted, found)) if one != other), min(len(wanted), len(found)))
    if index >= len(found):
        return f"an invisible character is missing after character {index}"
    character = found[index]
    return f"character {index + 1} is {name(character, 'another one')} (U+{ord(character):04X}), which isn’t the one that is asked for"


def _on_keyboard(text: str) -> str:
    return "".join(_LOOK_ALIKES.get(character, character) for character in text)
