"""Compares values without calling their methods: a learner's `__eq__` may lie.

Integers are compared exactly unless a tolerance is given, other numbers within an absolute one, or, if none is given, within
a millionth; True is not a number. NaN equals NaN. Sets are compared in any order, dicts by key. Instances of other classes are equal if their classes have the
same name and their attributes are equal.
"""

import datetime
import math
from fractions import Fraction
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple
from unicodedata import normalize

from .errors import AuthorError
from .plots import Plot, is_figure, plot_difference, read_figure
from .tables import is_table, numpy_scalar, table_difference
from .texts import article, class_name, counted, look_alike_difference, quoted

_MAX_DEPTH = 40
_TEXTS, _BYTES = (str,), (bytes, bytearray)
_DATES = (datetime.datetime, datetime.date, datetime.time)
_FUNCTIONS = (type(lambda: None), type(len), type([].append))


class StandIn:
    """Replaces an object of the answer that can't be transferred: the name of its class, and its contents."""

    def __init__(self, type_name: str, state: Any) -> None:
        self.type_name = type_name
        self.state = state

    def __repr__(self) -> str:
        return f"<{self.type_name}>"


class _DefaultTolerance(int):
    """The default position of the tolerance slider."""


DEFAULT_TOLERANCE: float = _DefaultTolerance(4)
_ROUNDING = 1e-12
"""Relative rounding error of floats."""
_MILLIONTH = 1e-6
"""How far floats may differ relative to the expected one if no tolerance is given, as in checks of variables and output."""


class Tolerance(NamedTuple):
    """How far numbers may differ. Integers may not, unless a tolerance was given."""

    absolute: float
    relative: float = 0.0
    is_given: bool = True


def tolerance_of(position: float, relative: float = 0) -> Tolerance:
    """Converts a position of the slider: 0 is 1, 8 is exact, n is 10 to the -n.

    A number between 0 and 1 is used as the tolerance itself. @param relative: fraction of the expected number.
    """
    if not 0 <= position <= 8:
        raise AuthorError(f"tolerance should be a position from 0 to 8, but it is {position}.")
    if not 0 <= relative < 1:
        raise AuthorError(f"relative should be at least 0 and below 1, but it is {relative}.")
    is_given = type(position) is not _DefaultTolerance or relative > 0
    if 0 < position < 1:
        return Tolerance(float(position), float(relative))
    return Tolerance(0.0 if position == 8 else float(10.0 ** -position), float(relative) if is_given else _MILLIONTH, is_given)


def difference(expected: Any, actual: Any, what: str, tolerance: Tolerance = Tolerance(1e-4, _MILLIONTH, is_given=False), depth: int = 0) -> Optional[str]:
    """Returns the first difference as a sentence about `what`, which never reveals an expected value; None if they are equal."""
    if depth > _MAX_DEPTH:
        return f"{what} is nested too deeply."
    expected, actual = numpy_scalar(expected), numpy_scalar(actual)
    if is_table(expected) or is_table(actual):
        return table_difference(expected, actual, what, _cells(tolerance))
    if is_figure(actual) and (is_figure(expected) or isinstance(expected, StandIn) and type(expected.state) is list):
        plots = expected.state if isinstance(expected, StandIn) else read_figure(expected)
        return drawn_difference(plots, read_figure(actual), what)
    wanted, found = _family(expected), _family(actual)
    if wanted != found:
        return f"{what} should be {article(wanted)}, but it is {article(found)}."
    return _COMPARE.get(wanted, _compare_objects)(expected, actual, what, tolerance, depth)


_IN_PLOTS = Tolerance(1e-6, _MILLIONTH, is_given=False)
"""Of data that is drawn: it is rounded to six digits."""
_OF_KEYS = Tolerance(1e-8, _MILLIONTH, is_given=False)


def drawn_difference(expected: List[Plot], actual: List[Plot], what: str) -> Optional[str]:
    """Returns the first difference of two lists of plots in words that don't reveal the expected data."""
    return plot_difference(expected, actual, what, lambda one, other: difference(one, other, "", _IN_PLOTS, 1) is None)


