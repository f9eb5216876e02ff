from .support import CheckerTest


class Existence(CheckerTest):
    def test_there_and_not(self) -> None:
        self.passes('variable_exists("a")', "a = None")
        self.fails('variable_exists("a")', "There is no variable a.", "b = 1")

    def test_later_checks_of_it_are_skipped(self) -> None:
        verdict = self.fails('variable_exists("a")\nvariable_value("a", 1)\nvariable_exists("b")', "no variable a", "b = 1")
        self.assertEqual([(r.passed, r.counts) for r in verdict.results], [(False, True), (False, False), (True, True)])


class Type(CheckerTest):
    def test_by_name_and_by_the_answer(self) -> None:
        self.passes('variable_type("a", "float")', "a = 1.0")
        self.passes('variable_type("a")', "a = 1.0", "a = 2.5")
        self.fails('variable_type("a", "float")', "a should be of type float, but it is an int.", "a = 1")
        self.fails('variable_type("a")', "should be of type str", "a = 1", "a = 'x'")

    def test_a_bool_is_no_int(self) -> None:
        self.fails('variable_type("a", "int")', "it is a bool", "a = True")

    def test_subclasses(self) -> None:
        code = "class L(list): pass\na = L()"
        self.passes('variable_type("a", "list")', code)
        self.fails('variable_type("a", "list", allow_subclass=False)', "it is a L", code)

    def test_says_the_line(self) -> None:
        verdict = self.fails('variable_type("a", "str")', "should be", "a = 1\na = 2\n")
        self.assertEqual(verdict.results[0].line, 2)


