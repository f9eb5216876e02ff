import { MORE_EXERCISES } from './more-unit-test-exercises.ts';
import type { UnitTestExercise } from './unit-test-exercise.ts';

/** Small exercises with unit tests; these are of unittest. */
export const UNIT_TEST_EXERCISES: readonly UnitTestExercise[] = [
  {
    name: 'leap',
    language: 'python',
    module: 'leap.py',
    answer: `def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
`,
    stub: `def is_leap(year):
    pass
`,
    tests: `import unittest
from leap import is_leap


class Tests(unittest.TestCase):
    def test_common(self):
        self.assertIs(is_leap(1996), True)

    def test_not_by_4(self):
        self.assertIs(is_leap(1997), False)

    def test_century(self):
        self.assertIs(is_leap(1900), False)

    def test_by_400(self):
        self.assertIs(is_leap(2000), True)
`,
  },
  {
    name: 'clamp',
    language: 'python',
    module: 'clamp.py',
    answer: `def clamp(value, low, high):
    if value < low:
        return low
    if value > high:
        return high
    return value
`,
    stub: `def clamp(value, low, high):
    return value
`,
    tests: `import unittest
from clamp import clamp


class Tests(unittest.TestCase):
    def test_inside(self):
        self.assertEqual(clamp(5, 1, 9), 5)

    def test_below(self):
        self.assertEqual(clamp(0, 1, 9), 1)

    def test_above(self):
        self.assertEqual(clamp(10, 1, 9), 9)

    def test_bounds(self):
        self.assertEqual([clamp(1, 1, 9), clamp(9, 1, 9)], [1, 9])
`,
  },
  {
    name: 'account',
    language: 'python',
    module: 'account.py',
    answer: `class Account:
    def __init__(self, balance=0):
        self.balance = balance

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.balance += amount

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError("not enough money")
        self.balance -= amount
`,
    stub: `class Account:
    pass
`,
    tests: `import unittest
from account import Account


class Tests(unittest.TestCase):
    def setUp(self):
        self.account = Account(10)

    def test_deposit(self):
        self.account.deposit(5)
        self.assertEqual(self.account.balance, 15)

    def test_withdraw(self):
        self.account.withdraw(10)
        self.assertEqual(self.account.balance, 0)

    def test_too_much(self):
        with self.assertRaisesRegex(ValueError, "not enough"):
            self.account.withdraw(11)
        self.assertEqual(self.account.balance, 10)

    def test_zero(self):
        for amount in (0, -1):
            with self.subTest(amount=amount), self.assertRaises(ValueError):
                self.account.deposit(amount)

    def test_default(self):
        self.assertEqual(Account().balance, 0)
`,
  },
  {
    name: 'greeter',
    language: 'python',
    module: 'greeter.py',
    answer: `def greet():
    name = input("Name? ")
    print("Hello, " + name + "!")
`,
    stub: `def greet():
    pass
`,
    tests: `import io
import unittest
from unittest.mock import patch
import greeter


class Tests(unittest.TestCase):
    @patch('builtins.input', return_value='Ann')
    def test_greets(self, asked):
        with patch('sys.stdout', new=io.StringIO()) as out:
            greeter.greet()
        self.assertEqual(out.getvalue(), 'Hello, Ann!\\n')
        asked.assert_called_once_with('Name? ')
`,
  },
  {
    name: 'counter',
    language: 'python',
    module: 'counter.py',
    answer: `step = 2


def count(numbers):
    total = 0
    for number in numbers:
        if number > 0:
            total += step
    return total
`,
    stub: `step = 2


def count(numbers):
    return None
`,
    tests: `import importlib
import unittest
from unittest import mock
import counter


class Tests(unittest.TestCase):
    def setUp(self):
        importlib.reload(counter)

    def test_counts(self):
        self.assertEqual(counter.count([1, 0, -1, 3]), 4)

    def test_step(self):
        with mock.patch.object(counter, 'step', 5):
            self.assertEqual(counter.count([1]), 5)
        self.assertEqual(counter.count([1]), 2)
`,
  },
  {
    name: 'shapes',
    language: 'python',
    module: 'pkg/shapes.py',
    answer: `class Shape:
    def area(self):
        raise NotImplementedError

    def double(self):
        return self.area() * 2
`,
    stub: `class Shape:
    pass
`,
    tests: `import unittest
from pkg.shapes import Shape


class Square(Shape):
    def area(self):
        return 9


class Tests(unittest.TestCase):
    def test_double(self):
        self.assertEqual(Square().double(), 18)

    def test_abstract(self):
        self.assertRaises(NotImplementedError, Shape().area)

    @unittest.skip('later')
    def test_later(self):
        self.fail()

    @unittest.expectedFailure
    def test_expected(self):
        self.assertEqual(Square().double(), 17)
`,
  },
  {
    name: 'words',
    language: 'python',
    module: 'words.py',
    answer: `def count_words(text):
    counts = {}
    for word in text.lower().split():
        counts[word] = counts.get(word, 0) + 1
    return counts
`,
    stub: `def count_words(text):
    return {}
`,
    tests: `import unittest
from words import count_words


class Tests(unittest.TestCase):
    def test_one(self):
        self.assertEqual(count_words("a"), {"a": 1})

    def test_case(self):
        self.assertDictEqual(count_words("A a b"), {"a": 2, "b": 1})

    def test_empty(self):
        self.assertEqual(count_words(""), {})
`,
  },
  {
    name: 'stack',
    language: 'python',
    module: 'stack.py',
    answer: `class EmptyError(Exception):
    pass


class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        if not self.items:
            raise EmptyError("empty")
        return self.items.pop()

    def __len__(self):
        return len(self.items)
`,
    stub: `class EmptyError(Exception):
    pass


class Stack:
    pass
`,
    tests: `import unittest
from stack import EmptyError, Stack


class Tests(unittest.TestCase):
    def test_order(self):
        stack = Stack()
        stack.push(1)
        stack.push(2)
        self.assertEqual((stack.pop(), stack.pop()), (2, 1))

    def test_length(self):
        stack = Stack()
        self.assertEqual(len(stack), 0)
        stack.push(None)
        self.assertEqual(len(stack), 1)

    def test_empty(self):
        with self.assertRaises(EmptyError) as raised:
            Stack().pop()
        self.assertEqual(str(raised.exception), "empty")
`,
  },
  {
    name: 'primes',
    language: 'python',
    module: 'primes.py',
    answer: `def primes(limit):
    found = []
    for number in range(2, limit + 1):
        if all(number % prime for prime in found):
            found.append(number)
    return found
`,
    stub: `def primes(limit):
    raise NotImplementedError
`,
    tests: `import unittest
from primes import primes


class Tests(unittest.TestCase):
    def test_ten(self):
        self.assertListEqual(primes(10), [2, 3, 5, 7])

    def test_two(self):
        self.assertEqual(primes(2), [2])

    def test_none(self):
        self.assertEqual(primes(1), [])
`,
  },
  {
    name: 'average',
    language: 'python',
    module: 'average.py',
    answer: `def average(numbers):
    if len(numbers) == 0:
        return None
    return sum(numbers) / len(numbers)
`,
    stub: `def average(numbers):
    return 0
`,
    tests: `import unittest
from average import average


class Tests(unittest.TestCase):
    def test_some(self):
        self.assertAlmostEqual(average([1, 2, 4]), 7 / 3)

    def test_none(self):
        self.assertIsNone(average([]))

    def test_one(self):
        self.assertEqual(average([5]), 5)
`,
  },
  ...MORE_EXERCISES,
];
