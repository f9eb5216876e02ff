from .support import CheckerTest, run


class Feedback(CheckerTest):
    def test_custom_text_wins(self) -> None:
        verdict = self.fails('variable_exists("a", feedback="Make a.", hint="a = 1", skill="Variables")', "Make a.")
        [result] = verdict.results
        self.assertEqual((result.has_custom_feedback, result.hint, result.tag_id), (True, "a = 1", "Variables"))

    def test_first_failure_speaks(self) -> None:
        self.fails('variable_exists("a")\nvariable_exists("b")\nvariable_exists("c")', "no variable b", "a = 1")

    def test_is_short(self) -> None:
        verdict = self.fails('variable_value("a", "y")', "isn’t right yet", "a = 'x' * 10_000")
        self.assertLessEqual(len(verdict.results[0].actual or ""), 200)
        self.fails(f'variable_exists("a", feedback="{"x" * 500}")', "x" * 199 + "…")

    def test_depends_on(self) -> None:
        check = 'first = variable_exists("a", label="one")\nvariable_exists("b", depends_on=["one"])\nvariable_exists("b", depends_on=first)'
        self.assertEqual([r.counts for r in run(check, "b = 1").results], [True, False, False])
        self.assertEqual([r.passed for r in run(check, "a = b = 1").results], [True, True, True])
        self.is_wrong('variable_exists("a", depends_on=["none"])', "has the label 'none'")


class Assertions(CheckerTest):
    def test_each_is_a_check(self) -> None:
        verdict = run('assert submission["a"] == 1\nassert submission["a"] == 2, "Two."\nfor i in [1, 2]:\n  assert i == 1', "a = 1")
        self.assertEqual([r.passed for r in verdict.results], [True, False, True, False])
        self.assertEqual(verdict.feedback, "Two.")
        self.assertIsNone(verdict.error)

    def test_names_that_are_missing_fail(self) -> None:
        self.fails('assert submission["a"] == 1', "There is no variable a.")
        self.fails('x = submission["a"]\nassert x', "There is no variable a.")

    def test_what_the_learner_raises_fails(self) -> None:
        verdict = self.fails('assert submission["f"]() == 1', "Your code raised ZeroDivisionError", "def f():\n  return 1 / 0")
        self.assertEqual(verdict.results[0].line, 2)
        self.fails('x = submission["f"]()', "Your code raised ZeroDivisionError", "def f():\n  return 1 / 0")

    def test_both_sides(self) -> None:
        self.passes('assert submission["a"] == answer["a"]', "a = 1", "a = 1")
        self.passes('assert submission.code and submission.output == "x\\n" and submission.error is None', "print('x')")
        self.passes('assert "a" in submission and "b" not in submission and submission.get("b", 2) == 2', "a = 1")
        self.passes('assert answer.output == "y\\n"', "", "print('y')")


class AuthorErrors(CheckerTest):
    def test_of_the_check(self) -> None:
        self.is_wrong("variable_exists()", "missing a required argument: 'name'")
        self.is_wrong("variable_exists(1)", "name should be a text, but it is 1")
        self.is_wrong('variable_length("a", "x")', "length should be an int")
        self.is_wrong('variable_exists("a", colour=1)', "unexpected keyword argument 'colour'")
        self.is_wrong('file_exists("a", kind="pipe")', "one of any, file, folder")
        self.is_wrong("nothing", "name 'nothing' is not defined")
        self.is_wrong("assert nothing", "name 'nothing' is not defined")

    def test_of_the_answer(self) -> None:
        self.is_wrong('variable_value("a")', "The answer ended with ZeroDivisionError", "a = 1", "1 / 0")

    def test_behind_a_failure_is_not_told(self) -> None:
        verdict = run('if not variable_exists("a"):\n  nothing')
        self.assertIsNone(verdict.error)
        self.assertFalse(verdict.passed)

    def test_results_before_it_remain(self) -> None:
        self.assertEqual(len(run('variable_exists("a")\nnothing', "a = 1").results), 1)

    def test_outside_of_check_code(self) -> None:
        from pycheck import AuthorError, variable_exists

        with self.assertRaises(AuthorError):
            variable_exists("a")


class Hostile(CheckerTest):
    def test_methods_that_raise_fail(self) -> None:
        self.fails('variable_length("a", 1)', "Couldn’t check it", "class A:\n  def __len__(self): raise SystemExit\na = A()")
        self.fails('variable_value("a", 1)', "", "class A:\n  def __repr__(self): raise SystemExit\na = A()")
