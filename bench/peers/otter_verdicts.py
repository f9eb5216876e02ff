"""Grades submissions of a notebook with otter-grader: `otter assign`, then `otter run` for each.

Reads `{"notebook": …, "submissions": [[source of each solution cell, or null for what learners get], …]}`, and writes for each submission
whether each question passed.
"""

import contextlib
import io
import json
import sys
from pathlib import Path

import nbformat
from otter.api import grade_submission
from otter.assign import main as assign
from otter.generate import main as generate


def grade(sources):
    submission = nbformat.read("dist/student/p1.ipynb", as_version=4)
    solutions = [cell for cell in submission.cells if cell.cell_type == "code" and "..." in cell.source]
    for cell, source in zip(solutions, sources, strict=True):
        if source is not None:
            cell.source = source
    nbformat.write(submission, "submission.ipynb")
    results = grade_submission("submission.ipynb", "autograder.zip", quiet=True)
    return {name: each.passed_all for name, each in results.results.items()}


for line in sys.stdin:
    given = json.loads(line)
    Path("p1.ipynb").write_text(json.dumps(given["notebook"]))
    # Output of the tool itself must not mix with the answers.
    with contextlib.redirect_stdout(io.StringIO()):
        assign("p1.ipynb", "dist", no_pdfs=True, no_run_tests=True)
        generate(tests_dir="dist/autograder/tests", output_path="autograder.zip", no_environment=True)
    print(json.dumps([grade(sources) for sources in given["submissions"]]))
