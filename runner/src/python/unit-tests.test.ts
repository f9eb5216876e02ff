import { expect, it } from 'vitest';
import type { InsideCheck } from '#platform/contract/run-outcome.ts';
import type { RunnerRunRequest, UnitTests } from '#platform/contract/runner-protocol.ts';
import { hostilePython } from '../../testing/matrix.ts';
import type { TestRunner } from '../../testing/test-runner.ts';
import { hasPytest } from '../../testing/unit-frameworks.ts';

const TESTS = `import unittest
from unittest.mock import patch
from two_fer import two_fer


class TwoFerTest(unittest.TestCase):
    def test_no_name(self):
        self.assertEqual(two_fer(), "One for you, one for me.")

    def test_name(self):
        self.assertEqual(two_fer("Ann"), "One for Ann, one for me.")

    def test_names(self):
        for name in ("Bo", "Cy"):
            with self.subTest(name=name):
                self.assertIn(name, two_fer(name))

    @unittest.skip("later")
    def test_later(self):
        pass
`;
const RIGHT = 'def two_fer(name="you"):\n    return f"One for {name}, one for me."\n';

async function tested(
  runner: TestRunner,
  submission: string,
  more: Partial<UnitTests> = {},
  { wall_seconds = 60, files = [] }: { readonly wall_seconds?: number; readonly files?: RunnerRunRequest['files'] } = {},
): Promise<InsideCheck> {
  const unit: UnitTests = {
    framework: 'unittest',
    module: 'two_fer.py',
    file: 'test_two_fer.py',
    before: [],
    helpers: [],
    code: TESTS,
    submission,
    ...more,
  };
  const outcome = await runner.run('', { files, checks: { custom: null, legacy: null, answer_code: '', unit }, limits: { wall_seconds } });
  if (outcome.unit === null) throw new Error(`Nothing was tested: ${JSON.stringify(outcome)}`);
  return outcome.unit;
}

/** Each counted test with whether it passed. */
const verdicts = ({ results }: InsideCheck) =>
  Object.fromEntries(results.filter(({ counts }) => counts).map(({ name, pass }) => [name, pass]));

const inSituations = hostilePython();

