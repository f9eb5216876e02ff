import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CheckResult, RunOutcome } from '#platform/contract/run-outcome.ts';
import { hostilePython, inWays } from '../../testing/matrix.ts';

inWays(['warm, as root'], 'Python', (runner) => {
  /** Runs code with a custom check. */
  async function checked(code: string, custom: string, answer_code = ''): Promise<RunOutcome> {
    return runner().run(code, { checks: { custom, legacy: null, unit: null, answer_code } });
  }

  async function legacyChecked(code: string, legacy: string, answer_code = ''): Promise<RunOutcome> {
    return runner().run(code, { checks: { custom: null, legacy, unit: null, answer_code } });
  }

  const verdict = ({ custom, legacy }: RunOutcome) =>
    (custom ?? legacy)?.results.map(({ pass, counts }) => (counts === false ? 'skipped' : pass));

  describe('a custom check', () => {
    it('looks at what the code left behind, and at the answer', async () => {
      const said = await checked(
        'print("hi")\ntotal = 3\ndef double(n):\n  return n * 2',
        [
          'variable_exists("total")',
          'variable_value("total")',
          'function_returns("double", [4])',
          'output_equals()',
          'assert submission["total"] == answer["total"], "no"',
        ].join('\n'),
        'total = 3.0\nprint("hi")\ndef double(n): return 2 * n',
      );
      expect(verdict(said)).toEqual([true, true, true, true, true]);
      expect(said.custom?.error).toBeNull();
      expect(said.output).toBe('hi\n');
    });

    it('compares with an answer that reads the same input', async () => {
      const checks = { custom: 'output_equals()\nvariable_value("name")', legacy: null, unit: null, answer_code: 'name = input("? ")' };
      const said = await runner().run('name = input("? ")', { input: 'Ada', checks });
      expect({ output: said.output, verdict: verdict(said) }).toEqual({ output: '? Ada\n', verdict: [true, true] });
    });

    it('reports a failure with its details', async () => {
      const code = '\ntotal = 3';
      const custom = 'variable_value("total", 4, feedback="Count again.", hint="Use sum.", skill="Summing")\nvariable_value("total", 5)';
      const [first, second] = (await checked(code, custom)).custom?.results ?? [];
      expect(first).toEqual<CheckResult>({
        name: 'variable_value: total',
        pass: false,
        expected: '4',
        actual: '3',
        feedback: 'Count again.',
        hints: ['Use sum.'],
        checker_id: 'variable_value',
        tag_id: 'Summing',
        hint: 'Use sum.',
        counts: true,
        has_custom_feedback: true,
        has_custom_hints: true,
        line: 2,
      });
      expect(second).toMatchObject({ feedback: 'total isn’t right yet: it is 3.', has_custom_feedback: false, hints: [] });
    });

    it('skips what depends on a check that failed', async () => {
      const custom = [
        'variable_exists("total")',
        'variable_value("total", 3)',
        'variable_exists("other", label="other")',
        'assert True, "never"',
        'output_contains("x", depends_on=["other"])',
      ].join('\n');
      expect(verdict(await checked('', custom))).toEqual([false, 'skipped', false, true, 'skipped']);
    });

    it('finds pycheck however it is imported', async () => {
      const ways = 'from pycheck import *\nimport pycheck\nvariable_exists("a")\npycheck.variable_exists("a")';
      expect(verdict(await checked('a = 1', ways))).toEqual([true, true]);
    });

    it('sees code, output, error and plots', async () => {
      const said = await checked(
        'import matplotlib.pyplot as plt\nplt.plot([1, 2], [3, 4])\nplt.title("Rain")\nplt.show()\nprint("x")\n1 / 0',
        [
          'plot_made("line", title="Rain", y=[3, 4])',
          'plot_made(like_answer=True)',
          'error_raised("ZeroDivisionError")',
          'assert submission.error.line == 6',
          'assert submission.output == "x\\n"',
          'assert "plt.title" in submission.code',
        ].join('\n'),
        'import matplotlib.pyplot as plt\nplt.plot([1, 2], [3, 4])\nplt.title("Rain")\nplt.show()',
      );
      expect(verdict(said)).toEqual([true, true, true, true, true, true]);
    });

    it('compares data frames, and objects of classes that code and answer define', async () => {
      const frame = 'import pandas as pd\ndf = pd.DataFrame({"a": [1, 2], "b": [0.1 + 0.2, None]})\n';
      const point = 'class Point:\n  def __init__(self, x): self.x = x\n  def __eq__(self, other): return True\n';
      const said = await checked(
        `${frame}${point}p = Point(1)\nq = Point(2)`,
        'dataframe_value("df", check_types=True)\nvariable_value("p")\nvariable_value("q")',
        `${frame.replace('0.1 + 0.2', '0.3')}${point}p = q = Point(1)`,
      );
      expect(verdict(said)).toEqual([true, true, false]);
    });

    it('may call, subclass and pass on what the code defined', async () => {
      const code = [
        'import numpy as np, pandas as pd, math',
        'class Animal:',
        '  def __init__(self, name): self.name = name',
        '  def speak(self): return self.name + "!"',
        '  def __eq__(self, other): return self.name == other.name',
        'class Dog(Animal): pass',
        'class Money(Exception): pass',
        'dog = Dog("Rex")',
        'def pay(n):\n  if n < 0: raise Money("no")\n  return n',
        'def fill(items): items.append(1)',
        'def twice(function, n): return function(function(n))',
        'def count():\n  yield 1\n  yield 2',
        'array = np.arange(3)\nframe = pd.DataFrame({"a": [1, 2]})',
      ].join('\n');
      const custom = [
        's = submission',
        'assert s["dog"].speak() == "Rex!" and s["dog"].name == "Rex"',
        'assert isinstance(s["dog"], s["Animal"]) and issubclass(s["Dog"], s["Animal"]) and not isinstance(3, s["Dog"])',
        'assert s["Dog"]("Bo").speak() == "Bo!" and s["Dog"]("Rex") == s["dog"] and type(s["dog"]).__name__ == "Dog"',
        'raises_exception("pay", "Money", [-1])',
        'raises_exception("pay", "Exception", [-1])',
        'items = []\ns["fill"](items)\nassert items == [1]',
        'assert s["twice"](lambda n: n * 3, 2) == 18',
        'assert list(s["count"]()) == [1, 2] and next(iter(s["count"]())) == 1',
        'assert s["array"].sum() == 3 and s["math"].floor(2.5) == 2 and list(s["frame"]["a"]) == [1, 2]',
        'function_defined("pay", ["n"])\nvariable_type("dog", "Dog")\nvariable_type("dog", "Animal")\nvariable_type("frame", "DataFrame")',
        'import inspect\nassert list(inspect.signature(s["pay"]).parameters) == ["n"]',
      ].join('\n');
      const said = await checked(code, custom);
      expect(said.custom?.error).toBeNull();
      expect(said.custom?.results.filter(({ pass }) => !pass)).toEqual([]);
    });

    it('has the time limit of the lesson, which its text names', async () => {
      const said = await runner().run('', {
        checks: { custom: 'while True: pass', legacy: null, unit: null, answer_code: '' },
        limits: { wall_seconds: 1 },
      });
      expect(said.custom?.error?.message).toBe('it did not finish within 1 s, the time limit of this lesson');
    });

    it('reports nothing if it was not requested', async () => {
      expect(await runner().run('x = 1')).toMatchObject({ custom: null, legacy: null });
    });

    it('keeps its own output out of the run’s output', async () => {
      expect((await checked('print(1)', 'print("from the check")')).output).toBe('1\n');
    });

    it('is invisible to the code and the answer', async () => {
      const peek = [
        'import gc, sys',
        'frame, seen = sys._getframe(), []',
        'while frame:',
        '  seen.append(str(frame.f_locals)[:100000])',
        '  frame = frame.f_back',
        'found = "in-the" "-answer" in "".join(seen) or any(type(o) is str and "in-the" "-answer" in o and "peek" not in o for o in gc.get_objects())',
        'del frame, seen',
      ].join('\n');
      expect(verdict(await checked(peek, 'variable_value("found", False)', 'secret = "in-the-answer"'))).toEqual([true]);
    });
  });

  describe('a mistake of the author', () => {
    it.each([
      ['an unknown name', 'x = nothing', /NameError/, 1],
      ['wrong grammar', 'variable_exists(', /SyntaxError/, 1],
      ['arguments that a checker does not take', '\nvariable_exists()', /AuthorError: variable_exists: missing a required argument/, 2],
      ['an argument of another type', 'variable_exists(5)', /name should be a text/, 1],
      ['an invalid regular expression', 'code_matches("(")', /regular expression/, 1],
      ['an answer that lacks the value', 'variable_value("x")', /The answer has no value for x/, 1],
      [
        'an answer that ends with an error',
        'variable_value("y", 1)\nvariable_value("x")',
        /no value for x.*The answer ended with ZeroDivisionError/,
        2,
      ],
      ['a check that never ends', '__import__("time").sleep(1000)', /TookTooLong/, 1],
    ])('is reported with its line: %s', async (_, custom, text, line) => {
      const said = (
        await runner().run('x = 1\ny = 1', {
          checks: { custom, legacy: null, unit: null, answer_code: '1 / 0' },
          limits: { wall_seconds: 2 },
        })
      ).custom;
      expect(said?.error?.traceback.replaceAll('\n', ' ')).toMatch(text);
      expect(said?.error?.line).toBe(line);
    });

    it('is not one if the code lacks a name or raises', async () => {
      const said = await checked('def f(): return {}["k"]', 'assert submission["x"] == 1\nassert submission["f"]() == 1');
      expect(said.custom?.error).toBeNull();
      expect(said.custom?.results.map(({ feedback }) => feedback)).toEqual(['There is no variable x.', "Your code raised KeyError: 'k'"]);
    });
  });

  describe('a legacy check', () => {
    it('has the names of the code, and each statement is a check', async () => {
      const said = await legacyChecked(
        'total = 3\ndef f(n): return n / 0',
        'import math\nassert total == 3\nassert total == 4, "Four."\nassert other == 1\nassert f(1) == 1\nfor n in [1]:\n  assert n == 1',
        'total = 4\nother = 1',
      );
      expect(verdict(said)).toEqual([true, false, false, false, true]);
      expect(said.legacy?.results.map(({ feedback }) => feedback)).toEqual([
        null,
        'Four.',
        'There is no variable other.',
        'Your code raised ZeroDivisionError: division by zero',
        null,
      ]);
      expect(said.legacy?.error).toBeNull();
    });

    it('treats answer and submission as the learner’s variables unless it compares the two sides', async () => {
      expect(verdict(await legacyChecked('answer = 42', 'assert answer == 42\nassert answer == 41'))).toEqual([true, false]);
      expect(verdict(await legacyChecked('submission = [1]', 'assert submission[0] == 1\nassert len(submission) == 1'))).toEqual([
        true,
        true,
      ]);
      const cheat = 'answer = {"total": 1}\ntotal = 1';
      expect(verdict(await legacyChecked(cheat, 'assert total == answer["total"]', 'total = 2'))).toEqual([false]);
    });

    it('sees what its own calls change', async () => {
      const code = 'count = 0\ndef add():\n  global count\n  count += 1\nclass Stack(list):\n  def push(self, item): self.append(item)';
      const legacy = 'add()\nassert count == 1\ns = Stack()\ns.push(3)\nassert s == [3] and len(s) == 1\nassert isinstance(s, Stack)';
      expect(verdict(await legacyChecked(code, legacy))).toEqual([true, true, true, true, true]);
    });

    it('that raises another error is a mistake of its author', async () => {
      const said = await legacyChecked('total = 3', 'assert total.nothing == 1', 'total = 3');
      expect(said.legacy?.error).toMatchObject({ name: 'AttributeError', line: 1 });
      expect((await legacyChecked('total = 3', 'assert totall == 3', 'total = 3')).legacy?.error).toMatchObject({ name: 'NameError' });
    });
  });

  describe('a session', () => {
    it('lets its checks see the results of all its runs, and continues after them', async () => {
      const session = { id: randomUUID(), idle_seconds: 60, total_seconds: 600, ports: [] };
      const inSession = (code: string, custom: string) =>
        runner().run(code, { session, checks: { custom, legacy: null, unit: null, answer_code: 'a, b = 1, 2' } });
      expect(verdict(await inSession('a = 1\nprint("one")', 'variable_value("a")\noutput_contains("one")'))).toEqual([true, true]);
      const second = await inSession('b = 3', 'variable_value("a")\nvariable_value("b")\noutput_contains("one")');
      expect(verdict(second)).toEqual([true, false, false]);
      const reading = { session, checks: null };
      expect((await runner().run('print(input())', { ...reading, input: 'Ada\nEve' })).output).toBe('Ada\nAda\n');
      expect((await runner().run('input()', reading)).error?.message).toContain('This run has no input');
      expect(verdict(await inSession('b = a + 1', 'variable_value("b")\nno_error()'))).toEqual([true, true]);
    });
  });

  describe('checks of sql', () => {
    it('look at the result, the query and the answer’s result', async () => {
      const { custom } = await runner().run('SELECT 1 AS n UNION SELECT 2 ORDER BY n', {
        language: 'sql',
        sql: { engine: 'sqlite', max_rows: 100 },
        checks: {
          custom: [
            'result_columns(["n"])',
            'result_rows(2)',
            'result_equals_answer()',
            'query_uses("UNION")',
            'query_uses("JOIN")',
            'assert submission["run_query"]("SELECT 3")["rows"] == [[3]]',
          ].join('\n'),
          legacy: null,
          unit: null,
          answer_code: 'SELECT 1 AS N UNION ALL SELECT 2',
        },
      });
      expect(custom).toMatchObject({ error: null });
      expect(custom?.results.map(({ pass }) => pass)).toEqual([true, true, true, true, false, true]);
    });
  });

  describe('checks of cli', () => {
    it('look at files, commands and what was printed', async () => {
      const { custom } = await runner().run('mkdir notes\necho milk > notes/today.txt\ncat notes/today.txt', {
        language: 'cli',
        checks: {
          custom: [
            'file_contains("notes/today.txt", "milk")',
            'directory_contains("notes", ["today.txt"])',
            'command_output("wc -l < notes/today.txt", "1")',
            'command_exit_code("test -e nothing", 1)',
            'command_used("^mkdir")',
            'output_equals("milk")',
            'file_exists("nothing")',
          ].join('\n'),
          legacy: null,
          unit: null,
          answer_code: '',
        },
      });
      expect(custom).toMatchObject({ error: null });
      expect(custom?.results.map(({ pass }) => pass)).toEqual([true, true, true, true, true, true, false]);
    });
  });
});

hostilePython()(['cold, as root', 'cold, as a user', 'warm, as a user'], 'elsewhere', (runner) => {
  it('checks are the same', async () => {
    const checks = { custom: 'variable_value("x")\nvariable_value("y")', legacy: null, unit: null, answer_code: 'x = y = 1' };
    const { custom } = await runner().run('x = 1\ny = 2', { checks });
    expect(custom?.results.map(({ pass }) => pass)).toEqual([true, false]);
  });
});
