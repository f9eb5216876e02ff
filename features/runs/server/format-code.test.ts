import { describe, expect, it } from 'vitest';
import { formatText } from './format-code.task.ts';

const ok = (code: string) => ({ code });

describe('formatting Python', () => {
  it.each([
    ['spaces', 'x=[1,2,\n3]\nprint( "a" , \'b\')', ok('x = [1, 2, 3]\nprint("a", \'b\')')],
    ['the end of the text', 'x=1\n', ok('x = 1\n')],
    ['a syntax of newer versions', 'match x:\n  case 1:\n    y=2', ok('match x:\n    case 1:\n        y = 2')],
    ['nothing', '  \n', ok('  \n')],
    ['a missing bracket', 'é = 1\nx = (1,\n', { problem: 'unexpected EOF while parsing', line: 2 }],
    ['a line that is no statement', 'x = 1\n%matplotlib inline', { problem: 'Expected a statement', line: 2 }],
  ])('handles %s', async (_, code, expected) => {
    expect(await formatText('python', 'sqlite', code)).toEqual(expected);
  });
});

describe('formatting SQL', () => {
  it.each([
    ['clauses', 'sqlite', 'select a,b from t where x=1', ok('select\n    a,\n    b\nfrom\n    t\nwhere\n    x = 1')],
    ['comments', 'sqlite', '-- all\nselect 1 --one\n;', ok('-- all\nselect\n    1 --one\n;')],
    ['the signs of PostgreSQL', 'postgres', "select $$a  b$$::text, x->>'a'", ok("select\n    $$a  b$$::text,\n    x ->> 'a'")],
    ['an open bracket', 'sqlite', 'select\n(a from', { problem: 'It ends too early', line: 2 }],
    ['an open text', 'sqlite', "select 'a", { problem: 'Unexpected "\'a"', line: 1 }],
    ['a command of a shell', 'sqlite', '.tables', { problem: 'Unexpected .', line: 1 }],
  ] as const)('handles %s', async (_, dialect, code, expected) => {
    expect(await formatText('sql', dialect, code)).toEqual(expected);
  });
});

describe('formatting R', () => {
  it.each([
    ['bodies', 'f <- function(x) {\nif (x) {\ny\n} else\nz\n}', 'f <- function(x) {\n    if (x) {\n        y\n    } else\n        z\n}'],
    [
      'pipes',
      'a <- b |>\nfilter(x > 1) |>\nsummarise(\nn = n()\n)',
      'a <- b |>\n    filter(x > 1) |>\n    summarise(\n        n = n()\n    )',
    ],
    ['brackets on one line', 'f(g(\n1,\n2\n))', 'f(g(\n    1,\n    2\n))'],
    ['subsets and layers', 'd[\nd$x > 1,\n]\nggplot(d) +\ngeom_point()', 'd[\n    d$x > 1,\n]\nggplot(d) +\n    geom_point()'],
    [
      'white space at ends of lines and in quoted texts',
      'if (a) {\n  x <- "b  \n c"  \n # d\n}',
      'if (a) {\n    x <- "b  \n c"\n    # d\n}',
    ],
    ['letters of two units', 'f(\n"👍", {\nä\n})', 'f(\n    "👍", {\n        ä\n})'],
  ])('indents %s', async (_, code, expected) => {
    expect(await formatText('r', 'sqlite', code)).toEqual(ok(expected));
    expect(await formatText('r', 'sqlite', expected)).toEqual(ok(expected));
  });

  it('names the line that R can’t read', async () => {
    expect(await formatText('r', 'sqlite', 'x <- 1\ny <- (2 +\n')).toEqual({ problem: 'R can’t read this', line: 2 });
  });
});
