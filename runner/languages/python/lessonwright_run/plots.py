"""Figures that the code showed, as PNGs in the order in which they were shown."""

from __future__ import annotations

import io
import sys
from typing import Any, Callable, List, Optional

MAX_IMAGES = 20


class Gallery:
    """Keeps pictures until the script is over; tells when there were more than are kept."""

    def __init__(self) -> None:
        self.images: List[bytes] = []
        self.figures: List[Any] = []
        """What the pictures show, for checks."""
        self.is_cut = False

    def keep(self, figure: Any) -> None:
        if len(self.images) >= MAX_IMAGES:
            self.is_cut = True
            return
        self.images.append(draw(figure))
        self.figures.append(figure)

    def keep_open_figures(self) -> None:
        """Keeps and closes what pyplot has open. Does not import matplotlib: who draws has done that."""
        helpers = sys.modules.get("matplotlib._pylab_helpers")
        if helpers is None:
            return
        for manager in list(helpers.Gcf.get_all_fig_managers()):
            self.keep(manager.canvas.figure)
            helpers.Gcf.destroy(manager.num)


GALLERY = Gallery()


def forget_figures() -> None:
    """What was drawn so far is not shown, and what pyplot has open is closed."""
    GALLERY.images, GALLERY.figures, GALLERY.is_cut = [], [], False
    helpers = sys.modules.get("matplotlib._pylab_helpers")
    if helpers is not None:
        helpers.Gcf.destroy_all()


def is_figure(value: Any) -> bool:
    module = sys.modules.get("matplotlib.figure")
    figure_class: Optional[Any] = getattr(module, "Figure", None)
    return isinstance(figure_class, type) and issubclass(type(value), figure_class)


def draw(figure: Any) -> bytes:
    """The picture of a figure."""
    buffer = io.BytesIO()
    save: Callable[..., None] = figure.savefig
    save(buffer, format="png", bbox_inches="tight")
    return buffer.getvalue()