class Value(CheckerTest):
    def test_equal(self) -> None:
        pairs = [
            ("1", "1.0"),
            ("True", "True"),
            ("None", "None"),
            ("'a'", "'a'"),
            ("b'a'", "bytearray(b'a')"),
            ("[1, [2, 'x']]", "[1, [2.0, 'x']]"),
            ("(1, 2)", "(1, 2)"),
            ("{1, 2}", "frozenset([2, 1])"),
            ("{'a': 1, 'b': 2}", "{'b': 2, 'a': 1}"),
            ("float('nan')", "float('nan')"),
            ("float('inf')", "float('inf')"),
            ("0.1 + 0.2", "0.3"),
            ("1 + 2j", "1 + 2j"),
            ("10 ** 400", "10 ** 400"),
            ("range(3)", "range(0, 3)"),
            ("__import__('datetime').date(2024, 1, 2)", "__import__('datetime').date(2024, 1, 2)"),
            ("__import__('datetime').timedelta(hours=1)", "__import__('datetime').timedelta(minutes=60)"),
            ("__import__('decimal').Decimal('1.5')", "__import__('decimal').Decimal('1.5')"),
        ]
        for one, other in pairs:
            with self.subTest(one):
                self.passes('variable_value("a")', f"a = {one}", f"a = {other}")

    def test_whole_numbers_are_the_same_unless_a_tolerance_is_given(self) -> None:
        self.fails('variable_value("a")', "a isn’t right yet: it is 20001", "a = 20001", "a = 20000")
        self.passes('variable_value("a", tolerance=0)', "a = 20001", "a = 20000")
        self.fails('variable_value("a", 2 ** 64 - 1, tolerance=8)', "isn’t right yet", "a = 2 ** 64 - 2")
        self.fails('variable_value("a", 2 ** 64 - 1, tolerance=4)', "isn’t right yet", "a = 2 ** 64 - 2")
        self.fails('variable_value("a", [1, 20000])', "a[1] isn’t right yet: it is 20001", "a = [1, 20001]")

    def test_a_tolerance_is_absolute(self) -> None:
        self.fails('variable_value("a", 20000.0)', "isn’t right yet", "a = 20000.5")
        self.passes('variable_value("a", 20000.0, tolerance=0)', "a = 20000.5")
        self.fails('variable_value("a", 20000.0, tolerance=0)', "isn’t right yet", "a = 20001.5")
        self.passes('variable_value("a", 1e17)', "a = 0.1 * 1e18")

    def test_relative(self) -> None:
        self.passes('variable_value("a", 20000.0, relative=0.01)', "a = 20150.0")
        self.passes('variable_value("a", 20000, relative=0.01)', "a = 20150")
        self.fails('variable_value("a", 20000, relative=0.01)', "isn’t right yet", "a = 20250")

    def test_different(self) -> None:
        pairs = [
            ("1", "2", "a isn’t right yet: it is 1."),
            ("1", "True", "should be a bool, but it is a number"),
            ("1", "'1'", "should be a str, but it is a number"),
            ("[1]", "(1,)", "should be a tuple, but it is a list"),
            ("[1, 2, 4]", "[1, 2, 3]", "a[2] isn’t right yet: it is 4"),
            ("[1]", "[1, 2]", "should have 2 items, but it has 1"),
            ("[1, 2]", "[1]", "should have 1 item, but it has 2"),
            ("{1, 2}", "{1, 3}", "Something is missing in a."),
            ("{1, 2, 3}", "{1, 2}", "contains 3, which should not be there"),
            ("{'a': 1}", "{'b': 1}", "A key is missing in a"),
            ("{'a': 1, 'b': 1}", "{'a': 1}", "has the key 'b'"),
            ("{'a': [1]}", "{'a': [2]}", "a['a'][0] isn’t right yet: it is 1"),
            ("'a b '", "'a b'", "correct except for white space"),
            ("'a\\u00a0b'", "'a b'", "looks right, but character 2 is a non-breaking space (U+00A0)"),
            ("'2\\u20133'", "'2-3'", "looks right, but character 2 is an en dash (U+2013)"),
            ("'Abc'", "'abc'", "correct except for capitalization"),
            ("float('inf')", "float('-inf')", "a isn’t right yet: it is inf"),
            ("0.0", "float('nan')", "a isn’t right yet: it is 0.0"),
            ("10 ** 400", "10 ** 400 + 1", "isn’t right yet: it is 1"),
            ("__import__('datetime').date(2024, 1, 2)", "__import__('datetime').date(2024, 1, 3)", "isn’t right yet: it is datetime."),
            ("__import__('decimal').Decimal('1.5')", "__import__('decimal').Decimal('1.6')", "isn’t right yet"),
        ]
        for one, other, words in pairs:
            with self.subTest(one):
                self.fails('variable_value("a")', words, f"a = {one}", f"a = {other}")

    def test_encodings_of_accents_are_equal(self) -> None:
        self.passes('variable_value("a")', "a = 'cafe\\u0301'", "a = 'caf\\u00e9'")

    def test_tolerance_is_a_position(self) -> None:
        self.passes('variable_value("a", 1.00005)', "a = 1")
        self.fails('variable_value("a", 1.0002)', "a isn’t right yet: it is 1", "a = 1")
        self.passes('variable_value("a", 1.9, tolerance=0)', "a = 1")
        self.passes('variable_value("a", 1.005, tolerance=2)', "a = 1")
        self.fails('variable_value("a", 1.05, tolerance=2)', "a isn’t right yet: it is 1", "a = 1")
        self.fails('variable_value("a", 0.3, tolerance=8)', "a is", "a = 0.1 + 0.2")
        self.passes('variable_value("a", 1.05, tolerance=0.1)', "a = 1")
        self.is_wrong('variable_value("a", 1, tolerance=9)', "from 0 to 8", "a = 1")

    def test_own_classes_by_their_content(self) -> None:
        point = "class P:\n  def __init__(self, x): self.x = x\n  def __eq__(self, other): return True\n"
        self.passes('variable_value("a")', point + "a = P(1)", point + "a = P(1.0)")
        self.fails('variable_value("a")', "The content of a['x'] isn’t right yet: it is 1", point + "a = P(1)", point + "a = P(2)")
        self.fails('variable_value("a")', "should be a P, but it is a Q", point.replace("P", "Q") + "a = Q(1)", point + "a = P(1)")
        slots = "class P:\n  __slots__ = 'x'\n  def __init__(self, x): self.x = x\n"
        self.passes('variable_value("a")', slots + "a = P(1)", slots + "a = P(1)")
        self.fails('variable_value("a")', "is 1", slots + "a = P(1)", slots + "a = P(2)")

    def test_liars_are_not_asked(self) -> None:
        self.fails('variable_value("a", 42)', "a isn’t right yet: it is 1", "class I(int):\n  def __eq__(self, o): return True\n  def __sub__(self, o): return 0\na = I(1)")
        self.fails('variable_value("a", "42")', "isn’t right yet", "class S(str):\n  def __eq__(self, o): return True\n  def __str__(self): return '42'\na = S('1')")
        self.fails('variable_value("a", [42])', "a[0]", "class L(list):\n  def __iter__(self): return iter([42])\na = L([1])")

    def test_within_itself(self) -> None:
        self.fails('variable_value("a")', "nested too deeply", "a = []\na.append(a)", "a = []\na.append(a)")

    def test_does_not_tell_the_expected_value(self) -> None:
        for value in ("'secret'", "['secret']", "{'k': 'secret'}", "{'secret'}", "{'secret': 1}"):
            verdict = self.fails('variable_value("a")', "", "a = 'x'" if "[" not in value else "a = ['x']", f"a = {value}")
            self.assertNotIn("secret", verdict.feedback or "")

    def test_says_the_line_of_the_last_assignment(self) -> None:
        verdict = self.fails('variable_value("a", 3)', "a isn’t right yet: it is 2", "a = 1\n\na = 2")
        self.assertEqual(verdict.results[0].line, 3)

    def test_answer_without_it(self) -> None:
        self.is_wrong('variable_value("a")', "The answer has no value for a", "a = 1", "b = 1")


class Length(CheckerTest):
    def test_given_and_of_the_answer(self) -> None:
        self.passes('variable_length("a", 3)', "a = [1, 2, 3]")
        self.passes('variable_length("a")', "a = 'abc'", "a = [1, 2, 3]")
        self.fails('variable_length("a", 2)', "should have the length 2, but it has 3 items.", "a = [1, 2, 3]")
        self.fails('variable_length("a", 2)', "an int has none", "a = 5")
