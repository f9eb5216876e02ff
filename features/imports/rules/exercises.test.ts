import { describe, expect, it } from 'vitest';
import { findExercises } from './exercises.ts';

const TESTS =
  'import unittest\nfrom two_fer import two_fer\n\nclass A(unittest.TestCase):\n    def test_a(self): self.assertEqual(two_fer(), "x")\n';

function found(files: Record<string, string>) {
  return findExercises(new Map(Object.entries(files)));
}

describe('an exercise', () => {
  it('has its stub, solution, instructions and tests', () => {
    const [exercise, ...others] = found({
      'two-fer/two_fer.py': 'def two_fer():\n    pass\n',
      'two-fer/two_fer_test.py': TESTS,
      'two-fer/.meta/example.py': 'def two_fer():\n    return "x"\n',
      'two-fer/.docs/instructions.md': '# Instructions\n\nReturn **x**.\n',
      'two-fer/.docs/hints.md': '# Hints\n\nOne *letter*.\n',
      'two-fer/README.md': '# Two fer\n\nReturn **x**.\n',
      'two-fer/notes.txt': 'later',
      'README.md': '# A collection',
    });
    expect(others).toEqual([]);
    expect(exercise).toMatchObject({
      folder: 'two-fer',
      language: 'python',
      left: ['two-fer/notes.txt'],
      fields: {
        title: 'Two fer',
        type: 'code',
        instructions_markdown: 'Return **x**.',
        hint_markdown: 'One *letter*.',
        initial_code: 'def two_fer():\n    pass\n',
        answer_code: 'def two_fer():\n    return "x"\n',
        unit_test_code: TESTS,
        unit_test_framework: null,
        unit_test_module: '',
      },
    });
  });

  it.each([
    ['at the root', { 'test_two_fer.py': TESTS, 'two_fer.py': 'a' }, { folder: '', title: 'Two fer', initial: 'a' }],
    ['with a folder of tests', { 'a/tests/test_two_fer.py': TESTS, 'a/src/two_fer.py': 'a' }, { folder: 'a', title: 'A', initial: 'a' }],
    ['with tests named so', { 'a/test.py': TESTS, 'a/two_fer.py': 'a' }, { folder: 'a', title: 'A', initial: 'a' }],
    ['without a stub', { 'a/b/test_two_fer.py': TESTS }, { folder: 'a/b', title: 'B', initial: '' }],
    [
      'of R',
      { 'bob/test_bob.R': 'source("./bob.R")\ntest_that("a", {})', 'bob/bob.R': 'a', 'bob/README.md': '# Bob said\n\nText' },
      { folder: 'bob', title: 'Bob said', initial: 'a' },
    ],
    [
      'of the shell',
      { 'leap/leap.bats': '@test "a" { run bash leap.sh 4; }', 'leap/leap.sh': 'a', 'leap/README.md': '# Leap years\n\nText' },
      { folder: 'leap', title: 'Leap years', initial: 'a' },
    ],
  ])('is found %s', (_, files, { folder, title, initial }) => {
    expect(found(files)).toMatchObject([{ folder, fields: { title, initial_code: initial } }]);
  });

  it.each([
    ['no tests', { 'a/two_fer.py': 'x' }],
    ['tests that import nothing', { 'a/test_two_fer.py': 'import unittest' }],
    ['tests of a file elsewhere', { 'a/tests/test_bob.R': 'source("../R/bob.R")', 'a/R/bob.R': '' }],
    ['test files that import each other', { 'a/test_a.py': 'import test_b', 'a/test_b.py': 'import test_a' }],
    ['several test files', { 'a/test_a.py': TESTS, 'a/test_b.py': TESTS }],
    ['tests in another language', { 'a/two_fer_test.js': 'import x from "two_fer"' }],
  ])('needs more than %s', (_, files) => {
    expect(found(files)).toEqual([]);
  });

  it('has the files that tests of bats load', () => {
    const [exercise] = found({
      'two-fer/test/two_fer.bats': 'load test_helper\n@test "a" { run bash two_fer.sh; is "One for you."; }',
      'two-fer/test/test_helper.bash': 'is() { [ "$output" = "$1" ]; }',
      'two-fer/two_fer.sh': '',
      'two-fer/.meta/example.sh': 'echo "One for you."',
      'two-fer/notes.txt': 'later',
    });
    expect(exercise).toMatchObject({
      language: 'cli',
      folder: 'two-fer',
      fields: { answer_code: 'echo "One for you."' },
      helpers: ['two-fer/test/test_helper.bash'],
      left: ['two-fer/notes.txt'],
    });
  });

  it('has the modules that tests, stub and answer import from beside them', () => {
    const [exercise, ...others] = found({
      'birds/birds_test.py': 'import unittest\nfrom test_counts import WEEK\nfrom birds import busiest\n',
      'birds/test_counts.py': 'from more_counts import DAY\nWEEK = [DAY] * 7',
      'birds/more_counts.py': 'DAY = 3',
      'birds/names.py': 'ROBIN = "robin"',
      'birds/kept.py': '',
      'birds/birds.py': 'from names import ROBIN\n',
      'birds/.meta/exemplar.py': 'from names import ROBIN\nbusiest = max',
    });
    expect(others).toEqual([]);
    expect(exercise).toMatchObject({
      path: 'birds/birds_test.py',
      fields: {
        initial_code: 'from names import ROBIN\n',
        answer_code: 'from names import ROBIN\nbusiest = max',
        unit_test_module: 'birds.py',
      },
      left: ['birds/kept.py'],
    });
    expect(exercise?.helpers.toSorted()).toEqual(['birds/more_counts.py', 'birds/names.py', 'birds/test_counts.py']);
  });

  it.each<[string, Record<string, string>, string[]]>([
    [
      'pytest',
      { 'a/tests/test_two_fer.py': 'from two_fer import x\ndef test_a(): pass', 'a/tests/conftest.py': '', 'a/two_fer.py': '' },
      ['a/tests/conftest.py'],
    ],
    ['unittest', { 'a/test_two_fer.py': TESTS, 'a/conftest.py': '', 'a/two_fer.py': '' }, []],
    [
      'testthat',
      { 'a/test_bob.R': 'source("bob.R")\ntest_that("a", {})', 'a/helper-words.R': '', 'a/helpful.txt': '', 'a/bob.R': '' },
      ['a/helper-words.R'],
    ],
    ['testthat', { 'a/test_bob.R': 'source("bob.R")\nsource("words.R")', 'a/words.R': '', 'a/bob.R': '' }, ['a/words.R']],
  ])('has the files that %s loads: %j', (_, files, helpers) => {
    expect(found(files)[0]?.helpers).toEqual(helpers);
  });

  it('has the module that is in its folder, where tests import others first', () => {
    const tests = 'from checking import near\nfrom two_fer import two_fer\ndef test_a(): pass';
    expect(found({ 'a/test.py': tests, 'a/two_fer.py': 'stub' })).toMatchObject([
      { fields: { initial_code: 'stub', unit_test_module: 'two_fer.py' } },
    ]);
    expect(found({ 'a/test.py': tests })).toMatchObject([{ fields: { initial_code: '', unit_test_module: '' } }]);
  });

  it('shows no learner a solution that the tests import', () => {
    const tests = 'from solution import two_fer\ndef test_a(): pass';
    expect(found({ 'a/test.py': tests, 'a/solution.py': 'right' })).toMatchObject([
      { fields: { initial_code: '', answer_code: 'right', unit_test_module: '' }, left: [] },
    ]);
    expect(found({ 'a/test.py': tests, 'a/solution.py': 'stub', 'a/.meta/example.py': 'right' })).toMatchObject([
      { fields: { initial_code: 'stub', answer_code: 'right' }, left: [] },
    ]);
  });

  it('is found in each folder of a collection, in order', () => {
    const names = ['day10', 'day2', 'a'].map((name) => [`${name}/test_two_fer.py`, TESTS] as const);
    expect(findExercises(new Map(names)).map(({ folder }) => folder)).toEqual(['a', 'day2', 'day10']);
  });
});
