"""Grades one submission with nbgrader, again for each line that is read. Writes the milliseconds, or the version."""

import json
import sys
import time
from importlib.metadata import version
from pathlib import Path

import nbformat
from nbgrader_course import api, quietly


def graded_cell(source, name, **settings):
    cell = nbformat.v4.new_code_cell(source)
    flags = {"grade": False, "locked": False, "solution": False, "task": False, **settings}
    cell.metadata["nbgrader"] = {"schema_version": 3, "grade_id": name, **flags}
    return cell


def write_notebook(path, answer):
    path.parent.mkdir(parents=True)
    cells = [graded_cell(answer, "answer", solution=True), graded_cell("assert total == 5", "check", grade=True, locked=True, points=1)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)


write_notebook(Path("source/ps1/p1.ipynb"), "### BEGIN SOLUTION\ntotal = 2 + 3\n### END SOLUTION")
quietly(lambda: api.generate_assignment("ps1"))
write_notebook(Path("submitted/ada/ps1/p1.ipynb"), "total = 2 + 3")

for line in sys.stdin:
    if json.loads(line) == "version":
        print(json.dumps(version("nbgrader")))
        continue
    start = time.perf_counter()
    quietly(lambda: api.autograde("ps1", "ada"))
    milliseconds = (time.perf_counter() - start) * 1000
    score = api.get_submission("ps1", "ada")["score"]
    if score != 1:
        sys.exit(f"nbgrader did not accept the answer: {score} of 1")
    print(json.dumps(milliseconds))
