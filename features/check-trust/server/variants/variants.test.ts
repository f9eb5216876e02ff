import { describe, expect, it } from 'vitest';
import type { Language } from '#platform/contract/languages.ts';
import { variantsOf } from './edits.ts';
import { mutantsOf } from './mutants.ts';
import { rewritesOf } from './rewrites.ts';

const mutants = async (language: Language, code: string) => (await mutantsOf(language, code)).map((variant) => variant.code);
const rewrites = async (language: Language, code: string) => (await rewritesOf(language, code)).map((variant) => variant.code);

describe('mutants', () => {
  it.each<[Language, string, string[]]>([
    ['python', 'a + 1 == b', ['a - 1 == b', 'a + 2 == b', 'a + 1 != b', 'pass']],
    ['python', 'a and not b', ['a or not b', 'a and b', 'pass']],
    ['python', 'x is not None', ['x is None', 'pass']],
    ['python', 'x in (1, 2)', ['x not in (1, 2)', 'x in (2, 2)', 'x in (1, 3)', 'pass']],
    ['python', 'f(a, b, key=1)', ['f(b, a, key=1)', 'f(a, b)', 'f(a, b, key=2)', 'pass']],
    ['python', 'n += 2.5', ['n -= 2.5', 'n += 3.5', 'pass']],
    [
      'python',
      'print("a" if True else "")',
      ['print("" if True else "")', 'print("ax" if True else "")', 'print("a" if False else "")', 'print("a" if True else "x")', 'pass'],
    ],
    [
      'python',
      '[i for i in x if i > 3]',
      ['[i for i in x ]', '[i for i in x if i >= 3]', '[i for i in x if i < 3]', '[i for i in x if i > 4]', 'pass'],
    ],
    ['python', 'data.max()', ['data.min()', 'pass']],
    [
      'python',
      'one = 1\ntwo = one + one',
      ['pass\ntwo = one + one', 'one = 2\ntwo = one + one', 'one = 1\ntwo = one - one', 'one = 1\npass'],
    ],
    ['python', 'def f(a, b):\n    return a', ['def f(a, b):\n    pass', 'def f(a, b):\n    return b']],
    [
      'r',
      'library(stats)\nx <- max(y, 2L)',
      ['x <- min(y, 2L)', 'x <- max(2L, y)', 'x <- max(y, 3L)', 'invisible(NULL)'].map((last) => `library(stats)\n${last}`),
    ],
    [
      'r',
      'if (!a && b %/% 2 > TRUE) c',
      [
        'if (a && b %/% 2 > TRUE) c',
        'if (!a || b %/% 2 > TRUE) c',
        'if (!a && b %% 2 > TRUE) c',
        'if (!a && b %/% 3 > TRUE) c',
        'if (!a && b %/% 2 >= TRUE) c',
        'if (!a && b %/% 2 < TRUE) c',
        'if (!a && b %/% 2 > FALSE) c',
      ],
    ],
    ['cli', 'ls -l a | sort > b', ['ls a | sort > b', 'ls -l | sort > b', 'ls -l a > b', ':']],
    [
      'cli',
      '[ $a -gt 3 ] && echo hi',
      [
        '[ $a -ge 3 ] && echo hi',
        '[ $a -lt 3 ] && echo hi',
        '[ $a -gt 4 ] && echo hi',
        '[ $a -gt 3 ] || echo hi',
        '[ $a -gt 3 ] && echo',
        ':',
      ],
    ],
    [
      'sql',
      'SELECT a, max(b) FROM t WHERE c >= 1 ORDER BY a DESC',
      [
        'SELECT max(b), a FROM t WHERE c >= 1 ORDER BY a DESC',
        'SELECT a, MIN(b) FROM t WHERE c >= 1 ORDER BY a DESC',
        'SELECT a, max(b) FROM t  ORDER BY a DESC',
        'SELECT a, max(b) FROM t WHERE c > 1 ORDER BY a DESC',
        'SELECT a, max(b) FROM t WHERE c <= 1 ORDER BY a DESC',
        'SELECT a, max(b) FROM t WHERE c >= 2 ORDER BY a DESC',
        'SELECT a, max(b) FROM t WHERE c >= 1 ',
        'SELECT a, max(b) FROM t WHERE c >= 1 ORDER BY a ASC',
      ],
    ],
    [
      'sql',
      'SELECT count(*) FROM a JOIN b USING (c)',
      ['SELECT MAX(*) FROM a JOIN b USING (c)', 'SELECT count(*) FROM a LEFT JOIN b USING (c)'],
    ],
    [
      'sql',
      "SELECT a FROM t WHERE b BETWEEN 'x' AND 'y' AND c IS NOT NULL",
      [
        'SELECT a FROM t ',
        "SELECT a FROM t WHERE b NOT BETWEEN 'x' AND 'y' AND c IS NOT NULL",
        "SELECT a FROM t WHERE b BETWEEN '' AND 'y' AND c IS NOT NULL",
        "SELECT a FROM t WHERE b BETWEEN 'xx' AND 'y' AND c IS NOT NULL",
        "SELECT a FROM t WHERE b BETWEEN 'x' AND 'yx' AND c IS NOT NULL",
        "SELECT a FROM t WHERE b BETWEEN 'x' AND '' AND c IS NOT NULL",
        "SELECT a FROM t WHERE b BETWEEN 'x' AND 'y' OR c IS NOT NULL",
        "SELECT a FROM t WHERE b BETWEEN 'x' AND 'y' AND c IS NULL",
      ],
    ],
  ])('of %s code: %s', async (language, code, expected) => {
    expect((await mutants(language, code)).toSorted()).toEqual(expected.toSorted());
  });

  it.each<[Language, string]>([
    ['python', '# a + 1\nimport numpy as np\n'],
    ['python', 'def f():\n    """Adds 1."""\n'],
    ['r', '# x > 1\nlibrary(dplyr)\n'],
    ['cli', '# ls -l\n'],
    ['sql', '-- WHERE a > 1\n'],
    ['python', ''],
  ])('of comments, imports and docstrings in %s there are none: %s', async (language, code) => {
    expect(await mutants(language, code)).toEqual([]);
  });

  it('are at most 60, of every kind, in the order of their lines', async () => {
    const code = Array.from({ length: 80 }, (_, index) => `v${index} = f(a, ${index}) > 3`).join('\n');
    const found = await mutantsOf('python', code);
    expect(found).toHaveLength(60);
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['operator', 'constant', 'dropped', 'arguments']));
    expect(found.map(({ line }) => line)).toEqual(found.map(({ line }) => line).toSorted((a, b) => a - b));
  });

  it('say whether they are in a function', async () => {
    const found = await mutantsOf('python', 'def f(a):\n    return a + 1\nx = 2');
    expect(found.map(({ line, isInFunction }) => [line, isInFunction])).toEqual([
      [2, true],
      [2, true],
      [2, true],
      [3, false],
      [3, false],
    ]);
  });

  it('can be made of code with syntax errors', async () => {
    expect(await mutants('python', 'x = 1 +\ny = 2')).toContain('x = 1 +\ny = 3');
  });
});

