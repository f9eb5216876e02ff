"""The matplotlib backend of a run (`MPLBACKEND=module://lessonwright_run.figure_backend`): showing a figure saves a picture."""

from __future__ import annotations

from typing import Any

from matplotlib._pylab_helpers import Gcf
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg

from .plots import GALLERY


class FigureManager(FigureManagerBase):
    """Makes `figure.show()` save the figure's picture, as `pyplot.show()` does."""

    def show(self) -> None:
        GALLERY.keep(self.canvas.figure)
        Gcf.destroy(self.num)


class FigureCanvas(FigureCanvasAgg):
    """Draws without a display."""

    manager_class = FigureManager


def show(*_args: Any, **_options: Any) -> None:
    """`pyplot.show()`: saves the pictures and closes the figures."""
    GALLERY.keep_open_figures()
