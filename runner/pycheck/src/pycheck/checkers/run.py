"""How the code ended."""

from ..errors import Failed
from ..registry import checker
from .sides import is_found, submission

_GROUP = "Errors"
_EVERYWHERE = ("python", "sql", "cli")


@checker(_GROUP, "no_error()", languages=_EVERYWHERE)
def no_error() -> None:
    """The code ran without an error."""
    error = submission().error
    if error is not None:
        raise Failed(f"The code ended with an error: {error!r}", actual=error.name, line=error.line)


@checker(_GROUP, 'error_raised("ValueError")', languages=_EVERYWHERE)
def error_raised(name: str = "", message: str = "") -> None:
    """The code ended with an error. Turn on Error Okay for the screen, so that the error itself does not fail it.

    Args:
        name: The name of the error's class, such as ValueError. If empty: any.
        message: A regular expression that matches part of its message. If empty: any.
    """
    error = submission().error
    if error is None:
        raise Failed(f"The code should end with {name or 'an error'}, but it ends without one.", expected=name)
    if name and error.name != name:
        raise Failed(f"The code should end with {name}, but it ends with {error.name}.", expected=name, actual=error.name, line=error.line)
    if message and not is_found(message, error.message, False):
        raise Failed("The message of the error isn’t right yet.", expected=message, actual=error.message, line=error.line)
