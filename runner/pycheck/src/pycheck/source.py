"""Static analysis of the code."""

import ast
import io
import re
import tokenize
from typing import Iterator, List, Optional, Tuple

from .errors import Failed


def parsed(code: str) -> ast.Module:
    """@throws Failed for code that isn't valid Python."""
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError) as error:
        raise Failed("The code could not be parsed: it has a syntax error.", line=getattr(error, "lineno", None)) from None


def without_comments(code: str, language: str) -> str:
    """Returns the code without comments. Line numbers are kept, and so is text in strings that looks like a comment."""
    if language == "python":
        return _python_without_comments(code)
    if language == "sql":
        return _blanked(code, r"--[^\n]*|/\*.*?\*/|('(?:[^']|'')*'|\"(?:[^\"]|\"\")*\")")
    return _blanked(code, r"(?:(?<=\s)|^)\#[^\n]*|('[^']*'|\"(?:\\.|[^\"\\])*\")")


def assignment_line(code: str, name: str) -> Optional[int]:
    """The last line that assigns a variable."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return None
    lines = [
        node.lineno for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == name
    ]
    return max(lines, default=None)


def definition_line(code: str, name: str) -> Optional[int]:
    """The last line that defines a function or class."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return None
    return max((node.lineno for node in ast.walk(tree) if isinstance(node, kinds) and node.name == name), default=None)


def calls(tree: ast.Module) -> Iterator[Tuple[str, ast.Call]]:
    """Yields every call with its dotted name: `pd.read_csv`, `print`; only the last part if it is called on another
    expression.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = _dotted(node.func)
            if name:
                yield name, node


def imports(tree: ast.Module) -> List[Tuple[str, int]]:
    """Returns every imported module, `from math import pi` as `math` and `math.pi`, with its line."""
    found: List[Tuple[str, int]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.append((node.module, node.lineno))
            found += [(f"{node.module}.{alias.name}", node.lineno) for alias in node.names]
    return found


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = _dotted(node.value)
        return f"{before}.{node.attr}" if before else node.attr
    return ""


def _python_without_comments(code: str) -> str:
    lines = code.splitlines(keepends=True)
    try:
        comments = [token for token in tokenize.generate_tokens(io.StringIO(code).readline) if token.type == tokenize.COMMENT]
    except (tokenize.TokenError, SyntaxError):
        return code
    for token in comments:
        row, column = token.start
        line = lines[row - 1]
        end = "\n" if line.endswith("\n") else ""
        lines[row - 1] = line[:column].rstrip() + end
    return "".join(lines)


def _blanked(code: str, pattern: str) -> str:
    """Removes what matches, except the contents of the first group and line ends."""

    def replacement(match: "re.Match[str]") -> str:
        return match.group(1) if match.group(1) is not None else "\n" * match.group(0).count("\n")

    return re.sub(pattern, replacement, code, flags=re.DOTALL | re.MULTILINE)
