"""Figures that the code showed, as PNGs in the order shown."""

from __future__ import annotations

import io
import sys
from typing import Any, Callable, List, Optional

MAX_IMAGES = 20


class Gallery:
    """Keeps figures and their pictures until the script ends; reports if there were too many."""

    def __init__(self) -> None:
        self.clear()
        self.is_paused = False
        """Figures are closed without being drawn, because drawing is slow. For code whose output is discarded."""

    def clear(self) -> None:
        self.images: List[bytes] = []
        self.figures: List[Any] = []
        """For checks of their contents: of all figures, drawn or not."""
        self.count = 0
        """How many figures there were, with those that were too many."""

    @property
    def is_cut(self) -> bool:
        return self.count > len(self.figures)

    def keep(self, figure: Any) -> None:
        if self._note(figure):
            self.draw(figure)

    def keep_open_figures(self) -> None:
        """Keeps and closes pyplot's open figures."""
        for figure in self.take_open_figures():
            self.draw(figure)

    def take_open_figures(self) -> List[Any]:
        """Closes pyplot's open figures and returns those to draw. What is checked of them is kept before, as drawing takes long and may
        fail. Doesn't import matplotlib: code that draws has done that."""
        helpers = sys.modules.get("matplotlib._pylab_helpers")
        if helpers is None:
            return []
        managers = list(helpers.Gcf.get_all_fig_managers())
        figures = [manager.canvas.figure for manager in managers]
        noted = [figure for figure in figures if self._note(figure)]
        for manager in managers:
            helpers.Gcf.destroy(manager.num)
        return noted

    def draw(self, figure: Any) -> None:
        self.images.append(draw(figure))

    def _note(self, figure: Any) -> bool:
        """Returns whether there is room for its picture."""
        if self.is_paused:
            return False
        self.count += 1
        if len(self.figures) >= MAX_IMAGES:
            return False
        self.figures.append(figure)
        return True


GALLERY = Gallery()


def forget_figures() -> None:
    """Discards pictures so far and closes pyplot's open figures."""
    GALLERY.clear()
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
