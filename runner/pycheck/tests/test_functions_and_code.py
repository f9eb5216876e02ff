from .support import CheckerTest, run

DOUBLE = "def double(number, times=2):\n    return number * times\n"


class Defined(CheckerTest):
    def test_there_with_its_parameters(self) -> None:
        self.passes('function_defined("double")', DOUBLE)
        self.passes('function_defined("double", parameters=["number", "times"])', DOUBLE)
        self.fails('function_defined("double")', "There is no function double.", "x = 1")
        self.fails('function_defined("double")', "but it is not.", "double = 2")
        self.fails('function_defined("double", parameters=["a"])', "should have 1 parameter, but it has 2.", DOUBLE)
        self.fails('function_defined("double", parameters=["a", "b"])', "should have other names", DOUBLE)


class Called(CheckerTest):
    def test_read_from_the_code(self) -> None:
        self.passes('function_called("print")', "if False:\n  print(1)")
        self.passes('function_called("math.sqrt")', "import math\nmath.sqrt(4)")
        self.passes('function_called("upper")', "'a'.upper()")
        self.passes('function_called("abs", times=2)', "abs(1) + abs(2)")
        self.fails('function_called("abs", times=2)', "Call abs 2 times in your code.", "abs(1)")
        self.fails('function_called("print")', "Call print in your code.", "# print(1)\nx = 'print(1)'")
        self.fails('function_called("print")', "it has a syntax error", "print(")


class Returns(CheckerTest):
    def test_given_and_of_the_answer(self) -> None:
        self.passes('function_returns("double", [4], expected=8)', DOUBLE)
        self.passes('function_returns("double", [4], {"times": 3}, expected=12)', DOUBLE)
        self.passes('function_returns("double", [4])', DOUBLE, "double = lambda n: n + n")
        verdict = self.fails('function_returns("double", [4], expected=9)', "double(4) isn’t right yet: it is 8.", DOUBLE)
        self.assertEqual((verdict.results[0].line, verdict.results[0].expected), (1, "9"))

    def test_one_that_is_missing_is_a_function(self) -> None:
        self.fails('function_returns("median", [[1]], expected=1)', "There is no function median.", "x = 1")
        self.fails('raises_exception("median", "ValueError")', "There is no function median.", "x = 1")

    def test_results_name_the_call(self) -> None:
        check = 'function_returns("double", [4], expected=8)\nfunction_returns("double", [5], {"times": 3}, expected=1)\n'
        names = [result.name for result in run(check + 'function_defined("double")', DOUBLE).results]
        calls = ["function_returns: double(4)", "function_returns: double(5, times=3)"]
        self.assertEqual(names, [*calls, "function_defined: double"])

    def test_nothing_is_called_none(self) -> None:
        self.fails('function_returns("f", expected=[1])', "f() should be a list, but it is None.", "def f(): pass")

    def test_what_it_raises_is_the_learners(self) -> None:
        code = "def f(n):\n    return n / 0"
        verdict = self.fails('function_returns("f", [1], expected=1)', "f(1) raised ZeroDivisionError: division by zero", code)
        self.assertEqual(verdict.results[0].line, 2)
        self.fails('function_returns("f", [1], expected=1)', "raised SystemExit", "def f(n): raise SystemExit")

    def test_one_that_is_missing_skips_the_rest(self) -> None:
        verdict = self.fails('function_defined("f")\nfunction_returns("f", expected=1)', "There is no function f.")
        self.assertEqual([r.counts for r in verdict.results], [True, False])

    def test_answer_without_it(self) -> None:
        self.is_wrong('function_returns("double", [4])', "The answer has no value for double", DOUBLE, "x = 1")


class Raises(CheckerTest):
    def test_which(self) -> None:
        code = "def f(x):\n    raise KeyError(x)"
        self.passes('raises_exception("f", "KeyError", [1])', code)
        self.passes('raises_exception("f", "LookupError", [1])', code)
        self.fails('raises_exception("f", "ValueError", [1])', "f(1) should raise ValueError, but it raises KeyError.", code)
        self.fails('raises_exception("f", "ValueError", [1])', "but it raises nothing.", "def f(x): pass")


