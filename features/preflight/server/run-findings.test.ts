import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TrustReport } from '#features/check-trust/contract.ts';
import { trustFingerprint } from '#features/check-trust/server/examine-checks.ts';
import { putTrust } from '#features/check-trust/server/queries.ts';
import { findLesson } from '#features/lesson-store/server/index.ts';
import type { RunnerState } from '#features/runners/server/index.ts';
import { keepBuilds, listBuilds } from '#features/runs/server/interpreter-builds.ts';
import { readFingerprints } from '#features/runs/server/verdict-fingerprint.ts';
import { findScreen } from '#features/screens/server/index.ts';
import { ensureTestRows, putGate, updateTestRow } from '#features/tests/server/queries.ts';
import { gateFingerprint, testFingerprint, testsOfScreen } from '#features/tests/server/tests-of-screen.ts';
import { eachLanguage } from '#platform/contract/runner-protocol.ts';
import { buildRunnerHealth } from '#testing/runner-health.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let sequence = 800;
beforeAll(async () => {
  // Nothing runs: what runs say is written as they do.
  server = await startTestServer({ hasWorkers: false });
});
afterAll(() => server.close());

const client = () => server.client('staff');
const db = () => server.platform.db;

async function makeLesson() {
  const body = { sequence: (sequence += 1), title: 'Runs', language: 'python' } as const;
  const lesson = await client().createLesson({ body });
  const { newScreenId: screenId } = await client().createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  const params = { lessonId: lesson.id, screenId };
  const fields = { title: 'One', type: 'code', instructions_markdown: 'Do it.', hint_markdown: 'Think.', answer_code: 'x = 1' } as const;
  await client().saveScreen({ params, body: { ...fields, check_val: 'x' } });
  const screen = await findScreen(db(), screenId);
  const stored = await findLesson(db(), lesson.id);
  if (!screen || !stored) throw new Error('The lesson is missing.');
  const fingerprints = await readFingerprints(db(), stored);
  return { ...params, screen, lesson: stored, fingerprints };
}
type Made = Awaited<ReturnType<typeof makeLesson>>;

const look = async ({ lessonId }: Made) => (await client().getLessonPreflight({ params: { id: lessonId } })).findings;
const rules = async (made: Made) => (await look(made)).map(({ rule }) => rule);
const gate = { answer_passes: true, initial_fails: true, warnings: [], answer_ms: 10, has_unsettled_rows: false };

/** As the check of the screen in this state would have ended. */
async function putFound({ screenId, screen, fingerprints }: Made, found: Partial<typeof gate>): Promise<void> {
  await putGate(db(), screenId, { ...gate, ...found, revision: screen.revision, fingerprint: gateFingerprint(fingerprints, screen) });
}

/** A runner whose Python is this one; null: it doesn't respond. */
function runnerWith(build: string | null): RunnerState {
  if (build === null) return { name: 'r', health: null, reason: 'It is not responding.' };
  const own = { available: true, versions: ['3.11'], builds: { '3.11': build }, reason: null };
  const languages = { ...eachLanguage(() => ({ available: true, versions: [], builds: {}, reason: null })), python: own };
  return { name: 'r', health: buildRunnerHealth({ languages }), reason: null };
}

const report: TrustReport = {
  level: 'broken',
  mistakes: { right: 0, all: 2 },
  rewrites: { right: 0, all: 1 },
  repeats: { right: 9, all: 10 },
  not_tried: [],
  findings: [
    { kind: 'flaky', text: 'The answer passed in 9 of 10 runs.', code: 'x = 1', line: null, cause: null },
    { kind: 'mistake-passes', text: 'An answer with another value in line 1 passes.', code: 'x = 2', line: 1, cause: null },
    { kind: 'mistake-passes', text: 'An answer with another name in line 1 passes.', code: 'y = 1', line: 1, cause: null },
    { kind: 'rewrite-fails', text: 'The answer fails when the code is formatted differently (line 1).', code: 'x=1', line: 1, cause: null },
    { kind: 'passes-unsolved', text: 'Empty code passes the checks.', code: '', line: null, cause: null },
  ],
};

