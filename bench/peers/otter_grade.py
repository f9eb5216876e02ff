"""Grades one submission with otter-grader, again for each line that is read. Writes the milliseconds, or the version.

The autograder is generated once. Each grading starts a kernel for the notebook, as `otter run` does.
"""

import json
import sys
import time
from importlib.metadata import version
from pathlib import Path

import nbformat
from otter.api import grade_submission
from otter.generate import main as generate

TEST = '''OK_FORMAT = True
test = {"name": "q1", "points": 1, "suites": [{"type": "doctest", "cases": [{"code": ">>> assert total == 5\\n", "hidden": False, "locked": False}]}]}
'''

Path("tests").mkdir()
Path("tests/q1.py").write_text(TEST)
generate(tests_dir="tests", output_path="autograder.zip", no_environment=True)
notebook = nbformat.v4.new_notebook(
    cells=[nbformat.v4.new_code_cell("total = 2 + 3")],
    metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
)
nbformat.write(notebook, "submission.ipynb")

for line in sys.stdin:
    if json.loads(line) == "version":
        print(json.dumps(version("otter-grader")))
        continue
    start = time.perf_counter()
    results = grade_submission("submission.ipynb", "autograder.zip", quiet=True)
    milliseconds = (time.perf_counter() - start) * 1000
    if results.total != results.possible or results.possible == 0:
        sys.exit(f"otter-grader did not accept the answer: {results.total} of {results.possible}")
    print(json.dumps(milliseconds))
