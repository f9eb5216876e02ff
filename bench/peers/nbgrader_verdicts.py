"""Grades submissions of a notebook with nbgrader.

Reads `{"notebook": …, "submissions": [[source of each solution cell, or null for what learners get], …]}`, and writes for each submission
whether each test cell passed.
"""

import json
import sys
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook
from nbgrader_course import api, quietly


def grade(student, sources):
    submission = nbformat.read("release/ps1/p1.ipynb", as_version=4)
    solutions = [cell for cell in submission.cells if cell.metadata.get("nbgrader", {}).get("solution")]
    for cell, source in zip(solutions, sources, strict=True):
        if source is not None:
            cell.source = source
    path = Path("submitted", student, "ps1", "p1.ipynb")
    path.parent.mkdir(parents=True)
    nbformat.write(submission, path)
    quietly(lambda: api.autograde("ps1", student))
    with Gradebook("sqlite:///gradebook.db") as gradebook:
        grades = gradebook.find_submission_notebook("p1", "ps1", student).grades
        return {each.name: each.auto_score == each.max_score for each in grades}


for line in sys.stdin:
    given = json.loads(line)
    source = Path("source/ps1/p1.ipynb")
    source.parent.mkdir(parents=True)
    source.write_text(json.dumps(given["notebook"]))
    quietly(lambda: api.generate_assignment("ps1"))
    print(json.dumps([grade(f"learner{at}", sources) for at, sources in enumerate(given["submissions"])]))
