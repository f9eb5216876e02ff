import os
import subprocess
import tempfile
from typing import Any, Tuple

from .support import CheckerTest

RESULT = {"columns": ["title", "pages"], "rows": [["A", 1], ["B", 2.5]]}
ANSWER = f"result = {RESULT!r}"


def result(columns: Any = None, rows: Any = None) -> Any:
    return {"result": {"columns": columns or RESULT["columns"], "rows": RESULT["rows"] if rows is None else rows}}


class Queries(CheckerTest):
    def check(self, check: str, names: Any, words: str = "", code: str = "SELECT 1") -> None:
        if words:
            self.fails(check, words, code, ANSWER, language="sql", names=names)
        else:
            self.passes(check, code, ANSWER, language="sql", names=names)

    def test_columns(self) -> None:
        self.check('result_columns(["title", "pages"])', result())
        self.check("result_columns()", result(["TITLE", "PAGES"]))
        self.check("result_columns(ignore_case=False)", result(["TITLE", "PAGES"]), "should have the column title")
        self.check("result_columns()", result(["pages", "title"]), "in a different order")
        self.check("result_columns(check_order=False)", result(["pages", "title"]))
        self.check("result_columns()", result(["title", "pages", "id"]), "has the column id")
        self.check("result_columns()", {}, "The query returns no result.")

    def test_rows(self) -> None:
        self.check("result_rows()", result())
        self.check("result_rows(2)", result())
        self.check("result_rows(3)", result(), "should have 3 rows, but it has 2")
        self.check('result_rows(rows=[["A", 1], ["B", 2.5]])', result())
        self.check('result_rows(rows=[["B", 2.5], ["A", 1]])', result(), "Row 1 of the result isn’t right yet")
        self.check('result_rows(rows=[["B", 2.5], ["A", 1]], check_order=False)', result())
        self.check('result_rows(rows=[["A", None], ["B", "x"]], check_order=False)', result(rows=[["B", "x"], ["A", None]]))

    def test_rows_in_any_order_may_differ_by_rounding(self) -> None:
        rows = [["b", 0.3], ["a", 0.3], ["c", None]]
        others = [["a", 0.1 + 0.2], ["c", None], ["b", 0.1 + 0.2]]
        for swapped in (False, True):
            one, other = ([row[::-1] for row in each] if swapped else each for each in (rows, others))
            self.check(f"result_rows(rows={one!r}, check_order=False)", result(rows=other))
        self.check('result_rows(rows=[["a", 1], ["a", 2]], check_order=False)', result(rows=[["a", 2], ["a", 3]]), "A row of the result")

    def test_names_of_columns_that_look_right(self) -> None:
        self.check('result_columns(["caf\u00e9", "a b"])', result(["cafe\u0301", "a\u00a0b"]), "looks right, but character 2 is a non-breaking space")

    def test_of_the_answer(self) -> None:
        self.check("result_equals_answer()", result())
        self.check("result_equals_answer()", result(rows=[["B", 2.5], ["A", 1]]), "Row 1")
        self.check("result_equals_answer(check_order=False)", result(rows=[["B", 2.5], ["A", 1]]))
        self.check("result_equals_answer(check_columns=False)", result(["a", "b"]))
        self.check("result_equals_answer()", result(rows=[["A", 1]]), "should have 2 rows")
        self.is_wrong("result_equals_answer()", "The answer", "SELECT 1", "1 / 0", language="sql", names=result())

    def test_keywords(self) -> None:
        self.check('query_uses("left join")', {}, code="SELECT * FROM a LEFT  JOIN b")
        self.check('query_uses("JOIN")', {}, "Use JOIN in your query.", "SELECT 'JOIN' -- JOIN")
        self.check('query_uses("IN")', {}, "Use IN", "SELECT inner")
        self.check('query_uses("*", should_use=False)', {}, "* should not be used here.", "SELECT * FROM a")


class Files(CheckerTest):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.mkdir(os.path.join(self.folder, "sub"))
        for name, text in (("a.txt", "one\ntwo  \n\n"), ("b.txt", "one\ntwo"), ("sub/c", "C")):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as stream:
                stream.write(text)

    def check(self, check: str, words: str = "", typed: Tuple[str, ...] = ()) -> None:
        names = {"work_folder": self.folder, "run_command": self.run_command, "terminal_lines": list(typed)}
        if words:
            self.fails(check, words, "", language="cli", names=names)
        else:
            self.passes(check, "", language="cli", names=names)

    def run_command(self, command: str, timeout: float) -> Tuple[int, str, str]:
        done = subprocess.run(["sh", "-c", command], cwd=self.folder, timeout=timeout, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def test_exists(self) -> None:
        self.check('file_exists("a.txt")')
        self.check('file_exists("sub", kind="folder")')
        self.check('file_exists("sub", kind="file")', "There is no file sub.")
        self.check('file_exists("x")', "There is no file or folder x.")
        self.check('file_exists("x", should_exist=False)')
        self.check('file_exists("a.txt", should_exist=False)', "should not be there")

    def test_content(self) -> None:
        self.check('file_contains("a.txt", "two")')
        self.check('file_contains("a.txt", "TWO", ignore_case=True)')
        self.check(r'file_contains("a.txt", r"^t\w+", is_pattern=True)')
        self.check('file_contains("a.txt", "three")', "is missing something")
        self.check('file_contains("x", "three")', "There is no file x.")
        self.check('file_contains("sub", "three")', "it is a folder")
        self.check('file_equals("a.txt", "one\\ntwo")')
        self.check('file_equals("a.txt", other="b.txt")')
        self.check('file_equals("a.txt", "one\\nthree")', "Line 2 of a.txt isn’t right yet.")

    def test_folder(self) -> None:
        self.check('directory_contains("sub", ["c"], allow_more=False)')
        self.check('directory_contains("sub", ["d"])', "sub should contain d.")
        self.check('directory_contains(".", ["sub"], allow_more=False)', "contains a.txt, which should not be there")
        self.check('directory_contains("x", [])', "There is no folder x.")

    def test_commands(self) -> None:
        self.check('command_output("cat b.txt", "one\\ntwo")')
        self.check('command_output("cat b.txt", "two", contains=True)')
        self.check('command_output("cat b.txt", "^t", is_pattern=True)')
        self.check('command_output("echo 1", "2")', "'echo 1' prints '1', which is not the expected output.")
        self.check('command_exit_code("true")')
        self.check('command_exit_code("exit 3", 3)')
        self.check('command_exit_code("false")', "should end with the exit code 0, but it ends with 1")
        self.is_wrong('command_exit_code("true")', "only be run on command-line (cli) screens", language="cli")

    def test_typed(self) -> None:
        typed = ("learner@lesson:~$ ls -l", "total 0", "(env) learner@lesson:~/a$ cd ..", "$ pwd", "learner@lesson:~$")
        for pattern in ("^ls", "^cd", "^pwd$"):
            self.check(f'command_used("{pattern}")', typed=typed)
        self.check('command_used("total")', "was not used", typed)
        self.check('command_used("ls", times=2)', "was not used", typed)
        self.check('command_used("cd", times=0)', "should not be used here", typed)
