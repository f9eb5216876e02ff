"""The checkers, in the order in which lists show them."""

from ..registry import CHECKERS as _CHECKERS
from .variables import variable_exists, variable_length, variable_type, variable_value  # noqa: I001
from .frames import dataframe_columns, dataframe_shape, dataframe_value
from .functions import function_called, function_defined, function_returns, raises_exception
from .code import code_contains, code_matches, expression_value, import_used
from .output import output_contains, output_equals, output_matches
from .run import error_raised, no_error
from .plot import plot_made
from .queries import query_uses, result_columns, result_equals_answer, result_rows
from .files import directory_contains, file_contains, file_equals, file_exists
from .commands import command_exit_code, command_output, command_used

__all__ = [
    "variable_exists",
    "variable_type",
    "variable_value",
    "variable_length",
    "dataframe_columns",
    "dataframe_shape",
    "dataframe_value",
    "function_defined",
    "function_called",
    "function_returns",
    "raises_exception",
    "expression_value",
    "import_used",
    "code_contains",
    "code_matches",
    "output_contains",
    "output_matches",
    "output_equals",
    "no_error",
    "error_raised",
    "plot_made",
    "result_columns",
    "result_rows",
    "result_equals_answer",
    "query_uses",
    "file_exists",
    "file_contains",
    "file_equals",
    "directory_contains",
    "command_output",
    "command_exit_code",
    "command_used",
]

assert set(__all__) == set(_CHECKERS), (
    "Import each checker in pycheck/checkers/__init__.py and name it in __all__ there. "
    f"Only in one of the two: {', '.join(sorted(set(__all__) ^ set(_CHECKERS)))}"
)
