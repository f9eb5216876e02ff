"""Shows the value of the last expression of code, as notebooks do."""

from __future__ import annotations

import __future__
import ast
import importlib.util
import io
import re
import sys
from types import CodeType
from typing import Any, Callable, Dict, List, Optional, TextIO

from .guard import library
from .plots import GALLERY, is_figure
from .pretty_text import pretty_text

_FUTURES = sum({getattr(__future__, name).compiler_flag for name in __future__.all_feature_names})
_FRAME_COLUMNS = 20
"""Columns of a table that pandas shows in notebooks; elsewhere it shows those that fit into a terminal."""


def run_and_show(text: str, file_name: str, namespace: Dict[str, Any], stream: TextIO) -> None:
    """Runs code, and writes the value of its last expression to `stream`."""
    codes = split(text, file_name)
    if sys.displayhook is sys.__displayhook__:
        # The code may have one of its own, which also applies in notebooks.
        sys.displayhook = _shower(stream)
    tables = _NotebookTables()
    try:
        tables.begin()
        for code in codes:
            exec(code, namespace)
    finally:
        tables.end()
        if getattr(sys.displayhook, "__module__", None) == __name__:
            sys.displayhook = sys.__displayhook__


def split(text: str, file_name: str) -> List[CodeType]:
    """Compiles code. If its last statement is an expression that no semicolon follows, the expression is apart from the rest, and
    passes its value to `sys.displayhook`, as each line of Python's console does.

    Everything is compiled before anything runs, so that an error of syntax anywhere is the only result. The parts keep their
    lines and columns.
    """
    tree = compile(text, file_name, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr) or _ends_with_semicolon(text, last):
        return [compile(tree, file_name, "exec", dont_inherit=True)]
    tree.body.pop()
    first = compile(tree, file_name, "exec", dont_inherit=True)
    shown = compile(ast.Interactive([last]), file_name, "single", first.co_flags & _FUTURES, dont_inherit=True)
    return [first, shown]


def _ends_with_semicolon(text: str, last: ast.Expr) -> bool:
    """Only brackets, semicolons and comments can follow the last expression."""
    lines = re.split("\r\n|\r|\n", text)
    end_line, end_offset = last.end_lineno or len(lines), last.end_col_offset or 0
    after = [lines[end_line - 1].encode()[end_offset:].decode(errors="replace"), *lines[end_line:]]
    return any(";" in line.split("#")[0] for line in after)


def _shower(stream: TextIO) -> Callable[[Any], None]:
    def show(value: Any) -> None:
        if value is None:
            return
        if is_figure(value):
            _show_figure(value)
            return
        text = pretty_text(value)
        stream.flush()
        stream.write(f"{_line_end(stream)}{text}\n")

    return show


def _show_figure(figure: Any) -> None:
    """Open figures of pyplot are shown at the end of the run, so only others have to be kept here, and only once."""
    helpers = sys.modules.get("matplotlib._pylab_helpers")
    is_open = helpers is not None and any(manager.canvas.figure is figure for manager in helpers.Gcf.get_all_fig_managers())
    if not is_open and not any(kept is figure for kept in GALLERY.figures):
        GALLERY.keep(figure)


class _NotebookTables:
    """Lets pandas show as many columns of a table as in notebooks, also of tables that code prints."""

    def __init__(self) -> None:
        self._is_wide = False

    def begin(self) -> None:
        if "pandas" in sys.modules:
            self._widen()
        else:
            sys.meta_path.insert(0, self)  # type: ignore[arg-type]

    def end(self) -> None:
        if self in sys.meta_path:
            sys.meta_path.remove(self)  # type: ignore[arg-type]
        if self._is_wide:
            # The next run of a session may be one that doesn't show values.
            _change_columns(_FRAME_COLUMNS, 0)

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        """Called by `import`, until pandas is imported."""
        if name != "pandas":
            return None
        sys.meta_path.remove(self)  # type: ignore[arg-type]
        spec = importlib.util.find_spec(name)
        loader: Any = spec.loader if spec is not None else None
        if loader is not None and hasattr(loader, "exec_module"):
            execute = loader.exec_module

            def execute_and_widen(module: Any) -> None:
                execute(module)
                self._widen()

            loader.exec_module = execute_and_widen
        return spec

    def _widen(self) -> None:
        # Zero, its default, is as many as fit into a terminal.
        self._is_wide = _change_columns(0, _FRAME_COLUMNS)


def _change_columns(before: int, after: int) -> bool:
    """Sets the columns that pandas shows, unless the code or its environment chose them. Returns whether it did."""
    pandas: Optional[Any] = library("pandas", "get_option", "set_option")
    try:
        if pandas is None or pandas.get_option("display.max_columns") != before:
            return False
        pandas.set_option("display.max_columns", after)
        return True
    except Exception:  # a module of this name may be anything
        return False


def _line_end(stream: TextIO) -> str:
    """A value begins on its own line."""
    if isinstance(stream, io.StringIO):
        return "" if stream.getvalue()[-1:] in ("", "\n") else "\n"
    return "\n" if getattr(getattr(stream, "buffer", None), "is_mid_line", False) else ""
