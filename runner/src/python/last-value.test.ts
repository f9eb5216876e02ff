import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { inWays } from '../../testing/matrix.ts';

const SHOWN = { shows_last_value: true };

inWays(['cold, as root'], 'Python that starts for the run', (runner) => {
  it('shows the last value as well', async () => {
    expect(await runner().run('print("one")\nx = 20\nx + 1', SHOWN)).toMatchObject({ output: 'one\n21\n', stderr: '', error: null });
  });
});

inWays(['warm, as root'], 'Python', (runner) => {
  it.each([
    ['is shown', 'x = 20\nx + 1', '21\n'],
    ['is shown after the output', 'print("one")\n2', 'one\n2\n'],
    ['begins on its own line', 'print("one", end="")\n2', 'one\n2\n'],
    ['is quoted where it is a text', '"a\\nb"', "'a\\nb'\n"],
    ['is not shown if it is None', 'print("one")', 'one\n'],
    ['is not shown before a semicolon', '21;', ''],
    ['is not shown before a semicolon after brackets and a comment', '(\n  21\n) ;  # no value', ''],
    ['is shown before a comment with a semicolon', '21  # a; b', '21\n'],
    ['is shown after a statement on the same line', 'x = 1; x', '1\n'],
    ['of an empty program does not exist', '# nothing\n', ''],
    ['of an assignment is not shown', 'x = 1', ''],
    ['of a named expression is shown', '(x := 4)', '4\n'],
    ['of a text alone is shown', '"""About."""', "'About.'\n"],
    ['of a decorated function is not shown', '@staticmethod\ndef f(): return 1', ''],
    ['of a loop is not shown', 'for i in range(3):\n  i', ''],
    ['of an earlier expression is not shown', '1\n2\n3', '3\n'],
    ['of a starred expression is shown', '*[1, 2],', '(1, 2)\n'],
    ['of a coroutine is shown, and does not run', 'async def f(): print(1)\nc = f()\nc.close()\nc', '<coroutine object f>\n'],
    ['is shown although output is redirected', 'import io, sys\nsys.stdout = io.StringIO()\n5', '5\n'],
    ['may be shown in another way', 'import sys\nsys.displayhook = lambda value: print("shown:", value)\n5', 'shown: 5\n'],
    [
      'keeps futures',
      'from __future__ import annotations\ndef f(x: missing): pass\n(lambda y: f.__annotations__)(1)',
      "{'x': 'missing'}\n",
    ],
    ['uses the names of the code', 'def f(n): return 1 if n < 2 else n * f(n - 1)\n[f(n) for n in range(5)]', '[1, 1, 2, 6, 24]\n'],
    ['that is long has an item per line', 'list(range(30))', `[${[...Array(30).keys()].join(',\n ')}]\n`],
    ['that is a set is sorted', '{"b", "a", "c"}', "{'a', 'b', 'c'}\n"],
    ['that contains itself ends', 'x = [1]\nx.append(x)\nx', '[1, [...]]\n'],
    ['has no place in memory', 'class A: pass\n[A(), A, len]', '[<__main__.A>, __main__.A, <function len(obj, /)>]\n'],
  ])('the last value %s', async (_, code, output) => {
    expect(await runner().run(code, SHOWN)).toMatchObject({ output, stderr: '', error: null });
  });

  const TABLE = 'import pandas as pd\ntable = pd.DataFrame({f"column_{n}": [n] for n in range(15)})\n';
  it.each([
    ['is the last value', 'table', 15],
    ['is printed', 'print(table)', 15],
    ['is printed with columns that the code chose', 'pd.set_option("display.max_columns", 4)\nprint(table)', 4],
  ])('shows a table with the columns that notebooks show: it %s', async (_, code, columns) => {
    const { output, error } = await runner().run(TABLE + code, SHOWN);
    expect(error).toBeNull();
    expect(output.match(/column_/g)).toHaveLength(columns);
  });

  it('shows no value unless the lesson wants it', async () => {
    expect(await runner().run('21')).toMatchObject({ output: '', error: null });
  });

  it.each([
    ['in the expression', 'x = 1\n\nx / 0', 'ZeroDivisionError', 3, 1],
    ['before the expression', 'x = 1 / 0\nx', 'ZeroDivisionError', 1, 5],
    ['in the text of the value', 'class A:\n  def __repr__(self):\n    raise ValueError("no")\nA()', 'ValueError', 3, 5],
    ['in the text of a value, in a library', 'class A:\n  __repr__ = int\n\nA()', 'TypeError', 4, 1],
    ['of syntax in the expression', 'print("early")\nx = = 2', 'SyntaxError', 2, 5],
    ['of an await outside a function', 'print("early")\nawait f()', 'SyntaxError', 2, null],
    ['of a return after the expression', '1\nreturn', 'SyntaxError', 2, null],
  ])('reports the line of an error %s', async (_, code, name, line, column) => {
    const { error, output } = await runner().run(code, SHOWN);
    expect(error).toMatchObject({ name, line, ...(column === null ? {} : { column }) });
    expect(error?.traceback).not.toContain('lessonwright');
    expect(output).toBe('');
  });

  it('cuts a long text, and leaves the rest of the run as it is', async () => {
    const result = await runner().run('"x" * 3_000_000', SHOWN);
    expect(result).toMatchObject({ error: null, limit: null, cut: [] });
    expect(result.output).toMatch(/^'x{99999}… \(cut after 100,000 characters\)\n$/);
    const list = await runner().run('list(range(10**6))', SHOWN);
    expect(list.output).toMatch(/ 999,\n \.\.\.\]\n$/);
  });

  it('ends the text of a value that takes too long', async () => {
    const code = 'class A:\n  def __repr__(self):\n    while True: pass\nA()';
    expect(await runner().run(code, { ...SHOWN, limits: { wall_seconds: 1 } })).toMatchObject({ limit: 'time', error: { line: 3 } });
  });

  it.each([
    ['an open figure', 'fig = plt.figure()\nfig', 1],
    ['a figure that was shown', 'fig = plt.figure()\nplt.show()\nfig', 1],
    ['a figure apart from pyplot', 'from matplotlib.figure import Figure\nFigure()', 1],
    ['no figure', 'plt.figure();', 1],
  ])('shows a figure once: %s', async (_, code, count) => {
    const result = await runner().run(`import matplotlib.pyplot as plt\n${code}`, SHOWN);
    expect(result).toMatchObject({ output: '', error: null });
    expect(result.images).toHaveLength(count);
  });

  it('shows what a plot returns as text, and the plot', async () => {
    const result = await runner().run('import matplotlib.pyplot as plt\nplt.plot([1, 2])', SHOWN);
    expect(result).toMatchObject({ output: '[<matplotlib.lines.Line2D>]\n', images: [expect.any(String)] });
  });

  it('keeps variables, and shows values of the code only', async () => {
    const { output, vars } = await runner().run('y = x + 1\ny', { ...SHOWN, preamble: ['x = 1\nx'] });
    expect(output).toBe('2\n');
    expect(vars.map(({ name }) => name)).toEqual(['x', 'y']);
  });

  it('shows the value to checks, of the code and of the answer', async () => {
    const custom = 'output_equals()';
    const check = (code: string, answer_code: string) =>
      runner().run(code, { ...SHOWN, checks: { custom, legacy: null, unit: null, answer_code } });
    expect((await check('2 + 3', '5')).custom).toMatchObject({ error: null, results: [{ pass: true }] });
    expect((await check('2 + 3', 'print("a", end="")\n5')).custom).toMatchObject({ error: null, results: [{ pass: false }] });
  });

  it('leaves tables as they are where no value is shown', async () => {
    const session = { id: randomUUID(), idle_seconds: 60, total_seconds: 600, ports: [] };
    const code = 'import pandas as pd\nprint(pd.DataFrame({f"column_{n}": [n] for n in range(15)}))';
    expect((await runner().run(code, { ...SHOWN, session })).output).toContain('column_9');
    expect((await runner().run(code, { session })).output).not.toContain('column_9');
    expect(
      (await runner().run('class pandas: get_option = set_option = None\nimport sys\nsys.modules["pandas"] = pandas\n1', SHOWN)).error,
    ).toBeNull();
  });

  it('shows the value in a session, each run for itself', async () => {
    const session = { id: randomUUID(), idle_seconds: 60, total_seconds: 600, ports: [] };
    expect(await runner().run('x = [1]\nx', { ...SHOWN, session })).toMatchObject({ output: '[1]\n', error: null });
    expect(await runner().run('print("no line end", end="")', { ...SHOWN, session })).toMatchObject({ output: 'no line end' });
    expect(await runner().run('x', { ...SHOWN, session })).toMatchObject({ output: '[1]\n', error: null });
    expect(await runner().run('x', { session })).toMatchObject({ output: '', error: null });
    expect(await runner().run('x;', { ...SHOWN, session })).toMatchObject({ output: '', error: null });
  });
});