describe('what the last runs of a screen said', () => {
  it('is nothing as long as nothing ran, or all is well', async () => {
    const made = await makeLesson();
    expect(await rules(made)).toEqual([]);
    await putFound(made, { answer_ms: 900 });
    expect(await rules(made)).toEqual([]);
  });

  it('counts for the interpreter with which it ran: until no runner has that any more', async () => {
    let report: (states: readonly RunnerState[]) => void = () => undefined;
    const runners = { onStates: (listen: typeof report) => void (report = listen), health: () => Promise.resolve([]) };
    keepBuilds({ db: db(), runners, log: server.platform.log });
    const known = (build: string) =>
      vi.waitFor(async () => expect(await listBuilds(db())).toMatchObject([{ language: 'python', build }]), { timeout: 300_000 });
    report([runnerWith('3.11.2')]);
    await known('3.11.2');
    const made = await makeLesson();
    await putFound(made, { answer_passes: false });
    report([runnerWith('3.11.2'), runnerWith('3.11.9')]);
    report([runnerWith(null)]);
    expect(await rules(made)).toEqual(['answer-fails']);
    report([runnerWith('3.11.9'), runnerWith(null)]);
    await known('3.11.9');
    expect(await rules(made)).toEqual([]);
  });

  it('is shown at the code, until what it depends on changes', async () => {
    const made = await makeLesson();
    await putFound(made, { answer_passes: false, initial_fails: false, answer_ms: 14_100, has_unsettled_rows: true });
    const findings = await look(made);
    expect(findings).toMatchObject([
      { rule: 'answer-fails', severity: 'error', screen_id: made.screenId, place: { field: 'answer_code', line: 1 } },
      { rule: 'initial-passes', place: { field: 'initial_code', file: 'screens/one/code/initial.py' } },
      { rule: 'rows-unsettled', place: { field: 'answer_code' } },
      { rule: 'run-slow', message: 'The answer ran for 14 of the 15 seconds that it may take.' },
    ]);
    const params = { id: made.lessonId };
    await client().acceptFinding({ params, body: { fingerprint: findings[3]?.fingerprint ?? '', reason: 'It is about speed.' } });
    expect((await look(made)).map(({ accepted }) => accepted)).toEqual([null, null, null, 'It is about speed.']);
    await client().saveScreen({ params: made, body: { hint_markdown: 'Think twice.' } });
    expect(await rules(made)).toHaveLength(4);
    await client().saveLesson({ params, body: { enabled_features: ['High CPU'] } });
    expect(await rules(made)).toEqual([]);
    const release = await client().getReleasePreflight({ params: { id: made.lesson.release_id } });
    expect(release.findings.filter(({ lesson_id }) => lesson_id === made.lessonId)).toEqual([]);
  });

  it('is fixed where the initial code may pass', async () => {
    const made = await makeLesson();
    await putFound(made, { initial_fails: false });
    const [finding] = await look(made);
    const params = { id: made.lessonId };
    const { undo } = await client().fixFinding({ params, body: { fingerprint: finding?.fingerprint ?? '' } });
    expect((await client().getScreen({ params: made })).initially_passing).toBe(true);
    await client().undoFix({ params, body: { undo } });
    expect((await client().getScreen({ params: made })).initially_passing).toBe(false);
  });

  it('includes tests, by their name', async () => {
    const made = await makeLesson();
    const test = {
      slug: 'zero',
      description: 'Zero',
      code: 'x = 0',
      is_default: false,
      is_boolean_test: true,
      inputs: '',
      expect: { test_pass: false, results: [] },
    };
    const screen = { ...made.screen, attached: { ...made.screen.attached, tests: [test] } };
    await db()
      .updateTable('screens')
      .set({ attached: JSON.stringify(screen.attached) })
      .where('id', '=', made.screenId)
      .execute();
    const result = { timestamp: '', test_passes: false, message: '', run_pass: true, run_results: [] };
    for (const each of testsOfScreen(screen)) {
      const [row] = await ensureTestRows(db(), [{ screen_id: made.screenId, slug: each.slug }]);
      await updateTestRow(db(), row?.id ?? 0, { status: 'Done', result, fingerprint: testFingerprint(made.fingerprints, screen, each) });
    }
    expect((await look(made)).map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      'answer-fails: The answer doesn’t pass its own checks.',
      'test-fails: The test “Zero” doesn’t give the result that it expects.',
    ]);
  });

  it('includes examinations, as long as they are current', async () => {
    const made = await makeLesson();
    await putTrust(db(), made.screenId, trustFingerprint(made.screen, made.fingerprints), report);
    expect((await look(made)).map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      'check-flaky: The answer passed in 9 of 10 runs.',
      'check-misses: An answer with another value in line 1 passes, and there is 1 more like it.',
      'check-strict: The answer fails when the code is formatted differently (line 1).',
      'check-unsolved: Empty code passes the checks.',
    ]);
    await putTrust(db(), made.screenId, 'of another state', report);
    expect(await rules(made)).toEqual([]);
  });
});