def numbers_differ(expected: Any, actual: Any, tolerance: Tolerance) -> bool:
    """@param expected: a plain int, float or complex number."""
    if expected == actual or (expected != expected and actual != actual):
        return False
    if isinstance(expected, complex) or isinstance(actual, complex):
        parts = [(complex(expected).real, complex(actual).real), (complex(expected).imag, complex(actual).imag)]
        return any(numbers_differ(one, other, tolerance) for one, other in parts)
    if isinstance(expected, int) and isinstance(actual, int):
        if not tolerance.is_given:
            return True
        # Beyond 2 to the 53, floats would treat neighbors as equal.
        apart = abs(expected - actual)
        return apart > Fraction(tolerance.absolute) and apart > Fraction(tolerance.relative) * abs(expected)
    try:
        one, other = float(expected), float(actual)
    except OverflowError:
        return True
    if not (math.isfinite(one) and math.isfinite(other)):
        return True
    rounding = 0.0 if tolerance.absolute == 0 else _ROUNDING
    return not abs(one - other) <= max(tolerance.absolute, max(tolerance.relative, rounding) * abs(one))


def _cells(tolerance: Tolerance) -> Callable[[Any, Any, str], Optional[str]]:
    return lambda expected, actual, what: difference(expected, actual, what, tolerance, 1)


def _family(value: Any) -> str:
    kind = type(value)
    if value is None:
        return "None"
    if isinstance(value, StandIn):
        return value.type_name
    for base, name in _FAMILIES:
        if issubclass(kind, base):
            return name
    return class_name(kind)


_FAMILIES: List[Tuple[Any, str]] = [
    (bool, "bool"),
    ((int, float, complex), "number"),
    (_TEXTS, "str"),
    (_BYTES, "bytes"),
    (_DATES, "date or time"),
    (datetime.timedelta, "span of time"),
    (list, "list"),
    (tuple, "tuple"),
    ((set, frozenset), "set"),
    (dict, "dict"),
    (range, "range"),
    (_FUNCTIONS, "function"),
    (type, "class"),
]


def _plain_number(value: Any) -> Any:
    """Uses the methods of the built-in class, whatever a subclass defines."""
    for base in (int, float, complex):
        if issubclass(type(value), base):
            return value if type(value) is base else base.__add__(value, base(0))
    return value


def _wrong(what: str, actual: Any) -> str:
    return f"{what} isn’t right yet: it is {quoted(actual)}."


def _compare_numbers(expected: Any, actual: Any, what: str, tolerance: Tolerance, _depth: int) -> Optional[str]:
    one, other = _plain_number(expected), _plain_number(actual)
    return _wrong(what, other) if numbers_differ(one, other, tolerance) else None


def _compare_texts(expected: Any, actual: Any, what: str, _tolerance: Tolerance, _depth: int) -> Optional[str]:
    one, other = str.__str__(expected), str.__str__(actual)
    if normalize("NFC", one) == normalize("NFC", other):
        return None
    looks_right = look_alike_difference(one, other)
    if looks_right:
        return f"{what} looks right, but {looks_right}."
    if one.split() == other.split():
        return f"{what} is correct except for white space."
    if one.casefold() == other.casefold():
        return f"{what} is correct except for capitalization."
    return _wrong(what, other)


def _compare_by(read: Callable[[Any], Any]) -> Callable[[Any, Any, str, Tolerance, int], Optional[str]]:
    def compare(expected: Any, actual: Any, what: str, _tolerance: Tolerance, _depth: int) -> Optional[str]:
        return None if read(expected) == read(actual) else _wrong(what, actual)

    return compare


def _date_text(value: Any) -> str:
    base = next(base for base in _DATES if issubclass(type(value), base))
    return str(base.isoformat(value))


def _compare_items(expected: Any, actual: Any, what: str, tolerance: Tolerance, depth: int) -> Optional[str]:
    base = list if issubclass(type(expected), list) else tuple
    wanted, found = list(base.__iter__(expected)), list(base.__iter__(actual))
    if len(wanted) != len(found):
        return f"{what} should have {counted(len(wanted), 'item')}, but it has {len(found)}."
    for index, (one, other) in enumerate(zip(wanted, found)):
        different = difference(one, other, f"{what}[{index}]", tolerance, depth + 1)
        if different:
            return different
    return None


