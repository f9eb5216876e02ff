"""Plots of matplotlib and of libraries based on it."""

from typing import Any, List, Literal

from ..answer import FROM_ANSWER
from ..compare import DEFAULT_TOLERANCE, Tolerance, difference, drawn_difference, tolerance_of
from ..errors import AuthorError, Failed
from ..plots import Plot, read_figures
from ..registry import checker
from ..session import now
from .sides import is_found, submission

Kind = Literal["any", "line", "scatter", "bar", "barh", "hist", "pie", "image"]


@checker("Plots", 'plot_made("line", title="Temperature", y_label="°C")')
def plot_made(
    kind: Kind = "any",
    title: str = "",
    x_label: str = "",
    y_label: str = "",
    x: List[Any] = FROM_ANSWER,
    y: List[Any] = FROM_ANSWER,
    like_answer: bool = False,
    tolerance: float = DEFAULT_TOLERANCE,
    relative: float = 0,
) -> None:
    """The code made a plot that matches this description. One matching plot is enough.

    Args:
        kind: What it draws.
        title: A regular expression that matches part of its title. If empty: any.
        x_label: A regular expression that matches part of the x axis label. If empty: any.
        y_label: A regular expression that matches part of the y axis label. If empty: any.
        x: The x values of its points; for bars, their left edges. If omitted: any.
        y: The y values of its points; for bars, their heights. If omitted: any.
        like_answer: The plots must show the same as the answer's plots.
        tolerance: Decimal places that must match (8 = exactly equal). If omitted: 4, or a millionth of the number; integers must be equal.
        relative: Additional tolerance, as a fraction of the expected number, such as 0.01. If omitted: none.
    """
    plots = read_figures(submission().figures)
    if not plots:
        raise Failed("There is no plot.")
    if like_answer:
        wanted = now().answer.plots
        if not wanted:
            raise AuthorError("plot_made: the answer creates no plot.")
        different = drawn_difference(wanted, plots, "the plot")
        if different:
            raise Failed(different)
    texts = {"title": ("title", title), "x_label": ("label of the x axis", x_label), "y_label": ("label of the y axis", y_label)}
    data = {"x": x, "y": y}
    failures = [_difference(plot, kind, texts, data, tolerance_of(tolerance, relative)) for plot in plots]
    if all(failures):
        raise Failed(str(failures[-1]))


def _difference(plot: Plot, kind: str, texts: Any, data: Any, tolerance: Tolerance) -> Any:
    if kind != "any" and kind not in plot["kinds"]:
        drawn = " and ".join(plot["kinds"]) or "nothing of it"
        return f"There should be a plot of the kind {kind}, but it is {drawn}."
    for key, (name, pattern) in texts.items():
        if pattern and not is_found(pattern, plot[key], False):
            return f"The {name} is missing." if not plot[key] else f"The {name} isn’t right yet."
    for axis, wanted in data.items():
        if wanted is FROM_ANSWER:
            continue
        series = _series(plot, axis)
        if all(difference(list(wanted), found, axis, tolerance) for found in series):
            return f"The plot does not show the data that is expected on its {axis} axis."
    return None


def _series(plot: Plot, axis: str) -> List[List[float]]:
    """Returns every series of data that the plot draws along an axis. Horizontal bars have their length along x."""
    number = 0 if axis == "x" else 1
    is_flat = "barh" in plot["kinds"]
    bar = {"x": 2 if is_flat else 0, "y": 1 if is_flat else 3}[axis]
    return [
        *[line[axis] for line in plot["lines"]],
        *[[point[number] for point in points] for points in plot["points"]],
        *[[box[bar] for box in boxes] for boxes in plot["bars"]],
    ]
