"""The text of a value as JupyterLab shows it below a cell: containers that don't fit on a line have one item per line, and sets are
sorted. The layout follows IPython's pretty printer, so that outputs that notebooks recorded are those of a run.
"""

from __future__ import annotations

import collections
import inspect
import types
from collections import deque
from typing import Any, Callable, Deque, Dict, Iterable, List, Optional, Tuple, Union

from .guard import without_addresses

MAX_CHARACTERS = 100_000
"""What is longer is cut: more would use up the limit of the output."""
_WIDTH = 79
_MAX_ITEMS = 1000
"""Of a container."""


class _LongEnough(Exception):
    """The text has as many characters as are shown."""


class _Group:
    """The items of a container, which are all on one line or each on its own line."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.breaks: Deque["_Break"] = deque()
        """Those that may still become a new line."""
        self.is_broken = False


class _Break:
    """A space, or a new line once its group is broken."""

    def __init__(self, group: _Group, indent: int) -> None:
        self.group = group
        self.indent = indent


class _Layout:
    """Texts and breaks as they come, which wait until it is certain whether their line is full."""

    def __init__(self) -> None:
        self._done: List[str] = []
        self._length = 0
        self._column = 0
        self._waiting: Deque[Union[str, _Break]] = deque()
        self._waiting_width = 0
        self._open = [_Group(0)]
        # By depth, outermost first.
        self._unbroken: List[List[_Group]] = [[]]
        self._indent = 0

    def text(self, text: str) -> None:
        if self._waiting:
            self._waiting.append(text)
            self._waiting_width += len(text)
            self._break_full_lines()
        else:
            self._write(text)
            self._column += len(text)

    def separate(self) -> None:
        group = self._open[-1]
        if group.is_broken:
            self._flush()
            self._start_line(self._indent)
            return
        end = _Break(group, self._indent)
        group.breaks.append(end)
        self._waiting.append(end)
        self._waiting_width += 1
        self._break_full_lines()

    def new_line(self) -> None:
        group = self._next_to_break()
        if group is not None:
            self._break(group)
        self._flush()
        self._start_line(self._indent)

    def begin(self, indent: int = 0, opening: str = "") -> None:
        if opening:
            self.text(opening)
        group = _Group(self._open[-1].depth + 1)
        self._open.append(group)
        while len(self._unbroken) <= group.depth:
            self._unbroken.append([])
        self._unbroken[group.depth].append(group)
        self._indent += indent

    def end(self, dedent: int = 0, closing: str = "") -> None:
        group = self._open.pop()
        if not group.breaks:
            self._forget(group)
        self._indent -= dedent
        if closing:
            self.text(closing)

    def result(self) -> str:
        self._flush()
        return "".join(self._done)

    def so_far(self) -> str:
        return "".join(self._done)

    def _break_full_lines(self) -> None:
        while self._column + self._waiting_width > _WIDTH:
            group = self._next_to_break()
            if group is None:
                return
            self._break(group)

    def _break(self, group: _Group) -> None:
        while group.breaks:
            self._write_first_waiting()
        while self._waiting and isinstance(self._waiting[0], str):
            self._write_first_waiting()

    def _next_to_break(self) -> Optional[_Group]:
        for groups in self._unbroken:
            for index, group in enumerate(reversed(groups)):
                if group.breaks:
                    # The place counts from the other end, as in IPython, whose layouts are the measure.
                    del groups[index]
                    group.is_broken = True
                    return group
            for group in groups:
                group.is_broken = True
            groups.clear()
        return None

    def _flush(self) -> None:
        while self._waiting:
            self._write_first_waiting()
        self._waiting_width = 0

    def _write_first_waiting(self) -> None:
        first = self._waiting.popleft()
        if isinstance(first, str):
            self._waiting_width -= len(first)
            self._column += len(first)
            self._write(first)
            return
        self._waiting_width -= 1
        first.group.breaks.popleft()
        if first.group.is_broken:
            self._start_line(first.indent)
            return
        if not first.group.breaks:
            self._forget(first.group)
        self._write(" ")
        self._column += 1

    def _forget(self, group: _Group) -> None:
        if group in self._unbroken[group.depth]:
            self._unbroken[group.depth].remove(group)

    def _start_line(self, indent: int) -> None:
        self._write("\n" + " " * indent)
        self._column = indent

    def _write(self, text: str) -> None:
        self._done.append(text)
        self._length += len(text)
        if self._length > MAX_CHARACTERS:
            raise _LongEnough


class _Printer:
    """Writes one value."""

    def __init__(self) -> None:
        self.layout = _Layout()
        self._around: List[int] = []

    def value(self, value: Any) -> None:
        is_inside_itself = id(value) in self._around
        self._around.append(id(value))
        self.layout.begin()
        self._writer_of(value)(self, value, is_inside_itself)
        self.layout.end()
        self._around.pop()

    def _writer_of(self, value: Any) -> "_Writer":
        for base in type.mro(type(value)) if type(value) is not type else (type,):
            if base in _WRITERS:
                return _WRITERS[base]
            if base is not object and "__repr__" in vars(base):
                return _write_own_text
        return _write_object

    def items(self, opening: str, items: Iterable[Any], closing: str, write: Callable[[Any], None]) -> None:
        layout = self.layout
        layout.begin(len(opening), opening)
        for index, item in enumerate(items):
            if index:
                layout.text(",")
                layout.separate()
            if index == _MAX_ITEMS:
                layout.text("...")
                break
            write(item)
        layout.end(len(opening), closing)

    def entry(self, entry: Tuple[Any, Any]) -> None:
        self.value(entry[0])
        self.layout.text(": ")
        self.value(entry[1])

    def call(self, name: str, *values: Any) -> None:
        self.layout.begin()
        self.items(name + "(", values, ")", self.value)
        self.layout.end()


_Writer = Callable[[_Printer, Any, bool], None]


def _write_own_text(printer: _Printer, value: Any, _is_inside_itself: bool = False) -> None:
    text = repr(value)
    if not isinstance(value, (str, bytes)):
        # The same on every run.
        text = without_addresses(text)
    printer.layout.begin()
    for index, line in enumerate(text.splitlines()):
        if index:
            printer.layout.new_line()
        printer.layout.text(line)
    printer.layout.end()


def _write_object(printer: _Printer, value: Any, _is_inside_itself: bool) -> None:
    printer.layout.begin(1, "<")
    printer.value(type(value))
    printer.layout.end(1, ">")


def _write_list(printer: _Printer, value: Any, is_inside_itself: bool) -> None:
    if is_inside_itself:
        return printer.layout.text("[...]")
    printer.items("[", value, "]", printer.value)


def _write_tuple(printer: _Printer, value: Any, is_inside_itself: bool) -> None:
    if is_inside_itself:
        return printer.layout.text("(...)")
    printer.items("(", value, ",)" if len(value) == 1 else ")", printer.value)


def _write_dict(printer: _Printer, value: Any, is_inside_itself: bool) -> None:
    if is_inside_itself:
        return printer.layout.text("{...}")
    printer.items("{", value.items(), "}", printer.entry)


def _write_set(printer: _Printer, value: Any, is_inside_itself: bool) -> None:
    _write_sorted(printer, value, "{", "}", is_inside_itself)


def _write_frozenset(printer: _Printer, value: Any, is_inside_itself: bool) -> None:
    _write_sorted(printer, value, "frozenset({", "})", is_inside_itself)


def _write_sorted(printer: _Printer, value: Any, opening: str, closing: str, is_inside_itself: bool) -> None:
    if is_inside_itself:
        return printer.layout.text(f"{opening}...{closing}")
    if len(value) == 0:
        return printer.layout.text(f"{type(value).__name__}()")
    printer.items(opening, value if len(value) >= _MAX_ITEMS else _sorted(value), closing, printer.value)


def _sorted(items: Iterable[Any]) -> List[Any]:
    listed = list(items)
    try:
        return sorted(listed)
    except Exception:  # items of different kinds
        try:
            return sorted(listed, key=str)
        except Exception:  # no text either: as they come
            return listed


def _write_class(printer: _Printer, value: Any, _is_inside_itself: bool) -> None:
    if next(base for base in type.mro(type(value)) if "__repr__" in vars(base)) is not type:
        return _write_own_text(printer, value)
    printer.layout.text(_qualified(value.__module__, value.__qualname__))


def _write_function(printer: _Printer, value: Any, _is_inside_itself: bool) -> None:
    name = _qualified(value.__module__, value.__qualname__)
    try:
        name += str(inspect.signature(value))
    except ValueError:  # written in C, without a signature
        pass
    printer.layout.text(f"<function {without_addresses(name)}>")


def _write_exception(printer: _Printer, value: BaseException, _is_inside_itself: bool) -> None:
    printer.call(_qualified(type(value).__module__, type(value).__qualname__), *value.args)


def _qualified(module: Any, name: str) -> str:
    return name if module in (None, "builtins") else f"{module}.{name}"


def _write_as_call(arguments: Callable[[Any], Tuple[Any, ...]]) -> _Writer:
    def write(printer: _Printer, value: Any, is_inside_itself: bool) -> None:
        name = type(value).__name__
        if is_inside_itself:
            return printer.layout.text(f"{name}(...)")
        printer.call(name, *arguments(value))

    return write


def _write_queue(printer: _Printer, value: Any, is_inside_itself: bool) -> None:
    if value.maxlen is not None:
        return _write_own_text(printer, value)
    _write_as_call(lambda queue: (list(queue),))(printer, value, is_inside_itself)


_WRITERS: Dict[type, _Writer] = {
    list: _write_list,
    tuple: _write_tuple,
    dict: _write_dict,
    set: _write_set,
    frozenset: _write_frozenset,
    type: _write_class,
    types.FunctionType: _write_function,
    types.BuiltinFunctionType: _write_function,
    BaseException: _write_exception,
    collections.defaultdict: _write_as_call(lambda value: (value.default_factory, dict(value))),
    collections.OrderedDict: _write_as_call(lambda value: (list(value.items()),) if value else ()),
    collections.Counter: _write_as_call(lambda value: (dict(value),) if value else ()),
    deque: _write_queue,
}


def pretty_text(value: Any) -> str:
    """Returns the text of a value, at most about MAX_CHARACTERS of it. Raises what its methods raise."""
    printer = _Printer()
    try:
        printer.value(value)
        text = printer.layout.result()
    except _LongEnough:
        return f"{printer.layout.so_far()[:MAX_CHARACTERS]}… (cut after {MAX_CHARACTERS:,} characters)"
    return text
