import { describe, expect, it } from 'vitest';
import type { InsideCheck } from '#platform/contract/run-outcome.ts';
import type { UnitTests } from '#platform/contract/runner-protocol.ts';
import { hostilePython, usualRunner } from '../../testing/matrix.ts';
import type { TestRunner } from '../../testing/test-runner.ts';
import { hasBats } from '../../testing/unit-frameworks.ts';

const TESTS = `#!/usr/bin/env bats

setup() { who=Ann; }

@test "no name" {
  run bash two_fer.sh
  [ "$status" -eq 0 ]
  [ "$output" = "One for you." ]
}

@test 'a name: "Ann"' {
  run bash two_fer.sh "$who"
  [ "$output" = "One for Ann." ]
}
`;
const RIGHT = 'echo "One for ${1:-you}."\n';
const WRONG = 'echo "One for you."\n';
const SOURCED = `@test "a" {
  source two_fer.sh
  [ "$(two_fer)" = "One for you." ]
}
`;

async function tested(
  runner: TestRunner,
  submission: string,
  more: Partial<UnitTests> = {},
  request: Parameters<TestRunner['run']>[1] = {},
): Promise<InsideCheck> {
  const unit: UnitTests = {
    framework: 'bats',
    module: 'two_fer.sh',
    file: 'test_two_fer.bats',
    before: [],
    helpers: [],
    code: TESTS,
    submission,
    ...more,
  };
  const checks = { custom: null, legacy: null, answer_code: '', unit };
  const outcome = await runner.run('', { language: 'cli', checks, ...request });
  if (outcome.unit === null) throw new Error(`No result: ${JSON.stringify(outcome)}`);
  return outcome.unit;
}

const inSituations = hostilePython();
const verdicts = ({ results }: InsideCheck) => Object.fromEntries(results.map(({ name, pass }) => [name, pass]));

describe.skipIf(!hasBats)('tests of bats', () => {
  it('are results with their messages', async () => {
    const runner = await usualRunner();
    expect(verdicts(await tested(runner, RIGHT))).toEqual({ 'no name': true, 'a name: "Ann"': true });
    const wrong = await tested(runner, WRONG);
    expect(verdicts(wrong)).toEqual({ 'no name': true, 'a name: "Ann"': false });
    expect(wrong.results[1]).toMatchObject({
      checker_id: 'unit_test',
      feedback: '`[ "$output" = "One for Ann." ]\' failed\nLast output:\nOne for you.',
      traceback: expect.stringContaining('(in test file test_two_fer.bats, line 13)') as string,
    });
  });

  it('load helpers, read files of the lesson, and run after its setup', async () => {
    const runner = await usualRunner();
    const files = [{ name: 'names.txt', sha256: await runner.send('Ann\n') }];
    const helpers = [{ name: 'test_helper.bash', text: 'is() { [ "$output" = "$1" ]; }' }];
    const code = `load test_helper\n@test "file" { run bash two_fer.sh "$(cat names.txt)"; is "One for Ann."; }
@test "setup" { run bash two_fer.sh "$(cat made.txt)"; is "One for Bo."; }`;
    const check = await tested(runner, RIGHT, { code, helpers }, { files, preamble: ['echo Bo > made.txt'] });
    expect(check).toMatchObject({ error: null, results: [{ pass: true }, { pass: true }] });
  });

  it('can be skipped by the author only', async () => {
    const runner = await usualRunner();
    const code = `${TESTS}\n@test "later" { skip "not yet"; }\n`;
    expect((await tested(runner, RIGHT, { code })).results[2]).toMatchObject({ name: 'later', counts: false });
    const sourced = await tested(runner, 'two_fer() { BATS_TEST_SKIPPED=1; exit 0; }', { code: SOURCED });
    expect(sourced.results).toEqual([expect.objectContaining({ pass: false, counts: true })]);
  });

  it.each<[what: string, code: string, error: { name: string; line?: number }]>([
    ['there are none', 'true', { name: 'NoTests' }],
    ['all are skipped', '@test "a" { skip; }', { name: 'NoTests' }],
    ['two have one name', '@test "a" { true; }\n@test "a" { true; }', { name: 'DuplicateName', line: 2 }],
    ['bash can’t read them', '@test "a" {\n  if\n}\n', { name: 'SyntaxError', line: 3 }],
    ['a helper is missing', 'load nothing\n@test "a" { true; }', { name: 'Error' }],
  ])('report an error to the author when %s', async (_, code, error) => {
    expect(await tested(await usualRunner(), RIGHT, { code })).toMatchObject({ results: [], error });
  });

  it('fail when there is no time left', async () => {
    const submission = 'if [ "$1" = Ann ]; then sleep 60; fi\necho "One for you."';
    const check = await tested(await usualRunner(), submission, {}, { limits: { wall_seconds: 3 } });
    expect(check.results).toMatchObject([
      { name: 'no name', pass: true },
      { pass: false, feedback: expect.stringContaining('time limit') as string },
    ]);
  });
});

