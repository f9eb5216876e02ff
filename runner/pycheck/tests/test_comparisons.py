"""The cases that the comparisons of all languages agree about."""

import json
import os
import unittest
from typing import Any, Dict, Iterator, List, Tuple

from .support import SOURCE, run
from .test_tables_and_plots import HAS_PANDAS

CASES = os.path.join(os.path.dirname(SOURCE), "..", "..", "testing", "comparisons", "cases.json")
IMPORTS = "import collections, datetime as dt\n"
IMPORTS_OF_TABLES = IMPORTS + "import numpy as np, pandas as pd\n"


def cases(kind: str, place: str) -> Iterator[Tuple[str, List[Any], bool]]:
    with open(CASES, encoding="utf-8") as stream:
        for case in json.load(stream)["cases"]:
            if kind in case:
                yield case["what"], case[kind], case.get("but", {}).get(place, case["same"])


class Comparisons(unittest.TestCase):
    def judge(self, is_same: bool, check: str, code: str = "", answer: str = "", **more: Any) -> None:
        verdict = run(check, code, answer, **more)
        self.assertIsNone(verdict.error)
        self.assertEqual(verdict.passed, is_same, verdict.feedback)

    def test_values(self) -> None:
        for what, (expected, actual), is_same in cases("python", "custom"):
            needs_tables = any(name in expected + actual for name in ("pd.", "np."))
            if needs_tables and not HAS_PANDAS:
                continue
            imports = IMPORTS_OF_TABLES if needs_tables else IMPORTS
            with self.subTest(what):
                self.judge(is_same, 'variable_value("x")', f"{imports}x = {actual}", f"{imports}x = {expected}")

    def test_rows(self) -> None:
        for what, cells, is_same in cases("sql", "custom_table"):
            expected, actual = map(_cell, cells)
            with self.subTest(what):
                names: Dict[str, Any] = {"result": {"columns": ["a"], "rows": [[actual]]}}
                for order in ("", ", check_order=False"):
                    self.judge(is_same, f"inf, nan = float('inf'), float('nan')\nresult_rows(rows=[[{expected!r}]]{order})", language="sql", names=names)

    def test_output(self) -> None:
        for what, (expected, actual), is_same in cases("text", "custom_output"):
            with self.subTest(what):
                self.judge(is_same, f"output_equals({expected!r})", output=actual)

    def test_parts_of_output(self) -> None:
        for what, (expected, actual), is_same in cases("text", "contains"):
            with self.subTest(what):
                self.judge(is_same, f"output_contains({expected!r})", output=actual)

    def test_messages_name_what_only_looks_right(self) -> None:
        for check in ('output_equals("a b")', 'output_contains("a b")'):
            words = run(check, output="a\u00a0b").feedback or ""
            self.assertTrue("looks right, but character 2 is a non-breaking space" in words or "only with look-alike characters" in words, words)

    def test_parts_are_found_in_either_form(self) -> None:
        for check in ('output_matches("^caf\u00e9$")', 'output_matches("e\u0301")', 'output_contains("e\u0301", ignore_case=True)'):
            self.judge(True, check, output="cafe\u0301\r\n")


def _cell(cell: Any) -> Any:
    return float(cell["text"]) if isinstance(cell, dict) else cell
