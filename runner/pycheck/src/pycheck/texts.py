"""Values as short texts."""

import re
from typing import Any, List, Optional
from unicodedata import normalize

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
    if noun in ("None", "NoneType"):
        return "None"
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def plain(text: Any) -> str:
    """Returns a true `str` for a str or a subclass, without calling the subclass."""
    return str.__str__(text) if issubclass(type(text), str) else ""


# Keep in sync with platform/contract/same-text.ts.
_LOOK_ALIKES = {
    character: (name, typed)
    for characters, name, typed in (
        ("\u00a0\u202f", "a non-breaking space", " "),
        ("\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u205f\u3000", "a space of another width", " "),
        ("\u200b\u200c\u200d\u2060\ufeff", "an invisible character", ""),
        ("\u00ad", "a soft hyphen", ""),
        ("\u2018\u2019\u201a\u2032\u02bc", "a curly quote", "'"),
        ("\u201c\u201d\u201e\u2033", "a curly quote", '"'),
        ("\u2010\u2011", "another hyphen", "-"),
        ("\u2012\u2013", "an en dash", "-"),
        ("\u2014\u2015", "an em dash", "-"),
        ("\u2212", "a minus sign", "-"),
        ("\u00d7", "a multiplication sign", "x"),
        ("\u2026", "an ellipsis", "..."),
        ("\u037e", "a Greek question mark", ";"),
        ("\u02d0\ua789", "another colon", ":"),
    )
    for character in characters
}
"""Characters that look like those of a keyboard: what they are called, and those."""

for _letters, _latin, _alphabet in (
    ("АВЕКМНОРСТХЅІЈаеорсухѕіј", "ABEKMHOPCTXSIJaeopcyxsij", "Cyrillic"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo", "Greek"),
):
    _LOOK_ALIKES.update({letter: (f"the {_alphabet} letter {letter}", typed) for letter, typed in zip(_letters, _latin)})


def composed(text: str) -> str:
    """Returns a text in the form in which it is searched: letters composed (NFC), lines ending as on Linux."""
    return normalize("NFC", text).replace("\r\n", "\n")


_SPACES = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""White space of JavaScript, which compares the output of other checks."""


def output_lines(text: str) -> List[str]:
    """Returns the lines of an output: composed, without white space at their ends, and without empty lines at the end."""
    lines = [line.rstrip(_SPACES) for line in re.split("\r\n|\r|\n", normalize("NFC", text))]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def has_text(text: str, part: str, ignore_case: bool = False) -> bool:
    """Whether a text contains a part, however the letters and line ends of both are encoded."""
    return any(_contains(one, other, ignore_case) for one, other in ((text, part), (composed(text), composed(part))))


def _contains(text: str, part: str, ignore_case: bool) -> bool:
    return part.casefold() in text.casefold() if ignore_case else part in text


def has_look_alike(text: str, part: str) -> bool:
    """Whether a text has a part that only looks like the one that is searched."""
    return part != "" and _on_keyboard(composed(part)) in _on_keyboard(composed(text))


LOOK_ALIKE = "is found only with look-alike characters, such as a non-breaking space or a curly quote"


def look_alike_difference(expected: str, actual: str) -> Optional[str]:
    """Returns which character of a text only looks right, as a part of a sentence; None if the texts don't look the same."""
    wanted, found = normalize("NFC", expected), normalize("NFC", actual)
    if wanted == found or _on_keyboard(wanted) != _on_keyboard(found):
        return None
    index = next((n for n, (one, other) in enumerate(zip(wanted, found)) if one != other), min(len(wanted), len(found)))
    if index >= len(found):
        return f"an invisible character is missing after character {index}"
    return f"character {index + 1} is {_named(found[index])}, which isn’t the one that is asked for"


def _named(character: str) -> str:
    name = "a space" if character == " " else _LOOK_ALIKES.get(character, (f"“{character}”",))[0]
    return f"{name} (U+{ord(character):04X})"


def _on_keyboard(text: str) -> str:
    return "".join(_LOOK_ALIKES[character][1] if character in _LOOK_ALIKES else character for character in text)