// The process of the tests is forked from an interpreter that serves many runs.
inSituations(['warm, as a user'], 'unit tests', (runner) => {
  it('report each test with its message', async () => {
    expect(verdicts(await tested(runner(), RIGHT))).toEqual({ test_no_name: true, test_name: true, test_names: true });
    const wrong = await tested(runner(), RIGHT.replace('{name}', 'you'));
    expect(verdicts(wrong)).toEqual({ test_no_name: true, test_name: false, test_names: false });
    const resultOf = (name: string) => wrong.results.find((result) => result.name === name);
    expect(resultOf('test_name')?.feedback).toContain("'One for you, one for me.' != 'One for Ann, one for me.'");
    expect(resultOf('test_name')?.traceback).toMatch(/test_two_fer\.py", line \d+, in test_name/);
    expect(resultOf('test_name')?.traceback).not.toMatch(/unittest\/|lessonwright/);
    expect(resultOf('test_names')?.feedback).toContain("(name='Bo'): 'Bo' not found");
    expect(resultOf('test_later')).toMatchObject({ counts: false, pass: false });
  });

  it.each([
    ['a syntax error', 'def two_fer(:', 'SyntaxError: invalid syntax (line 1)'],
    ['an exception', 'x = 1\nx = y', "NameError: name 'y' is not defined (line 2)"],
    ['a name that is missing', 'x = 1', "cannot import name 'two_fer' from 'two_fer' (two_fer.py)"],
    ['sys.exit', 'import sys\nsys.exit(0)', 'SystemExit: 0 (line 2)'],
    ['input', 'name = input()', 'EOFError: This run has no input'],
  ])('report %s at the import as one result', async (_, submission, text) => {
    const { results, error } = await tested(runner(), submission);
    expect(error).toBeNull();
    expect(results).toEqual([
      expect.objectContaining({ name: 'two_fer.py', pass: false, feedback: expect.stringContaining(text) as string }),
    ]);
  });

  it.each([
    ['the tests have their own error', { code: 'import unittest\nfrom two_fer import two_fer\nx = y' }, 'NameError'],
    ['there are none', { code: 'from two_fer import two_fer' }, 'NoTests'],
    ['all are skipped', { code: TESTS.replace('class', '@unittest.skip("no")\nclass') }, 'NoTests'],
  ])('report an error to the author when %s', async (_, more, name) => {
    expect(await tested(runner(), RIGHT, more)).toMatchObject({ results: [], error: { name } });
  });

  it('may patch and reload the module, run code before it, and have the name of an imported one', async () => {
    const code = `import importlib, io, unittest
from unittest.mock import patch
import random


class Tests(unittest.TestCase):
    def test_patch(self):
        with patch("random.helper", return_value=5), patch("sys.stdout", new=io.StringIO()) as out:
            random.main()
        self.assertEqual(out.getvalue(), "5\\n")

    def test_reload(self):
        random.count = 7
        importlib.reload(random)
        self.assertEqual(random.count, 2)
`;
    const submission = 'count = first + 1\ndef helper(): return count\ndef main(): print(helper())';
    const job = { code, module: 'random.py', file: 'test_random.py' };
    const result = await tested(runner(), submission, { ...job, before: ['first = 1'] });
    expect(verdicts(result)).toEqual({ test_patch: true, test_reload: true });
    const before = ['first = 1\nfirst / 0', 'exit(1)', 'first = x'];
    expect(verdicts(await tested(runner(), submission, { ...job, before, earlier_count: 3 }))).toEqual(verdicts(result));
    expect(await tested(runner(), submission, { ...job, before, earlier_count: 2 })).toMatchObject({
      results: [],
      error: { name: 'NameError' },
    });
  });

  it('import files of the lesson, as the submission does', async () => {
    const files = [
      { name: 'test_birds.py', sha256: await runner().send('SEEN = 3') },
      { name: 'names.py', sha256: await runner().send('ROBIN = "robin"') },
    ];
    const code =
      'import unittest\nfrom test_birds import SEEN\nimport birds\n\nclass A(unittest.TestCase):\n    def test_a(self): self.assertEqual(birds.twice(SEEN), "robin" * 6)';
    const submission = 'from names import ROBIN\ndef twice(count): return ROBIN * count * 2';
    const result = await tested(runner(), submission, { code, module: 'birds.py', file: 'test_of_birds.py' }, { files });
    expect(verdicts(result)).toEqual({ test_a: true });
  });

  it('report the tests that a time limit leaves, with the line', async () => {
    const { results } = await tested(runner(), 'def two_fer(name=""):\n  while True: pass', {}, { wall_seconds: 1 });
    const text = 'The tests did not finish within 1 s, the time limit of this lesson (in two_fer.py, line 2).';
    const counted = results.filter(({ counts }) => counts);
    expect(counted.map(({ pass, feedback }) => [pass, feedback])).toEqual([
      [false, text],
      [false, text],
      [false, text],
    ]);
  });
});

const PYTEST = `import pytest
from two_fer import two_fer


@pytest.fixture
def ending():
    return "one for me."


def test_no_name(ending):
    assert two_fer() == "One for you, " + ending


@pytest.mark.parametrize("name", ["Ann", "Bo"])
def test_name(name):
    assert name in two_fer(name)


def test_number():
    assert len(two_fer()) == pytest.approx(24)


def test_too_many():
    with pytest.raises(TypeError):
        two_fer(1, 2)


@pytest.mark.skip(reason="later")
def test_later():
    pass
`;

inSituations(['warm, as a user'], 'tests of pytest', (runner) => {
  const more = { framework: 'pytest', code: PYTEST } as const;
  it.skipIf(!hasPytest)('are results with their messages', async () => {
    const names = ['test_no_name', 'test_name[Ann]', 'test_name[Bo]', 'test_number', 'test_too_many'];
    expect(verdicts(await tested(runner(), RIGHT, more))).toEqual(Object.fromEntries(names.map((name) => [name, true])));
    const wrong = await tested(runner(), RIGHT.replace('{name}', 'you'), more);
    expect(verdicts(wrong)).toMatchObject({ test_no_name: true, 'test_name[Ann]': false });
    const failed = wrong.results.find(({ name }) => name === 'test_name[Ann]');
    expect(failed?.feedback).toMatch(/^assert 'Ann' in 'One for you, one for me\.'/);
    expect(failed?.traceback).not.toMatch(/_pytest|pluggy|lessonwright/);
  });

  it.skipIf(!hasPytest)('have the fixtures of a file of the lesson', async () => {
    const files = [
      { name: 'conftest.py', sha256: await runner().send('import pytest\n\n@pytest.fixture\ndef ending():\n    return "one for me."\n') },
    ];
    const code = 'from two_fer import two_fer\n\ndef test_no_name(ending):\n    assert two_fer() == "One for you, " + ending\n';
    expect(verdicts(await tested(runner(), RIGHT, { ...more, code }, { files }))).toEqual({ test_no_name: true });
  });

  it.skipIf(!hasPytest).each([
    ['a syntax error', 'def two_fer(:', 'SyntaxError'],
    ['sys.exit', 'import sys\nsys.exit(0)', 'SystemExit'],
    ['a skip', 'import pytest\npytest.skip("no", allow_module_level=True)', 'Skipped'],
  ])('report %s at the import as one result', async (_, submission, text) => {
    const { results, error } = await tested(runner(), submission, more);
    expect(error).toBeNull();
    expect(results).toEqual([
      expect.objectContaining({ name: 'two_fer.py', pass: false, feedback: expect.stringContaining(text) as string }),
    ]);
  });

  it.skipIf(!hasPytest).each([
    ['skips', 'import pytest\ndef two_fer(*a): pytest.skip("no")'],
    ['expects failures', 'import pytest\ndef two_fer(*a): pytest.xfail("no")'],
    ['ends the session', 'import pytest\ndef two_fer(*a): pytest.exit("done", 0)'],
    ['leaves', 'import os\ndef two_fer(*a): os._exit(0)'],
    ['makes failures skips', 'import builtins, unittest\nbuiltins.AssertionError = unittest.SkipTest\ndef two_fer(*a): return ""'],
  ])('pass nothing that calls a submission that %s', async (_, code) => {
    const { results, error } = await tested(runner(), code, more);
    expect(error).toBeNull();
    expect(results.filter(({ pass, counts }) => pass && counts)).toEqual([]);
    expect(results.filter(({ counts }) => counts).length).toBeGreaterThan(0);
  });
});

const FAKE = '{"kind":"found","names":["test_name"]}\n{"kind":"result","name":"test_name","state":"passed"}\n{"kind":"end"}\n';
const CHEATS: [what: string, code: string][] = [
  ['prints results', `print(${JSON.stringify(FAKE)})\ndef two_fer(*a): return ""`],
  [
    'writes to every descriptor',
    `import os\nfor fd in range(64):\n  try: os.write(fd, ${JSON.stringify(FAKE)}.encode())\n  except OSError: pass\ndef two_fer(*a): return ""`,
  ],
  ['leaves at its import', 'import os\nos._exit(0)'],
  ['exits at its import', 'import sys\nsys.exit()'],
  ['leaves in a test', 'import os\ndef two_fer(*a): os._exit(0)'],
  ['exits in a test', 'import sys\ndef two_fer(*a): sys.exit(0)'],
  ['interrupts the tests', 'def two_fer(*a): raise KeyboardInterrupt'],
  ['skips the tests', 'import unittest\ndef two_fer(*a): raise unittest.SkipTest("no")'],
  ['skips the tests at its import', 'import unittest\nraise unittest.SkipTest("no")'],
  [
    'replaces assertions',
    'import unittest\nfor n in dir(unittest.TestCase):\n  if n.startswith("assert"): setattr(unittest.TestCase, n, lambda *a: None)\ndef two_fer(*a): return ""',
  ],
  [
    'changes the code of assertions',
    'import unittest\nunittest.TestCase.assertEqual.__code__ = unittest.TestCase.assertIn.__code__ = (lambda self, a, b, msg=None: None).__code__\ndef two_fer(*a): return ""',
  ],
  [
    'makes failures skips',
    'import builtins, unittest\nbuiltins.AssertionError = unittest.SkipTest\nunittest.TestCase.failureException = unittest.SkipTest\ndef two_fer(*a): return ""',
  ],
  [
    'replaces the tests',
    'import sys\ndef two_fer(*a):\n  c = sys.modules["test_two_fer"].TwoFerTest\n  for n in dir(c):\n    if n.startswith("test_"): setattr(c, n, lambda self: None)\n  return ""',
  ],
  ['overwrites the file of the tests', 'open("test_two_fer.py", "w").write("")\ndef two_fer(*a): return ""'],
];

inSituations(['warm, as a user'], 'a submission that cheats', (runner) => {
  it.each(CHEATS)('passes no test when it %s', async (_, code) => {
    const { results, error } = await tested(runner(), code);
    expect(results.filter(({ pass }) => pass)).toEqual([]);
    expect(error !== null || results.length > 0).toBe(true);
  });
});

inSituations(['warm, as a user'], 'a submission without tests', (runner) => {
  it('reports nothing of unit tests', async () => {
    expect((await runner().run('x = 1')).unit).toBeNull();
  });
});
