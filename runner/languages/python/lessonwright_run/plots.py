"""Figures that the code showed, as PNGs in the order shown."""

from __future__ import annotations

import io
import sys
from typing import Any, Callable, List, Optional

MAX_IMAGES = 20


class Gallery:
    """Keeps pictures until the script ends; reports if there were too many."""

    def __init__(self) -> None:
        self.images: List[bytes] = []
        self.figures: List[Any] = []
        """The contents of the pictures, for checks."""
        self.is_cut = False
        self.is_paused = False
        """Figures are closed without being drawn, because drawing is slow. For code whose output is discarded."""

    def keep(self, figure: Any) -> None:
        if self.is_paused:
            return
        if len(self.images) >= MAX_IMAGES:
            self.is_cut = True
            return
        self.images.append(draw(figure))
        self.figures.append(figure)

    def keep_open_figures(self) -> None:
        """Keeps and closes pyplot's open figures. Doesn't import matplotlib: code that draws has done that."""
        helpers = sys.modules.get("matplotlib._pylab_helpers")
        if helpers is None:
            return
        for manager in list(helpers.Gcf.get_all_fig_managers()):
            self.keep(manager.canvas.figure)
            helpers.Gcf.destroy(manager.num)


GALLERY = Gallery()


def forget_figures() -> None:
    """Discards pictures so far and closes pyplot's open figures."""
    GALLERY.images, GALLERY.figures, GALLERY.is_cut = [], [], False
    helpers = sys.modules.get("matplotlib._pylab_helpers")
    if helpers is not None:
        helpers.Gcf.destroy_all()


def is_figure(value: Any) -> bool:
    module = sys.modules.get("matplotlib.figure")
    figure_class: Optional[Any] = getattr(module, "Figure", None)
    return isinstance(figure_class, type) and issubclass(type(value), figure_class)


def draw(figure: Any) -> bytes:
    """Returns the picture of a figure."""
    buffer = io.BytesIO()
    save: Callable[..., None] = figure.savefig
    save(buffer, format="png", bbox_inches="tight")
    return buffer.getvalue()