def _compare_sets(expected: Any, actual: Any, what: str, tolerance: Tolerance, depth: int) -> Optional[str]:
    wanted, left = _members(expected), _members(actual)
    for item in wanted:
        place = next((n for n, other in enumerate(left) if difference(item, other, "", tolerance, depth + 1) is None), None)
        if place is None:
            return f"Something is missing in {what}."
        left.pop(place)
    return f"{what} contains {quoted(left[0])}, which should not be there." if left else None


def _members(value: Any) -> List[Any]:
    base = set if issubclass(type(value), set) else frozenset
    return list(base.__iter__(value))


def _compare_dicts(expected: Any, actual: Any, what: str, tolerance: Tolerance, depth: int) -> Optional[str]:
    left = list(dict.items(actual))
    for key, value in dict.items(expected):
        same_key = (n for n, (other, _) in enumerate(left) if difference(key, other, "", _OF_KEYS, depth + 1) is None)
        place = next(same_key, None)
        if place is None:
            return f"A key is missing in {what}: it should have {counted(dict.__len__(expected), 'key')}."
        different = difference(value, left.pop(place)[1], f"{what}[{quoted(key)}]", tolerance, depth + 1)
        if different:
            return different
    return f"{what} has the key {quoted(left[0][0])}, which should not be there." if left else None


def _compare_functions(expected: Any, actual: Any, what: str, _tolerance: Tolerance, _depth: int) -> Optional[str]:
    if isinstance(expected, StandIn):
        raise AuthorError(f"{what} is a function: compare what it returns, with function_returns.")
    return None if expected is actual else f"{what} is not the expected function."


def _compare_objects(expected: Any, actual: Any, what: str, tolerance: Tolerance, depth: int) -> Optional[str]:
    wanted, found = object_state(expected), object_state(actual)
    if wanted is None or found is None:
        return None if _text(expected) == _text(actual) else f"{what} isn’t right yet."
    return difference(wanted, found, f"The content of {what}", tolerance, depth + 1)


def object_state(value: Any) -> Optional[Dict[str, Any]]:
    """Returns the attributes of an instance without calling properties of its class."""
    if isinstance(value, StandIn):
        return value.state if isinstance(value.state, dict) else None
    elsewhere = next((vars(base)["_pycheck_state"] for base in type.mro(type(value)) if "_pycheck_state" in vars(base)), None)
    if elsewhere is not None:
        parts = elsewhere(value)
        return parts if type(parts) is dict else None
    try:
        own = object.__getattribute__(value, "__dict__")
    except AttributeError:
        own = None
    state = dict(dict.items(own)) if type(own) is dict else {}
    slots = [name for base in type.__dict__["__mro__"].__get__(type(value)) for name in _slots(base)]
    for name in slots:
        try:
            state[name] = object.__getattribute__(value, name)
        except AttributeError:
            continue
    return state if state or slots or own is not None else None


def _slots(base: type) -> List[str]:
    slots = type.__dict__["__dict__"].__get__(base).get("__slots__", ())
    names = [slots] if isinstance(slots, str) else list(slots)
    return [name for name in names if name not in ("__dict__", "__weakref__")]


def _text(value: Any) -> str:
    from re import sub

    text = value.state if isinstance(value, StandIn) else repr(value)
    return sub(r" at 0x[0-9a-fA-F]+", "", str(text))


_COMPARE: Dict[str, Callable[[Any, Any, str, Tolerance, int], Optional[str]]] = {
    "None": lambda *_: None,
    "bool": _compare_by(lambda value: value is True),
    "number": _compare_numbers,
    "str": _compare_texts,
    "bytes": _compare_by(bytes),
    "date or time": _compare_by(_date_text),
    "span of time": _compare_by(datetime.timedelta.total_seconds),
    "list": _compare_items,
    "tuple": _compare_items,
    "set": _compare_sets,
    "dict": _compare_dicts,
    "range": _compare_by(lambda value: (value.start, value.stop, value.step)),
    "function": _compare_functions,
    "class": _compare_by(class_name),
}
