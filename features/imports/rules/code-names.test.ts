import { describe, expect, it } from 'vitest';
import type { Language } from '#platform/contract/languages.ts';
import { readTree } from '#testing/content/read-tree.ts';
import { namesOf } from './code-names.ts';

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
    ['python', 'def f(x, a=1):\n    pass\nprint(x, end="")\nprint(a,\n      sep="")\n(b, c) = d = 2, 3', ['f', 'b', 'c', 'd']],
    ['python', 'from a.b import (\n    c,\n    d as e,\n)\nimport m.n as o', ['c', 'e', 'o']],
    ['r', 'x <- 1\ny = 2\nf.g <- function(a) {\n  inner <- a\n}\nx$b <- 3\nx[1] <- 4\n"z <- 5"', ['x', 'y', 'f.g']],
    ['sql', 'x = 1', []],
  ])('are defined: %s %j', (language, code, names) => {
    expect([...namesOf(readTree, language, code).defined].sort()).toEqual(names.sort());
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
    const found = namesOf(readTree, language, code).used;
    expect(used.filter((name) => !found.has(name))).toEqual([]);
    expect(others.filter((name) => found.has(name))).toEqual([]);
  });

  it.each<[string, Language, string, string[]]>([
    ['text with a sign of comments', 'python', "x = 'a # b'\ny = c # d", ['x', 'y']],
    ['assignments in triple quotes', 'python', "a = '''\nb = 1\n'''", ['a']],
    ['decorated functions', 'python', '@deco(k=1)\nasync def f(): pass', ['f']],
    ['calls over several lines', 'python', 'x = f(\n  a=1,\n  b=2,\n)', ['x']],
    ['blocks that are no functions', 'python', 'if a:\n  b = 1\nelse:\n  b = 2\ntry:\n  import c\nexcept E as e: pass', ['b', 'c', 'e']],
    ['values in conditions', 'python', 'if (n := len(a)) > 1: pass', ['n']],
    ['several targets', 'python', '(a, *b), [c] = d\nx.y, z = 1, 2', ['a', 'b', 'c', 'z']],
    ['sums', 'python', 'a += 1', ['a']],
    ['what only functions and comprehensions know', 'python', 'def f(a):\n  b = 1\n[c for c in d]\nlambda e: e', ['f']],
    ['patterns', 'python', 'match p:\n  case [a, K.b]: pass', ['a']],
    ['arrows in both directions', 'r', '1 -> x; y <<- 2; z = 3', ['x', 'y', 'z']],
    ['names in backticks and quotes', 'r', '`odd n` <- 1\n"s" <- 2', ['odd n', 's']],
    ['changes of parts', 'r', 'names(x) <- 1; y$a <- 2; z[[1]] <- 3', []],
    ['arguments and formulas', 'r', 'f(a = 1, b ~ c)', []],
    ['blocks', 'r', 'if (a) {\n  b <- 1\n}\nfor (i in c) d <- i', ['b', 'd', 'i']],
  ])('are defined by %s', (_, language, code, names) => {
    expect([...namesOf(readTree, language, code).defined].sort()).toEqual(names.sort());
  });

  it.each<[string, Language, string, string[]]>([
    ['before they have a value', 'python', 'print(x)\nx = 1', ['print', 'x']],
    ['as what they are changed from', 'python', 'x += y', ['x', 'y']],
    ['in f-strings with quotes inside', 'python', 'f"{d[\'k\']!r:>{w}} {{no}}"', ['d', 'w']],
    ['as decorators, types and defaults', 'python', '@deco\ndef f(a: T = d) -> R: return a', ['R', 'T', 'd', 'deco']],
    ['in comprehensions, without their variables', 'python', '[i.a for i in b if i]\ni = 1', ['b']],
    ['in strings over lines', 'python', 'x = """a\n# b"""', []],
    ['in functions, whenever they are called', 'python', 'def f(): return x\nx = 1', []],
    ['in pipes', 'r', 'a |> f(b) %>% g', ['a', 'b', 'f', 'g']],
    ['in formulas', 'r', 'lm(y ~ x + log(z), data = d)', ['d', 'lm', 'log', 'x', 'y', 'z']],
    ['not of packages and parts', 'r', 'pkg::fn(a$b, c@d)', ['a', 'c']],
    ['in lambdas', 'r', '(\\(q) q + w)(1)', ['w']],
    ['where parts of them change', 'r', 'names(x) <- y', ['names', 'x', 'y']],
    ['in backticks', 'r', '`odd n` + 1', ['odd n']],
  ])('are used %s', (_, language, code, names) => {
    expect([...namesOf(readTree, language, code).used].sort()).toEqual(names.sort());
  });

  it('of functions and of values are apart in R', () => {
    const { functions, values } = namesOf(readTree, 'r', 'f <- function(x) x\n(\\(a) a) -> g\nf(k)');
    expect([[...functions], [...values].sort()]).toEqual([['f'], ['a', 'k', 'x']]);
  });

  it.each(['a', 'a ', 'def ', 'a=', 'lambda ', '"', "'", '"""', 'import a,', 'function(', 'with as ', 'for a in ', '(', 'if a:\n', '1+'])(
    'in code of nothing but %j are read in time',
    (part) => {
      const code = part.repeat(5_000 / part.length);
      for (const language of ['python', 'r'] as const) expect(namesOf(readTree, language, code).used.size).toBeLessThan(code.length);
    },
  );
});
