import { describe, expect, it } from 'vitest';
import type { Language } from '#platform/contract/languages.ts';
import { definedNames, isIncomplete, usedNames } from './code-names.ts';

describe('the names of code', () => {
  it.each<[Language, string, string[]]>([
    ['python', 'x = 1\ny, z = 2, 3\nn: int = 4\nx.a = 5\nx[b] = 6\nx == c', ['x', 'y', 'z', 'n']],
    ['python', 'import numpy as np, os.path\nfrom math import (sin, cos as c)', ['np', 'os', 'sin', 'c']],
    [
      'python',
      'def f(a):\n    inner = 1\nclass K:\n    pass\nfor i, j in []:\n    pass\nwith open(p) as h:\n    pass',
      ['f', 'K', 'i', 'j', 'h'],
    ],
    ['python', '"""\nx = 1\n"""\n# y = 2\ns = "z = 3"', ['s']],
    ['python', 'def f(x, a=1):\n    pass\nprint(x, end="")\nprint(a,\n      sep="")\n(b, c) = d = 2, 3', ['f', 'b', 'c']],
    ['python', 'from a.b import (\n    c,\n    d as e,\n)\nimport m.n as o', ['c', 'e', 'o']],
    ['r', 'x <- 1\ny = 2\nf.g <- function(a) {\n  inner <- a\n}\nx$b <- 3\nx[1] <- 4\n"z <- 5"', ['x', 'y', 'f.g']],
    ['sql', 'x = 1', []],
  ])('are defined: %s %j', (language, code, names) => {
    expect([...definedNames(language, code)].sort()).toEqual(names.sort());
  });

  it.each<[Language, string, string[], string[]]>([
    ['python', 'print(data.mean(axis=0), key="other")', ['data'], ['mean', 'axis', 'key', 'other']],
    ['python', 'def f(data, *rest, n=size):\n    local = data + rest\n    return local', ['size'], ['data', 'rest', 'local']],
    ['python', '[i for i in items]; g = lambda a, b: a + b + c', ['items', 'c'], ['i', 'a', 'b']],
    [
      'python',
      'import a.b as c\nfrom d import (\n  e as f,\n  g)\nif x: pass',
      ['x'],
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'if', 'pass', 'import'],
    ],
    [
      'python',
      'print(f"{a + b:{width}.2f} {{c}} {d!r} {e[\'k\']}", rf\'{g}\', r"{h}", u"i")\nx = f"""\n{j}\n"""',
      ['a', 'b', 'width', 'd', 'e', 'g', 'j'],
      ['f', 'rf', 'r', 'u', 'c', 'h', 'i', 'k'],
    ],
    ['r', 'plot(x = cats$weight, y = 2) # dogs', ['cats', 'plot'], ['weight', 'dogs', 'x', 'y']],
    ['python', 'x = x + y\nz = 1\nz = z + 1\nk = f(k=2)', ['x', 'y'], ['z', 'k']],
    ['r', 'cats <- rbind(cats, row)\nm[3, , drop = FALSE]', ['cats', 'row', 'm'], ['drop']],
    ['r', 'f <- function(a, b = k) a + b\nfor (i in v) print(i)', ['v'], ['a', 'b', 'i', 'f']],
  ])('are used: %s %j', (language, code, used, others) => {
    const found = usedNames(language, code);
    expect(used.filter((name) => !found.has(name))).toEqual([]);
    expect(others.filter((name) => found.has(name))).toEqual([]);
  });
});

describe('code', () => {
  it.each<[Language, string]>([
    ['python', 'elif x > 1:\n    print(x)'],
    ['python', 'for each in things:\n    # do something'],
    ['python', 'if (a and\n        b):\nprint(1)'],
    ['python', 'assert area(2) == ???'],
    ['python', 'print(1,'],
    ['python', 'x = 1)'],
    ['python', 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nNameError: x'],
    ['r', '1 +'],
    ['r', 'x <-'],
    ['r', 'birds %>%  # and so on'],
    ['r', 'function(a) {'],
    ['r', 'if (a) {\n  x <- # to do\n} else {\n  2\n}'],
    ['r', 'if ( # (first) {\n  1\n}'],
    ['python', '"""Adds.\nx'],
    ['cli', '$'],
    ['cli', 'ada@desk ~ $ '],
  ])('that is a part of other code is incomplete: %s %j', (language, code) => {
    expect(isIncomplete(language, code)).toBe(true);
  });

  it.each<[Language, string]>([
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
        isIncomplete(language, code);
        expect(definedNames(language, code).size + usedNames(language, code).size).toBeLessThan(code.length);
      }
    },
  );
});
