import { describe, expect, it } from 'vitest';
import { errorOf, pattern, warningsOf } from './run-texts.ts';

const traceback = (last: string) => `Traceback (most recent call last):\n  File "<code>", line 3, in <module>\n${last}`;

describe('the error of a run', () => {
  it.each<[string, string | null, string | null]>([
    ['that ended well', null, null],
    ['that misses an attribute', traceback("AttributeError: 'DataFrame' object has no attribute 'append'"), 'AttributeError of append'],
    ['that misses it on another type', "AttributeError: 'Series' object has no attribute 'append'", 'AttributeError of append'],
    [
      'that passes an argument',
      "TypeError: DataFrame.to_csv() got an unexpected keyword argument 'line_terminator'",
      'TypeError of line_terminator',
    ],
    ['that misses a module', "ModuleNotFoundError: No module named 'pandas.np'", 'ModuleNotFoundError of pandas.np'],
    ['with a key', "KeyError: 'Species'", "KeyError: '…'"],
    [
      'with numbers',
      'ValueError: cannot reshape array of size 12 into shape (5,2)',
      'ValueError: cannot reshape array of size N into shape (N)',
    ],
    ['with a module before its name', "pandas.errors.UndefinedVariableError: name 'x' is not defined", 'UndefinedVariableError of x'],
    ['with a message of two lines', traceback('ValueError: Wrong shape:\nexpected more columns'), 'ValueError: Wrong shape:'],
    ['without a message', traceback('StopIteration'), 'StopIteration: '],
    ['of R', 'Error in summarise(x) : could not find function "summarise"', 'Error of summarise'],
    ['of a shell', 'bash: line 1: jq: command not found', ' of jq'],
    ['of a query', 'no such column: prize', ' of prize'],
  ])('%s', (_, text, key) => {
    expect(errorOf(text)?.key ?? null).toBe(key);
  });
});

describe('warnings', () => {
  const source = '  total = frame.append(row)\n';
  it.each<[string, string, string[]]>([
    ['of none', '', []],
    [
      'with their source',
      `/work/main.py:3: FutureWarning: The frame.append method is deprecated.\n${source}`,
      ['FutureWarning: The frame.append method is deprecated.'],
    ],
    ['that come twice', 'a.py:1: UserWarning: Mind 3 rows.\nb.py:9: UserWarning: Mind 4 rows.\n', ['UserWarning: Mind 3 rows.']],
    [
      'that begin on the next line',
      '<code>:1: DeprecationWarning: \nPyarrow will become a required dependency of pandas,\n(to allow more performant types)\n',
      ['DeprecationWarning: Pyarrow will become a required dependency of pandas,'],
    ],
    ['of R', 'Warning message:\nIn mean.default("a") : argument is not numeric\n', ['Warning: argument is not numeric']],
    [
      'of R in a list',
      'Warning messages:\n1: In f(x) : NaNs produced\n2: NAs introduced by coercion\n',
      ['Warning: NaNs produced', 'Warning: NAs introduced by coercion'],
    ],
    ['in folders of packages', '/a/b/lib/python3.9/site-packages/tool/x.py:3: UserWarning: Old.\n', ['UserWarning: Old.']],
    ['among other lines', 'Reading 3 files\n', ['Reading 3 files']],
  ])('%s', (_, stderr, texts) => {
    expect(warningsOf(stderr).map(({ text }) => text)).toEqual(texts);
  });

  it('with the same words about other numbers have the same cause', () => {
    const [one] = warningsOf('a.py:1: UserWarning: Mind 3 rows.\n');
    const [other] = warningsOf('b.py:2: UserWarning: Mind 45.5 rows.\n');
    expect(one?.key).toBe(other?.key);
  });
});

it.each([
  ['<frame at 0x7f3a11>', '<frame at 0x…>'],
  ["Could not convert string 'abc' to -1.5e3", "Could not convert string '…' to N"],
  ['int64 and float32 stay', 'int64 and float32 stay'],
  ['np.float64(2.5)', 'np.float64(N)'],
])('%s as a pattern', (text, expected) => {
  expect(pattern(text)).toBe(expected);
});
