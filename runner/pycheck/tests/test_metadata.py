import json
import os
import sys
import unittest

from .support import SOURCE, CheckerTest

from pycheck.metadata import metadata

REFRESH = "metadata.json is not what the checkers say. Run in runner/pycheck: PYTHONPATH=src python3 -m pycheck.metadata > metadata.json"


class Metadata(CheckerTest):
    def test_the_committed_file_is_fresh(self) -> None:
        with open(os.path.join(SOURCE, "..", "metadata.json"), encoding="utf-8") as stream:
            self.assertEqual(json.load(stream), metadata(), REFRESH)

    def test_tells_every_checker(self) -> None:
        told = metadata()
        self.assertGreaterEqual(len(told), 25)
        for checker in told:
            self.assertTrue(checker["description"] and checker["example"] and checker["language"], checker["name"])
            for argument in checker["arguments"]:
                self.assertTrue(argument["description"], (checker["name"], argument["name"]))

    def test_every_file_of_checkers_is_imported(self) -> None:
        names = [name[:-3] for name in os.listdir(os.path.join(SOURCE, "pycheck", "checkers")) if name.endswith(".py")]
        forgotten = [name for name in names if name != "__init__" and f"pycheck.checkers.{name}" not in sys.modules]
        self.assertEqual(forgotten, [], "Import the checkers of these files in pycheck/checkers/__init__.py, and name them in __all__.")

    def test_tolerances_are_sliders(self) -> None:
        sliders = [a for c in metadata() for a in c["arguments"] if "tolerance" in a["name"]]
        self.assertTrue(all(a["type"] == "float" and a["default"] == 4 for a in sliders))

    def test_examples_are_calls_that_the_checkers_take(self) -> None:
        import ast

        for checker in metadata():
            call = ast.parse(checker["example"], mode="eval").body
            assert isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
            self.assertEqual(call.func.id, checker["name"])
            names = [argument["name"] for argument in checker["arguments"]]
            self.assertTrue({keyword.arg for keyword in call.keywords} <= set(names))


if __name__ == "__main__":
    unittest.main()
