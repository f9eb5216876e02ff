import { describe, expect, it } from 'vitest';
import type { Language } from './languages.ts';
import { guessFramework, guessModule, importedFiles, testFileOf, UNIT_MODULE, unitTestsOf } from './unit-tests.ts';

describe('the framework of a test file', () => {
  it.each<[language: Language, code: string, framework: string]>([
    ['python', 'import unittest\n\nclass A(unittest.TestCase):\n    def test_a(self): pass', 'unittest'],
    ['python', 'from unittest.mock import patch\nfrom unittest import TestCase', 'unittest'],
    ['python', 'from two_fer import two_fer\n\ndef test_a():\n    assert two_fer()', 'pytest'],
    ['python', 'import pytest\nimport unittest\nclass A(unittest.TestCase): pass', 'pytest'],
    ['python', '@pytest.mark.skip\ndef test_a(): pass', 'pytest'],
    ['python', 'class TestA:\n    def test_a(self): assert True', 'pytest'],
    ['python', 'class TestA(unittest.TestCase):\n    def test_a(self): pass', 'unittest'],
    ['python', '', 'unittest'],
    ['r', 'test_that("a", { expect_equal(1, 1) })', 'testthat'],
    ['cli', '@test "a" { true; }', 'bats'],
  ])('is guessed: %s %j', (language, code, framework) => {
    expect(guessFramework(language, code)).toBe(framework);
  });
});

describe('the file of the submission', () => {
  it.each<[language: Language, code: string, module: string | null]>([
    ['python', 'import unittest\nfrom two_fer import two_fer', 'two_fer.py'],
    ['python', 'import os, sys, two_fer as t', 'two_fer.py'],
    ['python', 'import os.path, json\nimport numpy as np\nimport pkg.mod', 'pkg/mod.py'],
    ['python', 'def test_a():\n    from bank import Account', 'bank.py'],
    ['python', 'module = importlib.import_module("bank")', 'bank.py'],
    ['python', 'from .helpers import x\nimport bank', 'bank.py'],
    ['python', '# from bank import x\nimport unittest', null],
    ['python', 'import unittest', null],
    ['r', 'library(testthat)\nsource("./two-fer.R")', 'two-fer.R'],
    ['r', "context('a')\nsource('two-fer.R', chdir = TRUE)", 'two-fer.R'],
    ['r', '# source("other.R")\nsource(file = "bob.R")', 'bob.R'],
    ['r', 'library(testthat)', null],
    ['r', 'source("../R/bob.R")', null],
    ['cli', '#!/usr/bin/env bats\nload helper.bash\n@test "a" { run bash two_fer.sh; }', 'two_fer.sh'],
    ['cli', '@test "a" { run ./two-fer.sh Ann; }', 'two-fer.sh'],
    ['cli', 'setup() { source "$BATS_TEST_DIRNAME/src/greet.sh"; }', 'src/greet.sh'],
    ['cli', '# run bash two_fer.sh\n@test "a" { run ls; }', null],
    ['sql', 'import bank', null],
  ])('is guessed: %s %j', (language, code, module) => {
    expect(guessModule(language, code)).toBe(module);
  });

  it.each<[language: Language, code: string, files: string[]]>([
    ['python', 'import unittest\nfrom birds import count\nfrom bird_data import WEEK, DAY\nimport birds, os', ['birds.py', 'bird_data.py']],
    ['r', 'source("bob.R")\nsource("answers.R")\n# source("no.R")\nsource("../up.R")', ['bob.R', 'answers.R']],
    ['cli', '@test "a" { run bash a.sh; }\n@test "b" { run ./b.sh; run bash a.sh; }', ['a.sh', 'b.sh']],
    ['sql', 'import bank', []],
  ])('comes first among the files that %s imports: %j', (language, code, files) => {
    expect(importedFiles(language, code)).toEqual(files);
  });

  it.each([
    ['two_fer.py', true],
    ['', true],
    ['src/two-fer.R', true],
    ['../two_fer.py', false],
    ['/etc/passwd.py', false],
    ['a/../b.py', false],
    ['.hidden.py', false],
    ['two fer.py', false],
    ['two_fer', false],
    ['two_fer.py\n', false],
  ])('%j is a name: %s', (name, isName) => {
    expect(UNIT_MODULE.test(name)).toBe(isName);
  });

  it('names the test file', () => {
    expect(testFileOf('two-fer.sh', 'bats')).toBe('test_two_fer.bats');
    expect(['two_fer.py', 'pkg/mod.py', 'two-fer.R'].map((file) => testFileOf(file))).toEqual([
      'test_two_fer.py',
      'test_mod.py',
      'test_two_fer.R',
    ]);
  });
});

it('the author’s choices come before guesses, and other languages have no unit tests', () => {
  const fields = { unit_test_code: 'import unittest\nimport bank', unit_test_framework: null, unit_test_module: '' };
  expect(unitTestsOf('python', fields)).toEqual({ framework: 'unittest', module: 'bank.py' });
  const chosen = { ...fields, unit_test_framework: 'pytest', unit_test_module: 'b.py' } as const;
  expect(unitTestsOf('python', chosen)).toEqual({ framework: 'pytest', module: 'b.py' });
  expect(unitTestsOf('sql', fields)).toBeNull();
  expect(unitTestsOf('python', { ...fields, unit_test_code: ' \n' })).toBeNull();
});
