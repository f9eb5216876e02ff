"""The contents of matplotlib figures, as data."""

import sys
from typing import Any, Callable, Dict, List, Optional

_DIGITS = 6

Plot = Dict[str, Any]
"""One axes: `kinds`, `title`, `x_label`, `y_label`, `legend`, `lines`, `points`, `bars`, `texts`."""


def is_figure(value: Any) -> bool:
    return _read_before(value) is not None or _is(value, "matplotlib.figure", "Figure") or _is(value, "matplotlib.axes", "Axes")


def _read_before(value: Any) -> Optional[List[Plot]]:
    """Returns the data of a figure in another process, which was read there."""
    try:
        own = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return None
    plots = own.get("_pycheck_plots") if type(own) is dict else None
    return plots if type(plots) is list else None


def read_figures(figures: List[Any]) -> List[Plot]:
    return [plot for figure in figures for plot in read_figure(figure)]


def read_figure(value: Any) -> List[Plot]:
    """Returns every axes of a figure, or a single axes."""
    plots = _read_before(value)
    if plots is not None:
        return plots
    axes = value.axes if _is(value, "matplotlib.figure", "Figure") else [value]
    title = _suptitle(value)
    return [_read_axes(part, title if len(axes) == 1 else "") for part in axes]


def plot_difference(expected: List[Plot], actual: List[Plot], what: str, is_same: Callable[[Any, Any], bool]) -> Optional[str]:
    """Returns the first difference in words that don't reveal the expected data."""
    if len(expected) != len(actual):
        return f"{what} should have {len(expected)} plots, but it has {len(actual)}."
    for one, other in zip(expected, actual):
        for key, name in _PARTS:
            if not is_same(one[key], other[key]):
                return f"{name} of {what} {'aren’t' if name.endswith('s') else 'isn’t'} right yet."
    return None


_PARTS = [
    ("kinds", "The kind"),
    ("title", "The title"),
    ("x_label", "The label of the x axis"),
    ("y_label", "The label of the y axis"),
    ("lines", "The lines"),
    ("points", "The points"),
    ("bars", "The bars"),
    ("legend", "The legend"),
    ("texts", "The texts"),
]


def _is(value: Any, module: str, name: str) -> bool:
    kind = getattr(sys.modules.get(module), name, None)
    return isinstance(kind, type) and issubclass(type(value), kind)


def _suptitle(figure: Any) -> str:
    title = getattr(figure, "_suptitle", None)
    return "" if title is None else str(title.get_text())


def _read_axes(axes: Any, figure_title: str) -> Plot:
    legend = axes.get_legend()
    bars = _bars(axes)
    points = [_points(part.get_offsets()) for part in axes.collections if type(part).__name__ == "PathCollection"]
    lines = [{"x": _numbers(line.get_xdata(orig=False)), "y": _numbers(line.get_ydata(orig=False))} for line in axes.get_lines()]
    kinds = [kind for kind, there in [("line", lines), ("scatter", points), ("image", axes.get_images())] if there]
    return {
        "kinds": sorted({*kinds, *[kind for kind, _ in bars], *(["pie"] if _has_wedges(axes) else [])}),
        "title": str(axes.get_title()) or figure_title,
        "x_label": str(axes.get_xlabel()),
        "y_label": str(axes.get_ylabel()),
        "legend": [str(text.get_text()) for text in legend.get_texts()] if legend is not None else [],
        "lines": lines,
        "points": points,
        "bars": [data for _, data in bars],
        "texts": [str(text.get_text()) for text in axes.texts],
    }


def _bars(axes: Any) -> List[Any]:
    """Returns kind and data of each bar container. A histogram's bars touch, and are as wide as their bins."""
    found = []
    for container in axes.containers:
        if type(container).__name__ != "BarContainer":
            continue
        boxes = [_numbers([bar.get_x(), bar.get_y(), bar.get_width(), bar.get_height()]) for bar in container.patches]
        is_flat = getattr(container, "orientation", "vertical") == "horizontal"
        touches = len(boxes) > 1 and all(abs(one[0] + one[2] - other[0]) < 1e-6 for one, other in zip(boxes, boxes[1:]))
        kind = "barh" if is_flat else "hist" if touches else "bar"
        found.append((kind, boxes))
    return found


def _has_wedges(axes: Any) -> bool:
    return any(type(patch).__name__ == "Wedge" for patch in axes.patches)


def _points(offsets: Any) -> List[List[float]]:
    return [_numbers(point) for point in offsets]


def _numbers(numbers: Any) -> List[float]:
    return [round(float(number), _DIGITS) for number in numbers]
