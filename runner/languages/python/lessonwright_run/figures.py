"""The contents of a matplotlib figure as data: plots are compared by content, not by pixels."""

from __future__ import annotations

import sys
from typing import Any, Dict, List, Optional

from .plots import is_figure

_DIGITS = 6
"""Decimal places of coordinates; layout arithmetic varies beyond that."""


def read_plot(value: Any) -> Optional[List[Dict[str, Any]]]:
    """Returns the axes of a figure, or a single axes, as dicts of plain values; None for anything else."""
    axes_module = sys.modules.get("matplotlib.axes")
    if is_figure(value):
        return [_axes(axes) for axes in value.axes]
    if axes_module is not None and issubclass(type(value), axes_module.Axes):
        return [_axes(value)]
    return None


def _axes(axes: Any) -> Dict[str, Any]:
    legend = axes.get_legend()
    return {
        "title": axes.get_title(),
        "x label": axes.get_xlabel(),
        "y label": axes.get_ylabel(),
        "x scale": axes.get_xscale(),
        "y scale": axes.get_yscale(),
        "lines": [_line(line) for line in axes.get_lines()],
        "shapes": [_shape(patch) for patch in axes.patches],
        "points": [_collection(collection) for collection in axes.collections],
        "images": [list(image.get_size()) for image in axes.get_images()],
        "texts": [text.get_text() for text in axes.texts],
        "legend": [text.get_text() for text in legend.get_texts()] if legend is not None else [],
    }


def _line(line: Any) -> Dict[str, Any]:
    return {"x": _numbers(line.get_xdata(orig=False)), "y": _numbers(line.get_ydata(orig=False)), "style": str(line.get_linestyle())}


def _shape(patch: Any) -> Dict[str, Any]:
    if hasattr(patch, "get_width") and hasattr(patch, "get_x"):
        return {"box": _numbers([patch.get_x(), patch.get_y(), patch.get_width(), patch.get_height()])}
    return {"path": [_numbers(point) for point in patch.get_path().vertices]}


def _collection(collection: Any) -> Dict[str, Any]:
    return {"offsets": [_numbers(point) for point in collection.get_offsets()]}


def _numbers(numbers: Any) -> List[float]:
    return [round(float(number), _DIGITS) for number in numbers]
