import { describe, expect, it } from 'vitest';
import { readableError } from './run-error.ts';

const PANDAS = `Traceback (most recent call last):
  File "script.py", line 3, in <module>
    sales = pd.read_csv("bakry.csv")
  File "/env/lib/python3.11/site-packages/pandas/io/parsers/readers.py", line 912, in read_csv
    return _read(filepath_or_buffer, kwds)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
FileNotFoundError: [Errno 2] No such file or directory: 'bakry.csv'`;
const CHAINED = `Traceback (most recent call last):
  File "base.py", line 1, in get_loc
    raise KeyError(key)
KeyError: 'sale'

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "script.py", line 4, in <module>
    data['sale']
KeyError: 'sale'`;
const SYNTAX = `  File "script.py", line 1
    print("a"
         ^
SyntaxError: '(' was never closed`;
const LIMIT = `Traceback (most recent call last):
  File "script.py", line 2, in <module>
    pass
lessonwright_run.script.TimeLimit: the code ran out of time`;
const R = 'Error in g(y) : bad value\n3: stop("bad value") at script.R#7\n2: g(y) at script.R#4\n1: f(1)';

describe('an error of a run', () => {
  it.each([
    ['a library', PANDAS, "FileNotFoundError: No such file or directory: 'bakry.csv'"],
    ['an error after another', CHAINED, "KeyError: 'sale'"],
    ['syntax', SYNTAX, "SyntaxError: '(' was never closed"],
    ['a limit', LIMIT, 'TimeLimit: the code ran out of time'],
    ['R', R, 'Error in g(y) : bad value'],
    [
      'several lines',
      'Traceback (most recent call last):\n  File "script.py", line 2, in <module>\n    f()\nValueError: no\n  because\nof this',
      'ValueError: no\n  because\nof this',
    ],
  ])('is what happened, with its calls in the details: %s', (_, report, sentence) => {
    expect(readableError(report)).toEqual({ sentence, details: report });
  });

  it.each([
    ['no such table: bakery', 'no such table: bakery'],
    ['pandas.errors.ParserError: bad line', 'ParserError: bad line'],
    ['script.sh: line 2: nonsense: command not found', 'script.sh: line 2: nonsense: command not found'],
    ['1: is a number\nand not a call', '1: is a number\nand not a call'],
    ['', ''],
  ])('without calls is the sentence alone: %s', (report, sentence) => {
    expect(readableError(report)).toEqual({ sentence, details: null });
  });
});
