"""Variables as people see them: name, type, length, text, table, picture."""

from __future__ import annotations

import base64
import types
from typing import Any, Dict, Optional

from .guard import attempt, class_name, cut_text, library, plain_text
from .plots import draw, is_figure
from .values import to_value

MAX_HTML = 200_000
MAX_PICTURE = 2_000_000
"""Bytes of a variable's PNG before base64."""
DRAW_SECONDS = 2.0
SHOWN_ITEMS = 1_000
"""Items of a list, dict … that its text shows."""


def variable_record(name: str, value: Any, with_value: bool) -> Dict[str, Any]:
    """Describes one variable. Never raises, whatever the value's own methods do."""
    text = string_form(value)
    return {
        **name_record(name, value),
        "length": attempt(lambda: _length(value)),
        "string_form": text,
        "html_output": attempt(lambda: _html(value)),
        "image": attempt(lambda: _picture(value), DRAW_SECONDS),
        "value": to_value(value, text) if with_value else None,
    }


def name_record(name: str, value: Any) -> Dict[str, Any]:
    """Describes a variable without calling any of its methods."""
    kind = type(value)
    return {
        "type": "variable",
        "name": cut_text(name, 500),
        "type_name": class_name(kind),
        "base_class": _base_class(kind),
        "length": None,
        "string_form": f"<{class_name(kind)} that was not read>",
        "html_output": None,
        "image": None,
        "value": None,
    }


def string_form(value: Any) -> str:
    """Returns a str as it is, and anything else as `repr`, limited in time and length."""
    text = attempt(lambda: _text(value))
    return cut_text(text) if text is not None else f"<{class_name(type(value))} that cannot be displayed>"


def _base_class(kind: type) -> str:
    """The first base class of the type: `int` for a bool, `NDFrame` for a data frame."""
    line = type.__dict__["__mro__"].__get__(kind)
    return class_name(line[1] if len(line) > 1 else line[0])


def _length(value: Any) -> Optional[int]:
    if issubclass(type(value), type) or not hasattr(type(value), "__len__"):
        return None
    length = len(value)
    return length if length < 2**53 else None


def _text(value: Any) -> Optional[str]:
    kind = type(value)
    if issubclass(kind, str):
        return str.__getitem__(value, slice(0, 100_000))
    if kind in (list, tuple, set, frozenset, dict, bytes, bytearray) and len(value) > SHOWN_ITEMS:
        return _shortened(value, kind)
    return plain_text(repr(value))


def _shortened(value: Any, kind: type) -> str:
    if kind in (bytes, bytearray):
        return f"{bytes(value[:SHOWN_ITEMS])!r}…"
    some = []
    for item in value.items() if kind is dict else value:
        some.append(f"{item[0]!r}: {item[1]!r}" if kind is dict else repr(item))
        if len(some) == SHOWN_ITEMS:
            break
    left, right = {list: "[]", tuple: "()"}.get(kind, "{}")
    return f"{left}{', '.join(some)}, … {len(value) - SHOWN_ITEMS} more{right}"


def _html(value: Any) -> Optional[str]:
    if issubclass(type(value), (type, types.FunctionType)):
        return None
    pandas = library("pandas", "Series")
    if pandas is not None and issubclass(type(value), pandas.Series):
        html = plain_text(value.to_frame()._repr_html_())
    elif hasattr(type(value), "_repr_html_"):
        html = plain_text(value._repr_html_())
    else:
        return None
    return html if html is not None and len(html) <= MAX_HTML else None


def _picture(value: Any) -> Optional[str]:
    png: Optional[bytes] = None
    if is_figure(value):
        png = draw(value)
    elif not issubclass(type(value), type) and hasattr(type(value), "_repr_png_"):
        drawn = value._repr_png_()
        png = bytes(drawn) if type(drawn) in (bytes, bytearray) else None
    return base64.b64encode(png).decode("ascii") if png is not None and len(png) <= MAX_PICTURE else None
