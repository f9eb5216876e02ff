import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { learnerResult } from '#features/learner-view/contract/learner-result.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { RunReply, RunResult } from '../contract/runs.ts';

let server: TestServer;
let params: { lessonId: number; screenId: number };

beforeAll(async () => {
  server = await startTestServer({ hasRunner: true, hasWorkers: false });
  const client = server.client('staff');
  const lesson = await client.createLesson({ body: { sequence: 951, title: 'Unit tests' } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  params = { lessonId: lesson.id, screenId: newScreenId };
});
afterAll(() => server.close());

const TESTS = `import unittest
from two_fer import two_fer


class TwoFerTest(unittest.TestCase):
    def test_no_name(self):
        self.assertEqual(two_fer(), "One for you.")

    def test_name(self):
        self.assertEqual(two_fer("Ann"), "One for Ann.")
`;
const RIGHT = 'def two_fer(name="you"):\n    return f"One for {name}."\n';
const WRONG = 'def two_fer(name="you"):\n    return "One for you."\n';
const SCREEN: Partial<ScreenFields> = { type: 'code', unit_test_code: TESTS };

async function run(code: string, draft: Partial<ScreenFields> = SCREEN, at = params): Promise<RunResult> {
  const client = server.client('staff');
  let reply: RunReply = await client.runCode({ body: { lesson_id: at.lessonId, screen_id: at.screenId, code, draft } });
  while (reply.status === 'pending') {
    const { code_run_id, session_id, runner_name } = reply;
    await new Promise((resolve) => setTimeout(resolve, 100));
    const address = { screenId: at.screenId, runnerName: runner_name, sessionId: session_id, codeRunId: code_run_id };
    reply = await client.getCodeRunResults({ params: address });
  }
  return reply;
}

// The setup installs it where it may.
it.skipIf(spawnSync('bats', ['--version']).status !== 0)('tests of bats find the files that earlier screens leave', async () => {
  const client = server.client('staff');
  const { id } = await client.createLesson({ body: { sequence: 952, title: 'Scripts' } });
  await client.saveLesson({ params: { id }, body: { language: 'cli' } });
  const code = '@test "a" { run bash solution.sh; [ "$output" = "made" ]; }';
  const own = { unit_test_code: code, unit_test_framework: 'bats', unit_test_module: 'solution.sh', runs_after: 'all' } as const;
  let screenId = 0;
  for (const fields of [{ answer_code: 'echo made > made.txt; cd /tmp' }, own]) {
    screenId = (await client.createScreen({ params: { id }, body: { sequence: 99, type: 'code' } })).newScreenId;
    await client.saveScreen({ params: { lessonId: id, screenId }, body: fields });
  }
  const at = { lessonId: id, screenId };
  expect(await run('cat ~/made.txt; echo', {}, at)).toMatchObject({ output: 'made\n\n', checks: { unit: { pass: true } } });
  expect(await run('cat made.txt', {}, at)).toMatchObject({ checks: { unit: { pass: true } } });
  expect(await run('cat made.txt', { runs_after: null }, at)).toMatchObject({ checks: { unit: { pass: false } } });
});

describe('a run on a screen with unit tests', () => {
  it('has each test as a result, beside its output', async () => {
    expect(await run(`${RIGHT}print(two_fer())`)).toMatchObject({
      output: 'One for you.\n',
      check_summary: 'All passed.',
      checks: {
        unit: {
          enabled: true,
          pass: true,
          results: [
            { name: 'test_name', pass: true },
            { name: 'test_no_name', pass: true },
          ],
        },
      },
    });
    expect(await run(WRONG)).toMatchObject({
      check_summary: 'Wrong answer: 1 check(s) failed.',
      checks: {
        unit: { pass: false, results: [{ pass: false, feedback: expect.stringContaining("'One for Ann.'") as string }, { pass: true }] },
      },
    });
  });

  it('runs the code before the screen’s code in the module', async () => {
    const draft = { ...SCREEN, display_code: 'end = "."', should_run_display_code: true };
    expect(await run('def two_fer(name="you"): return f"One for {name}" + end', draft)).toMatchObject({ check_summary: 'All passed.' });
  });

  it('does not pass if it meets a limit, or the tests are wrong', async () => {
    expect((await run(RIGHT, { ...SCREEN, unit_test_code: 'import unittest' })).check_error?.message).toContain('isn’t known which file');
    const wrong = await run(RIGHT, { ...SCREEN, unit_test_code: `${TESTS}\nx = y` });
    expect(wrong).toMatchObject({ check_error: { name: 'NameError', line: 12 }, checks: { unit: { pass: false } } });
    expect(JSON.stringify(wrong.checks.unit)).not.toContain('NameError');
  });

  it('shows learners as much of a failure as the author chose', async () => {
    const result = await run(WRONG);
    const seen = (unitShows: ScreenFields['unit_test_shows']) =>
      learnerResult('1', result, { isSubmitted: true, isAssessment: false, isExperimental: false, showsExpected: true, unitShows }).verdict
        ?.checks;
    expect(seen('name')).toEqual([
      { name: 'test_name', pass: false, feedback: null, hints: [] },
      { name: 'test_no_name', pass: true, feedback: null, hints: [] },
    ]);
    expect(seen('message')?.[0]).toMatchObject({ feedback: expect.stringContaining('One for Ann') as string });
    expect(seen('message')?.[0]).not.toHaveProperty('traceback');
    expect(seen('everything')?.[0]).toMatchObject({ traceback: expect.stringContaining('test_two_fer.py') as string });
  });
});

it('the checks of a screen with unit tests are examined', async () => {
  const client = server.client('staff');
  const initial_code = 'def two_fer(name="you"): return f"One for {name}."';
  await client.saveScreen({ params, body: { ...SCREEN, answer_code: RIGHT, initial_code } });
  // Other circumstances are no matter of unit tests.
  const varies = vi.spyOn(server.platform.runners, 'variesOn').mockResolvedValue(null);
  const [found] = await client.examineChecks({ params: { id: params.lessonId }, body: { repeats: 2 } });
  varies.mockRestore();
  expect(found?.trust?.findings.map(({ text }) => text)).toEqual(['The initial code passes the checks.']);
  expect(found?.trust).toMatchObject({
    level: 'broken',
    repeats: { right: 2, all: 2 },
    mistakes: { right: 3, all: 3 },
    rewrites: { right: 3, all: 3 },
  });
});
