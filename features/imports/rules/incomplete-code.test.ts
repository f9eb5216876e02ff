import { describe, expect, it } from 'vitest';
import type { Language } from '#platform/contract/languages.ts';
import { isIncomplete } from './incomplete-code.ts';

describe('code', () => {
  it.each<[Language, string]>([
    ['python', 'elif x > 1:\n    print(x)'],
    ['python', 'for each in things:\n    # do something'],
    ['python', 'if (a and\n        b):\nprint(1)'],
    ['python', 'assert area(2) == ???'],
    ['python', 'print(1,'],
    ['python', 'x = 1)'],
    ['python', 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nNameError: x'],
    ['r', 'die + 1:4\n## 2 4\nWarning message:\nIn die + 1:4 :'],
    ['r', ' face   suit value\n king spades    13'],
    ['r', '1 +'],
    ['r', 'x <-'],
    ['r', 'birds %>%  # and so on'],
    ['r', 'function(a) {'],
    ['r', 'if (a) {\n  x <- # to do\n} else {\n  2\n}'],
    ['r', 'if ( # (first) {\n  1\n}'],
    ['python', '"""Adds.\nx'],
    ['sql', 'SELECT id FROM birds\n...>\n...>'],
    ['sql', '.exit'],
    ['cli', '$'],
    ['cli', 'ada@desk ~ $ '],
  ])('that is a part of other code is incomplete: %s %j', (language, code) => {
    expect(isIncomplete(language, code)).toBe(true);
  });

  it.each<[Language, string]>([
    ['sql', '.tables'],
    ['sql', '.mode column\nSELECT 1;'],
    ['sql', 'SELECT 1;\n.exit'],
    ['r', 'f <- function(x, ...) if (x %in% 1:3) x else -1\nfor (i in x) print("a b") # c d\nrepeat break'],
    ['python', 'if x:\n    a\n# note\nelif y:\n    b\nelse: c'],
    ['python', 'for i in range(2):\n\n  # note\n  print(")", \'(\', "?")  # what?'],
    ['python', 'text = """\nfor x:\n(\n"""'],
    ['python', 'd = {\n    "a": [1,\n2],\n}\nl = x[1:]\nprint(l[\n1:\n])'],
    ['python', 'def f(a,\n      b):\n    return a'],
    ['python', 'class A: ...\nwith a as b, \\\n    c as d:\n  pass'],
    ['r', 'x <- c(1,\n  2) # (\n"a ("\nx |>\n  f()'],
    ['r', '?mean\n`odd (` <- 1\n-x'],
    ['r', 'x <-\n  # first\n  c(1) +\n  2\nif (x[[1]] == 1) {\n  y\n} else {\n  z\n}'],
    ['python', '"""\n>>> f(\n"""'],
    ['cli', 'echo $'],
    ['cli', 'for x in 1; do\n'],
    ['sql', 'SELECT ('],
  ])('that runs is complete: %s %j', (language, code) => {
    expect(isIncomplete(language, code)).toBe(false);
  });

  it.each(['a', 'a ', 'def ', 'a=', 'lambda ', '"', "'", '"""', 'import a,', 'function(', 'with as ', 'for a in ', '(', 'if a:\n'])(
    'of nothing but %j is read in time',
    (part) => {
      const code = part.repeat(100_000 / part.length);
      for (const language of ['python', 'r', 'cli'] as const) {
        expect(typeof isIncomplete(language, code)).toBe('boolean');
      }
    },
  );
});