class Expressions(CheckerTest):
    def test_values(self) -> None:
        self.passes('expression_value("a + 1", expected=3)', "a = 2")
        self.passes('expression_value("sorted(a)")', "a = [2, 1]", "a = [1, 2]")
        self.fails('expression_value("a + 1", expected=4)', "a + 1 isn’t right yet: it is 3", "a = 2")
        self.fails('expression_value("b", expected=4)', "b raised NameError", "a = 2")
        self.is_wrong('expression_value("a +", expected=4)', "is not an expression", "a = 2")


class Imports(CheckerTest):
    def test_ways_to_import(self) -> None:
        for code in ("import math", "import math as m", "from math import pi", "def f():\n  import math"):
            self.passes('import_used("math")', code)
        self.passes('import_used("os.path")', "import os.path")
        self.passes('import_used("math.pi")', "from math import pi")
        self.fails('import_used("math")', "Import math in your code.", "# import math")


class Text(CheckerTest):
    def test_contains(self) -> None:
        self.passes('code_contains("for ")', "for i in []: pass")
        self.passes('code_contains("FOR", ignore_case=True)', "for i in []: pass")
        self.passes('code_contains("#", times=1)', "x = '#'  # a comment")
        self.fails('code_contains("for ")', "is missing a text", "# for ")
        self.passes('code_contains("for ", times=0)', "# for ")
        self.fails('code_contains("x", times=0)', "should not be there", "x = 1")
        self.passes('code_contains("Cafe\\u0301", ignore_case=True)', "x = 'café'")
        self.fails('code_contains("Cafe\\u0301", times=0, ignore_case=True)', "should not be there", "x = 'café'")
        self.passes('code_contains("X = 1\\r\\nY", ignore_case=True)', "x = 1\ny = 2")

    def test_matches(self) -> None:
        self.passes(r'code_matches(r"^x\s*=")', "y = 1\nx = 2")
        self.fails(r'code_matches(r"while")', "not written in the required way", "# while\nx = 1")
        self.fails(r'code_matches("x", should_match=False)', "should not be there", "x = 1")
        self.is_wrong('code_matches("(")', "is invalid", "x = 1")

    def test_comments_of_other_languages(self) -> None:
        self.fails('code_contains("JOIN")', "is missing", "SELECT 1 -- JOIN\n/* JOIN */", language="sql")
        self.passes('code_contains("--")', "SELECT '--' FROM a", language="sql")
        self.fails('code_contains("ls")', "is missing", "# ls\necho 1 # ls", language="cli")
        self.passes('code_contains("#")', "echo '# a'", language="cli")


class OutputAndErrors(CheckerTest):
    def test_output(self) -> None:
        self.passes('output_contains("b")', "print('a b')")
        self.passes('output_contains("B", ignore_case=True)', "print('a b')")
        self.fails('output_contains("c")', "is missing something", "print('a b')")
        self.fails('output_contains("c")', "Nothing was printed.")
        self.passes(r'output_matches(r"^\d+ days$")', "print('x')\nprint('12 days')")
        self.fails(r'output_matches(r"^\d+ days$")', "not have the required form", "print('days')")
        self.passes('output_equals("a\\nb")', "print('a  ')\nprint('b')\nprint()")
        self.passes("output_equals()", "print('a')", "print('a')")
        self.fails("output_equals()", "Line 2 of your output isn’t right yet: it is 'x'.", "print('a')\nprint('x')", "print('a')\nprint('b')")
        self.fails('output_equals("a\\nb")', "ends too early: it should have 2 lines, but it has 1.", "print('a')")
        self.fails('output_equals("a")', "line 2, 'b', should not be there", "print('a')\nprint('b')")

    def test_errors(self) -> None:
        self.passes("no_error()", "x = 1")
        verdict = self.fails("no_error()", "ended with an error: ZeroDivisionError", "\n1 / 0")
        self.assertEqual(verdict.results[0].line, 2)
        self.passes('error_raised("ZeroDivisionError", message="by zero")', "1 / 0")
        self.fails('error_raised("ValueError")', "but it ends with ZeroDivisionError", "1 / 0")
        self.fails('error_raised("ValueError")', "ends without one", "x = 1")
        self.fails('error_raised(message="x")', "message of the error", "1 / 0")