const CHEATS: [what: string, submission: string, more?: Partial<UnitTests>][] = [
  ['prints results', 'echo "ok 1 no name"; echo "ok 2 a name"; exit 1'],
  ['writes results to all descriptors', 'for fd in 1 2 3 4 5 6 7 8 9; do { echo "ok 1 no name" >&$fd; } 2>/dev/null; done'],
  ['writes a skip to all descriptors', 'for fd in 3 4 5 6 7 8 9; do { echo "ok 1 no name # skip" >&$fd; } 2>/dev/null; done'],
  ['kills its tests', 'echo "ok 1 no name" >&3; kill -9 $PPID'],
  ['interrupts its tests', 'echo "ok 1 no name" >&3; kill -INT $PPID'],
  ['kills all bats', 'echo "ok 1 no name" >&3; pkill -9 -f bats-exec'],
  ['ends all bats', 'echo "ok 1 no name" >&3; pkill -TERM bats'],
  ['overwrites the tests', 'printf "@test \\"no name\\" { true; }\\n@test \'a name: \\"Ann\\"\' { true; }\\n" > test_two_fer.bats'],
  ['overwrites what bats made of the tests', 'for f in /tmp/.unit-*/*/*/*.src; do sed -i "s/\\[ .* \\]/true/" "$f"; done'],
  ['exits', 'exit 0'],
  ['is no script', ''],
];

const SOURCED_CHEATS: [what: string, submission: string][] = [
  ['exits', 'exit 0'],
  ['exits in a function', 'two_fer() { exit 0; }'],
  ['skips', 'skip'],
  ['replaces [', '[() { true; }'],
  ['replaces run', 'function run { true; }'],
  ['ends with a trap', 'trap "exit 0" EXIT'],
  ['says that the test is complete', 'BATS_TEST_COMPLETED=1\nexit 0'],
];

describe.skipIf(!hasBats)('a submission for bats', () => {
  inSituations(['warm, as a user'], 'that cheats', (runner) => {
    it.each(CHEATS)('passes no test when it %s', async (_, submission, more) => {
      const { results } = await tested(runner(), submission, more);
      expect(results.filter(({ pass }) => pass)).toEqual([]);
      expect(results.length).toBeGreaterThan(0);
    });

    it.each(SOURCED_CHEATS)('passes no test when it is sourced and %s', async (_, submission) => {
      const { results } = await tested(runner(), submission, { code: SOURCED });
      expect(results.filter(({ pass }) => pass)).toEqual([]);
      expect(results.length).toBeGreaterThan(0);
    });

    it('can’t change a later test', async () => {
      const files = 'for f in /tmp/.unit-*/*/*/*.src *.bats *.bash; do echo "true() { :; }; [() { :; }" >> "$f"; done';
      const later =
        '(setsid bash -c "while :; do for f in /tmp/.unit-*/*/*/*.src *.bats; do sed -i s/==/=/ \\$f; done; done" &) >/dev/null 2>&1 3>&- 4>&-';
      const check = await tested(runner(), `${files}\n${later}\necho "One for you."`);
      // The first test may fail as well: its own files are being rewritten while bats reads them.
      expect(check.results[1]).toMatchObject({ name: 'a name: "Ann"', pass: false });
    });
  });
});
