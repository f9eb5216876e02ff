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

  it('is found in each folder of a collection, in order', () => {
    const names = ['c', 'a', 'b'].map((name) => [`${name}/test_two_fer.py`, TESTS] as const);
    expect(findExercises(new Map(names)).map(({ folder }) => folder)).toEqual(['a', 'b', 'c']);
  });
});
