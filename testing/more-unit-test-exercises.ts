import type { UnitTestExercise } from './unit-test-exercise.ts';

/** Exercises with tests of pytest, testthat and bats. */
export const MORE_EXERCISES: readonly UnitTestExercise[] = [
  {
    name: 'fizz',
    language: 'python',
    module: 'fizz.py',
    answer: `def fizz(number):
    if number % 15 == 0:
        return "FizzBuzz"
    if number % 3 == 0:
        return "Fizz"
    if number % 5 == 0:
        return "Buzz"
    return str(number)
`,
    stub: `def fizz(number):
    return number
`,
    tests: `import pytest
from fizz import fizz


@pytest.mark.parametrize("number, text", [(1, "1"), (3, "Fizz"), (5, "Buzz"), (15, "FizzBuzz"), (30, "FizzBuzz"), (9, "Fizz")])
def test_fizz(number, text):
    assert fizz(number) == text
`,
  },
  {
    name: 'convert',
    language: 'python',
    module: 'convert.py',
    answer: `def to_celsius(fahrenheit):
    if fahrenheit < -459.67:
        raise ValueError("too cold")
    return (fahrenheit - 32) * 5 / 9
`,
    stub: `def to_celsius(fahrenheit):
    return fahrenheit
`,
    tests: `import pytest
from convert import to_celsius


def test_boiling():
    assert to_celsius(212) == pytest.approx(100)


def test_freezing():
    assert to_celsius(32) == 0


def test_cold():
    with pytest.raises(ValueError, match="too cold"):
        to_celsius(-500)
`,
  },
  {
    name: 'inventory',
    language: 'python',
    module: 'inventory.py',
    answer: `def add(stock, name, amount=1):
    stock[name] = stock.get(name, 0) + amount
    return stock


def remove(stock, name):
    if name not in stock:
        raise KeyError(name)
    stock[name] -= 1
    if stock[name] == 0:
        del stock[name]
    return stock
`,
    stub: `def add(stock, name, amount=1):
    pass
`,
    tests: `import pytest
import inventory


@pytest.fixture
def stock():
    return {"apple": 1, "pear": 3}


def test_add(stock):
    assert inventory.add(stock, "apple") == {"apple": 2, "pear": 3}


def test_add_new(stock):
    assert inventory.add(stock, "fig", 2)["fig"] == 2


def test_remove(stock):
    assert inventory.remove(stock, "pear") == {"apple": 1, "pear": 2}


def test_remove_last(stock):
    assert "apple" not in inventory.remove(stock, "apple")


def test_missing(stock):
    with pytest.raises(KeyError):
        inventory.remove(stock, "fig")
`,
  },
  {
    name: 'rotate',
    language: 'python',
    module: 'rotate.py',
    answer: `def rotate(text, by):
    shifted = ""
    for letter in text:
        if letter.isalpha():
            start = ord("A") if letter.isupper() else ord("a")
            letter = chr((ord(letter) - start + by) % 26 + start)
        shifted += letter
    return shifted
`,
    stub: `def rotate(text, by):
    return text
`,
    tests: `from rotate import rotate


class TestRotate:
    def test_letters(self):
        assert rotate("abc", 1) == "bcd"

    def test_wraps(self):
        assert rotate("Zz", 2) == "Bb"

    def test_others(self):
        assert rotate("a, b!", 13) == "n, o!"
`,
  },
  {
    name: 'prints',
    language: 'python',
    module: 'prints.py',
    answer: `def table(number):
    for factor in range(1, 4):
        print(number, "x", factor, "=", number * factor)
`,
    stub: `def table(number):
    print(number)
`,
    tests: `import prints


def test_table(capsys):
    prints.table(2)
    assert capsys.readouterr().out == "2 x 1 = 2\\n2 x 2 = 4\\n2 x 3 = 6\\n"


def test_uses_print(monkeypatch):
    lines = []
    monkeypatch.setattr("builtins.print", lambda *a: lines.append(a))
    prints.table(3)
    assert len(lines) == 3
`,
  },
  {
    name: 'parse',
    language: 'python',
    module: 'parse.py',
    answer: `def parse(line):
    name, _, value = line.partition("=")
    name = name.strip()
    if name == "":
        return None
    return name, value.strip()
`,
    stub: `def parse(line):
    return line
`,
    tests: `import pytest
from parse import parse


def test_pair():
    assert parse("a = 1") == ("a", "1")


def test_empty():
    assert parse(" = 1") is None


def test_no_value():
    assert parse("a") == ("a", "")


def test_later():
    pytest.skip("later")
`,
  },
  {
    name: 'double in R',
    language: 'r',
    module: 'double.R',
    answer: `double <- function(x) {
  x * 2
}
`,
    stub: `double <- function(x) {
}
`,
    tests: `library(testthat)
source("double.R")

test_that("one", {
  expect_equal(double(2), 4)
})

test_that("many", {
  expect_equal(double(c(1, 0)), c(2, 0))
})
`,
  },
  {
    name: 'sign in R',
    language: 'r',
    module: 'sign-of.R',
    answer: `sign_of <- function(x) {
  if (x > 0) {
    return("positive")
  }
  if (x < 0) {
    return("negative")
  }
  "zero"
}
`,
    stub: `sign_of <- function(x) {
  x
}
`,
    tests: `library(testthat)
source("sign-of.R")

test_that("positive", {
  expect_equal(sign_of(3), "positive")
})

test_that("negative", {
  expect_equal(sign_of(-1), "negative")
})

test_that("zero", {
  expect_identical(sign_of(0), "zero")
})
`,
  },
  {
    name: 'vowels in R',
    language: 'r',
    module: 'vowels.R',
    answer: `vowels <- function(text) {
  letters <- strsplit(tolower(text), "")[[1]]
  sum(letters %in% c("a", "e", "i", "o", "u"))
}
`,
    stub: `vowels <- function(text) {
  0
}
`,
    tests: `library(testthat)
source("vowels.R")

test_that("some", {
  expect_equal(vowels("Banana"), 3)
})

test_that("none", {
  expect_equal(vowels("xyz"), 0)
})

test_that("capitals", {
  expect_true(vowels("AEIOU") == 5)
})
`,
  },
  {
    name: 'root in R',
    language: 'r',
    module: 'root.R',
    answer: `root <- function(x) {
  if (x < 0) {
    stop("x must not be negative")
  }
  sqrt(x)
}
`,
    stub: `root <- function(x) {
  stop("not yet")
}
`,
    tests: `library(testthat)
source("root.R")

test_that("square", {
  expect_equal(root(9), 3)
})

test_that("zero", {
  expect_equal(root(0), 0)
})

test_that("negative", {
  expect_error(root(-1), "negative")
})
`,
  },
  {
    name: 'greet',
    language: 'cli',
    module: 'greet.sh',
    answer: `name=\${1:-you}
if [ "$#" -gt 1 ]; then
  echo "Usage: greet.sh [name]" >&2
  exit 2
fi
echo "One for $name, one for me."
`,
    stub: `echo "One for you."
`,
    tests: `setup() {
  who="Ann Lee"
}

@test "no name" {
  run ./greet.sh
  [ "$status" -eq 0 ]
  [ "$output" = "One for you, one for me." ]
}

@test "a name" {
  run ./greet.sh "$who"
  [ "$output" = "One for Ann Lee, one for me." ]
}

@test 'two names: an error' {
  run ./greet.sh Ann Lee
  [ "$status" -eq 2 ]
  [[ "$output" == "Usage:"* ]]
}
`,
  },
  {
    name: 'count words',
    language: 'cli',
    module: 'count.sh',
    answer: `sort "$1" | uniq -c | sort -rn | head -n "\${2:-2}" | awk '{ print $2 ": " $1 }'
`,
    stub: `sort "$1"
`,
    tests: `setup() {
  printf 'b\na\nb\nc\nb\na\n' > "$BATS_TEST_TMPDIR/words.txt"
}

@test "the most frequent words" {
  run bash count.sh "$BATS_TEST_TMPDIR/words.txt"
  [ "\${lines[0]}" = "b: 3" ]
  [ "\${lines[1]}" = "a: 2" ]
  [ "\${#lines[@]}" -eq 2 ]
}

@test "as many as asked for" {
  run bash count.sh "$BATS_TEST_TMPDIR/words.txt" 1
  [ "$output" = "b: 3" ]
}
`,
  },
  {
    name: 'functions',
    language: 'cli',
    module: 'leap.sh',
    answer: `is_leap() {
  (( $1 % 4 == 0 && ( $1 % 100 != 0 || $1 % 400 == 0 ) ))
}
`,
    stub: `is_leap() {
  return 1
}
`,
    tests: `setup() {
  source leap.sh
}

@test "by 4" {
  is_leap 1996
}

@test "not by 4" {
  ! is_leap 1997 || return 1
}

@test "centuries" {
  run is_leap 1900
  [ "$status" -eq 1 ]
  is_leap 2000
}
`,
  },
];