describe('rewrites', () => {
  it.each<[Language, string, string[]]>([
    ['python', 'x = a + 1', ['x = 1 + a', 'x = (a + 1)', 'x = a+1', 'x = a + 1\n# Done.\n']],
    ['python', 'n += 1', ['n = n + 1', 'n += 1\n# Done.\n']],
    [
      'python',
      "if a < b: print('x')",
      ["if b > a: print('x')", 'if a < b: print("x")', "if a < b: print('x',)", "if a < b: print('x')\n# Done.\n"],
    ],
    ['python', 'f([1], [2,], {})', ['f([1,], [2,], {})', 'f([1], [2,], {},)', 'f([1], [2,], {})\n# Done.\n']],
    ['python', 'sum(a for a in b)', ['sum(a for a in b)\n# Done.\n']],
    ['python', 'a = 1\nb = 2', ['b = 2\na = 1', 'a = (1)\nb = 2', 'a = 1\nb = (2)', 'a = 1\nb = 2\n# Done.\n']],
    [
      'python',
      'def f(a):\n    b = a\n    return b',
      [
        'def f(a):\n    renamed_b = a\n    return renamed_b',
        'def f(a):\n    b = (a)\n    return b',
        'def f(a):\n    b = a\n    return b\n# Done.\n',
      ],
    ],
    ['r', 'x <- y * 2', ['x <- 2 * y', 'x <- (y * 2)', 'x <- y*2', 'x <- y * 2\n# Done.\n']],
    [
      'r',
      'f <- function(a) {\n  b <- a\n  b\n}',
      [
        'f <- function(a) {\n  renamed_b <- a\n  renamed_b\n}',
        'f <- function(a) {\n  b <- (a)\n  b\n}',
        'f <- function(a) {\n  b <- a\n  b\n}\n# Done.\n',
      ],
    ],
    ['cli', 'echo "$x"', ['echo  "$x"', 'echo "${x}"', 'echo "$x"\n# Done.\n']],
    ['cli', "grep 'a' b", ["grep  'a' b", 'grep "a" b', "grep 'a' b\n# Done.\n"]],
    [
      'sql',
      'SELECT a FROM t WHERE b > 1 AND c <> 2',
      [
        'select a FROM t WHERE b > 1 AND c <> 2',
        'SELECT a \nfrom t WHERE b > 1 AND c <> 2',
        'SELECT a FROM t \nwhere b > 1 AND c <> 2',
        'SELECT a FROM t WHERE 1 < b AND c <> 2',
        'SELECT a FROM t WHERE c <> 2 AND b > 1',
        'SELECT a FROM t WHERE b > 1 AND c != 2',
        'SELECT a FROM t WHERE b > 1 AND 2 <> c',
        'SELECT a FROM t WHERE b > 1 AND c <> 2;',
      ],
    ],
  ])('of %s code: %s', async (language, code, expected) => {
    const moved = language === 'sql' ? [] : [`\n${code}`];
    expect((await rewrites(language, code)).toSorted()).toEqual([...expected, ...moved].toSorted());
  });

  it.each<[string, Language, string, RegExp]>([
    ['texts that are put together', 'python', 'x = "a" + b', /b \+ "a"/],
    ['lists that are extended', 'python', 'x += [1]', /x = x/],
    ['calls, which may depend on their order', 'python', 'a = f()\nb = g()', /b = g\(\)\na/],
    ['an assignment that uses the one before', 'python', 'a = 1\nb = a', /b = a\na/],
    ['a parameter', 'python', 'def f(a):\n    a = a\n    return a', /renamed/],
    ['a name that code in a text may use', 'python', 'def f():\n    a = 1\n    return eval("a")', /renamed/],
    ['a sum inside another', 'python', 'x = a * b + 1', /1 \+ a/],
    ['names of columns', 'r', 'f <- function(d) {\n  n <- 1\n  d %>% filter(n > 1)\n}', /renamed/],
    ['texts with variables in the shell', 'cli', 'echo "$x"', /'\$x'/],
    ['the join conditions of an OR', 'sql', 'SELECT a FROM t WHERE b > 1 OR c > 2', /c > 2 OR b/],
  ])('leave alone %s', async (_, language, code, wrong) => {
    for (const rewritten of await rewrites(language, code)) expect(rewritten).not.toMatch(wrong);
  });
});

it('leaves out variants that are no valid code, that repeat others or that change nothing', () => {
  const edits = ['2', '2', '1', '(', '3'].map((text) => ({ kind: 'constant' as const, from: 0, to: 1, text }));
  const made = variantsOf('1', edits, { most: 10, isValid: (code) => code !== '(' });
  expect(made.map(({ code }) => code)).toEqual(['2', '3']);
});

it('tries a few edits for each variant that is wanted, because each try parses all code', () => {
  const edits = Array.from({ length: 1_000 }, (_, at) => ({ kind: 'constant' as const, from: 0, to: 1, text: `${at}` }));
  let tries = 0;
  variantsOf('x', edits, { most: 10, isValid: () => tries++ < 0 });
  expect(tries).toBe(40);
});

it('reads code that is nested as deeply as it is long', async () => {
  const code = `x = ${'1 + '.repeat(12_000)}1`;
  expect(await mutants('python', code)).not.toEqual([]);
  expect(await rewrites('python', code)).not.toEqual([]);
});
