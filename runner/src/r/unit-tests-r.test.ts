import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InsideCheck } from '#platform/contract/run-outcome.ts';
import type { UnitTests } from '#platform/contract/runner-protocol.ts';
import { ForkedR } from '../../testing/forked-r.ts';
import { usualRunner } from '../../testing/matrix.ts';
import { hasTestthat } from '../../testing/unit-frameworks.ts';

const TESTS = `library(testthat)
source("./two-fer.R")

test_that("no name", {
  expect_equal(two_fer(), "One for you.")
})

test_that("a name", {
  expect_equal(two_fer("Ann"), "One for Ann.")
})
`;
const RIGHT = 'two_fer <- function(name = "you") paste0("One for ", name, ".")\n';

function buildTests(submission: string, more: Partial<UnitTests> = {}): UnitTests {
  return { framework: 'testthat', module: 'two-fer.R', file: 'test_two_fer.R', before: [], helpers: [], code: TESTS, submission, ...more };
}

const checksOf = (unit: UnitTests) => ({ custom: null, legacy: null, answer_code: '', unit });
const verdicts = (check: InsideCheck | null) => Object.fromEntries((check?.results ?? []).map(({ name, pass }) => [name, pass]));

describe.skipIf(!hasTestthat)('tests of testthat', () => {
  let r: ForkedR;
  beforeAll(async () => {
    r = await ForkedR.start();
  });
  afterAll(() => r.close());

  async function tested(
    submission: string,
    more: Partial<UnitTests> = {},
    files: Readonly<Record<string, string>> = {},
  ): Promise<InsideCheck | null> {
    return (await r.run('', { files, checks: checksOf(buildTests(submission, more)) })).unit;
  }

  it('have the files of the lesson, and their verdicts, in a sandbox', async () => {
    const runner = await usualRunner();
    const files = [{ name: 'helper-names.R', sha256: await runner.send('ann <- "Ann"') }];
    const code = `${TESTS}\ntest_that("a helper", { expect_equal(two_fer(ann), "One for Bo.") })`;
    const submission = buildTests(RIGHT, { code, before: ['end <- "."'] });
    expect(verdicts((await runner.run('', { language: 'r', files, checks: checksOf(submission) })).unit)).toEqual({
      'no name': true,
      'a name': true,
      'a helper': false,
    });
    const quitting = buildTests('two_fer <- function(...) quit("no", 0)');
    const { unit } = await runner.run('', { language: 'r', checks: checksOf(quitting) });
    expect((unit?.results ?? []).filter(({ pass }) => pass)).toEqual([]);
  });

  it('are results with their messages', async () => {
    expect(verdicts(await tested(RIGHT))).toEqual({ 'no name': true, 'a name': true });
    const wrong = await tested(RIGHT.replace('name, ', '"you", '));
    expect(verdicts(wrong)).toEqual({ 'no name': true, 'a name': false });
    expect(wrong?.results[1]?.feedback).toContain('not equal to "One for Ann."');
  });

  it('may have the line breaks of Windows, as the submission may', async () => {
    const windows = (text: string) => text.replaceAll('\n', '\r\n');
    const more = { code: windows(TESTS), before: [windows('a <- 1\nb <- 2\n')] };
    expect(verdicts(await tested(windows(RIGHT), more))).toEqual({ 'no name': true, 'a name': true });
  });

  it('have the helpers among the files of the lesson', async () => {
    const code = 'source("two-fer.R")\nsource("end.R")\ntest_that("a name", { expect_equal(two_fer(ann), paste0("One for Ann", end)) })';
    const texts = { 'helper-names.R': 'ann <- "Ann"', 'end.R': 'end <- "."' };
    expect(verdicts(await tested(RIGHT, { code }, texts))).toEqual({ 'a name': true });
  });

  it('run after the code before the screen’s code', async () => {
    const submission = 'two_fer <- function(name = "you") paste0("One for ", name, end)';
    expect(verdicts(await tested(submission, { before: ['end <- "."'] }))).toEqual({ 'no name': true, 'a name': true });
  });

  it.each([
    ['a syntax error', 'two_fer <- function( {', 'SyntaxError: Line 1'],
    ['an error', 'x <- y', "object 'y' not found"],
  ])('report %s of the submission as one result', async (_, submission, text) => {
    const check = await tested(submission);
    expect(check?.error).toBeNull();
    expect(check?.results).toEqual([
      expect.objectContaining({ name: 'two-fer.R', pass: false, feedback: expect.stringContaining(text) as string }),
    ]);
  });

  it.each([
    ['the tests have their own error', { code: `${TESTS}\nstop("mine")` }, 'Error'],
    ['there are none', { code: 'source("./two-fer.R")' }, 'NoTests'],
    ['all are skipped', { code: `test_that("a", { skip("later") })` }, 'NoTests'],
  ])('report an error to the author when %s', async (_, more, name) => {
    expect(await tested(RIGHT, more)).toMatchObject({ results: [], error: { name } });
  });

  it.each([
    ['prints results', 'cat("passed"); two_fer <- function(...) ""'],
    ['quits', 'quit("no", 0)'],
    ['quits in a test', 'two_fer <- function(...) quit("no", 0)'],
    ['skips', 'two_fer <- function(...) testthat::skip("no")'],
    ['ends the test', 'two_fer <- function(...) invokeRestart("end_test")'],
    ['hides expectations', 'expect_equal <- function(...) testthat::succeed()\ntwo_fer <- function(...) ""'],
    [
      'replaces expectations',
      'assignInNamespace("expect_equal", function(...) testthat::succeed(), "testthat")\ntwo_fer <- function(...) ""',
    ],
  ])('pass nothing of a submission that %s', async (_, code) => {
    const check = await tested(code);
    expect((check?.results ?? []).filter(({ pass }) => pass)).toEqual([]);
    expect(check === null || check.error !== null || check.results.length > 0).toBe(true);
  });
});
