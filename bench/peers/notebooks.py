"""Executes and exports notebooks as Jupyter's own tools do. Reads a JSON object per line, writes the milliseconds that it took.

The packages are imported before, and each execution has a kernel of its own.
"""

import json
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

import nbclient
import nbconvert
import nbformat
import papermill

FOLDER = Path(tempfile.mkdtemp(dir="."))


def notebook_of(cells):
    make = {"code": nbformat.v4.new_code_cell, "markdown": nbformat.v4.new_markdown_cell}
    return nbformat.v4.new_notebook(
        cells=[make[cell["type"]](cell["source"]) for cell in cells],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    )


def run_nbclient(notebook):
    nbclient.NotebookClient(notebook, kernel_name="python3").execute()


def run_papermill(notebook):
    nbformat.write(notebook, FOLDER / "in.ipynb")
    start = time.perf_counter()
    papermill.execute_notebook(str(FOLDER / "in.ipynb"), str(FOLDER / "out.ipynb"), progress_bar=False, log_output=False)
    return start


def run_nbconvert(notebook):
    nbconvert.HTMLExporter().from_notebook_node(notebook)


def run_nbconvert_script(notebook):
    nbconvert.PythonExporter().from_notebook_node(notebook)


TOOLS = {
    "nbclient": run_nbclient,
    "papermill": run_papermill,
    "nbconvert html": run_nbconvert,
    "nbconvert script": run_nbconvert_script,
}

for line in sys.stdin:
    question = json.loads(line)
    if question == "versions":
        print(json.dumps({name: version(name) for name in ["nbclient", "papermill", "nbconvert", "jupyterlab"]}))
        continue
    notebook = notebook_of(question["cells"])
    start = time.perf_counter()
    start = TOOLS[question["tool"]](notebook) or start
    print(json.dumps((time.perf_counter() - start) * 1000))
