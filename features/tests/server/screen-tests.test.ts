import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { findLastBuild, finishBuild, insertBuild } from '#features/environments/server/queries.ts';
import { findLesson } from '#features/lesson-store/server/index.ts';
import { packagesChangedQueue } from '#features/packages/server/queues.ts';
import { getRunContext, runForGuest, type Runs } from '#features/runs/server/index.ts';
import { findScreen, screenSavedQueue } from '#features/screens/server/index.ts';
import type { CheckResult } from '#platform/contract/run-outcome.ts';
import { refused } from '#platform/server/errors.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { untilJobsEnded } from '#testing/until-jobs-ended.ts';
import type { ScreenTest } from '../contract/screen-tests.ts';
import { GateKeeper } from './gate.ts';
import { MESSAGES } from './messages.ts';
import { findGate } from './queries.ts';
import { runAnswers } from './run-answers.ts';
import { ScreenTests } from './screen-tests.ts';
import { hasUnsettledRows } from './unsettled-rows.ts';

let server: TestServer;
let params: { lessonId: number; screenId: number };

beforeAll(async () => {
  server = await startTestServer({ hasRunner: true, hasWorkers: 'without git' });
});
afterAll(() => server.close());

let sequence = 700;
/** A lesson with one code screen whose printed output is checked. */
beforeAll(async () => {
  params = await makeScreen({ answer_code: 'print(2 + 2)', initial_code: 'print("?")' });
  await server.client('staff').saveOutput({ params, body: { stdout: '4\n', check_output: true } });
});

async function makeScreen(fields: { answer_code?: string; initial_code?: string }) {
  const client = server.client('staff');
  const lesson = await client.createLesson({ body: { sequence: (sequence += 1), title: 'Tested' } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  const place = { lessonId: lesson.id, screenId: newScreenId };
  await client.saveScreen({ params: place, body: { type: 'code', ...fields } });
  return place;
}

const result: CheckResult = {
  name: 'total',
  pass: false,
  expected: null,
  actual: null,
  feedback: 'Too small',
  hints: [],
  checker_id: 'variable_value',
  has_custom_feedback: true,
};
const checkOutput = { enabled: true, pass: false, results: [result] };
const save = (code = 'print(3)', is_boolean_test = true) =>
  server.client('staff').saveScreenTest({ params, body: { code, checkOutput, description: 'Three instead of four', is_boolean_test } });

/** The reply of a run that takes longer than a few seconds comes before its end. */
async function runToEnd(id = 0): Promise<ScreenTest> {
  let test: ScreenTest | undefined = await server.client('staff').runScreenTest({ body: { screenTestId: id } });
  while (test?.status === 'Running' || test?.status === 'Scheduled to run') {
    await sleep(100);
    test = (await server.client('staff').listLessonTests({ params: { id: test.lesson_id } })).find((one) => one.id === id);
  }
  if (!test) throw new Error('The test has gone.');
  return test;
}

describe('the tests of a screen', () => {
  it('include the default test and the saved ones, by id', async () => {
    const client = server.client('staff');
    const [made] = await client.loadScreenTests({ params, body: {} });
    expect(made).toMatchObject({ is_default: true, code: 'print(2 + 2)', status: 'Not scheduled', test_result: null, screen_sequence: 1 });
    const saved = await save();
    expect(saved).toMatchObject({ description: 'Three instead of four', test_pass: false, results: [{ feedback: 'Too small' }] });
    const tests = await client.listLessonTests({ params: { id: params.lessonId } });
    expect(tests.map(({ id }) => id)).toEqual([made?.id, saved.id]);
    await client.deleteScreenTest({ body: { testId: saved.id } });
  });

  it('are committed to git like any save', async () => {
    const saved = await save();
    const lesson = await server.client('staff').getLesson({ params: { id: params.lessonId } });
    expect(lesson.commit_status).not.toBeNull();
    await server.client('staff').deleteScreenTest({ body: { testId: saved.id } });
  });

  it('run, and are compared with their expected results', async () => {
    const client = server.client('staff');
    const [made] = await client.loadScreenTests({ params, body: {} });
    const ran = await runToEnd(made?.id);
    expect(ran).toMatchObject({ status: 'Done', test_result: { test_passes: true, message: MESSAGES.matches, run_pass: true } });
    const wrong = await save('print(4)');
    expect(await runToEnd(wrong.id)).toMatchObject({
      status: 'Done',
      test_result: { test_passes: false, message: MESSAGES.differs, run_pass: true },
    });
    const mended = await client.updateScreenTest({
      body: { testId: wrong.id, description: 'Right', runResult: { test_pass: true, results: [] } },
    });
    expect(mended).toMatchObject({ description: 'Right', test_pass: true });
    // The save judges it again, or this does.
    expect(mended.status).not.toBe('Done');
    expect(await runToEnd(wrong.id)).toMatchObject({ status: 'Done', test_result: { test_passes: true, message: MESSAGES.matches } });
    // A script may send only what the specification names of a result.
    const named = { checker_id: 'printed', feedback: 'Print four', counts: true, has_custom_feedback: true, has_custom_hints: false };
    const described = await client.updateScreenTest({
      body: { testId: wrong.id, description: 'Named', runResult: { test_pass: true, results: [named] } },
    });
    expect(described).toMatchObject({
      description: 'Named',
      results: [{ ...named, name: 'printed', pass: true, hints: [], hint: null, tag_id: null }],
    });
    expect(await client.deleteScreenTest({ body: { testId: wrong.id } })).toHaveLength(1);
  });

  it('expect the verdict of all checks of the saved run, not only of the custom check', async () => {
    const client = server.client('staff');
    // The custom check passed; the output check did not.
    const body = { code: 'print(3)', checkOutput: { ...checkOutput, pass: true }, test_pass: false, is_boolean_test: true };
    const saved = await client.saveScreenTest({ params, body });
    expect(saved).toMatchObject({ test_pass: false });
    expect(await runToEnd(saved.id)).toMatchObject({ test_result: { test_passes: true, run_pass: false, message: MESSAGES.matches } });
    await client.deleteScreenTest({ body: { testId: saved.id } });
  });

  it('have to be run again after the answer changes', async () => {
    const client = server.client('staff');
    const place = await makeScreen({ answer_code: 'print(1)' });
    const [made] = await client.loadScreenTests({ params: place, body: {} });
    expect((await runToEnd(made?.id)).status).toBe('Done');
    await client.saveScreen({ params: place, body: { answer_code: 'print(2)' } });
    const [again] = await client.loadScreenTests({ params: place, body: {} });
    expect(again).toMatchObject({ id: made?.id, status: 'Not scheduled', test_result: { test_passes: true } });
  });

  it('read lines of their own', async () => {
    const client = server.client('staff');
    const { id, inputs } = await save('input()');
    expect(inputs).toBe('');
    expect(await runToEnd(id)).toMatchObject({ test_result: { test_passes: true } });
    const changed = await client.updateScreenTest({ body: { testId: id, inputs: '4' } });
    expect(changed).toMatchObject({ inputs: '4', status: 'Not scheduled' });
    // What is read is printed, as in a terminal: the output of the answer.
    expect(await runToEnd(id)).toMatchObject({ test_result: { test_passes: false, run_pass: true } });
    await client.deleteScreenTest({ body: { testId: id } });
  });

  it('can be stopped', async () => {
    const client = server.client('staff');
    const place = await makeScreen({ answer_code: 'import time\ntime.sleep(60)' });
    const [made] = await client.loadScreenTests({ params: place, body: {} });
    const screenTestId = made?.id ?? 0;
    const running = client.runScreenTest({ body: { screenTestId } });
    await vi.waitFor(async () => expect((await client.loadScreenTests({ params: place, body: {} }))[0]?.status).toBe('Running'), {
      timeout: 300_000,
    });
    const stopped = await client.stopScreenTest({ body: { screenTestId } });
    expect(stopped).toMatchObject({ status: 'Run Error', test_result: { message: MESSAGES.stopped } });
    expect((await running).status).toBe('Run Error');
  });

  it('go on for the user who runs them when a check of the screen that had joined is stopped', async () => {
    const { actor, client } = await server.newPerson();
    const place = await makeScreen({ answer_code: 'print(1)' });
    const { id } = await client.saveScreenTest({
      params: place,
      body: { code: '', checkOutput, description: 'Joined', is_boolean_test: true },
    });
    const complete: Runs['complete'] = (_actor, _run, signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
    const tests = new ScreenTests(server.platform, { complete } as Runs);
    const status = async () => (await tests.listOfScreen(actor, place)).find((test) => test.id === id)?.status;
    const ran = tests.run(actor, id);
    await vi.waitFor(async () => expect(await status()).toBe('Running'), { timeout: 300_000 });
    const check = new AbortController();
    const joined = tests.runToEnd(actor, id, check.signal);
    // Its run has been joined once its rows were read.
    await status();
    check.abort();
    expect((await ran).status).toBe('Running');
    expect(await tests.stop(actor, id)).toMatchObject({ status: 'Run Error' });
    await joined;
  });

  it('are running for a reader who began before their run ended', async () => {
    const { actor, client } = await server.newPerson();
    const { db } = server.platform;
    const place = await makeScreen({ answer_code: 'print(1)' });
    const body = { code: '', checkOutput, description: 'Read', is_boolean_test: true };
    const { id } = await client.saveScreenTest({ params: place, body });
    const run = Promise.withResolvers<never>();
    const tests = new ScreenTests(server.platform, { complete: () => run.promise } as unknown as Runs);
    const ran = tests.run(actor, id);
    const status = async () => (await tests.listOfScreen(actor, place)).find((test) => test.id === id)?.status;
    await vi.waitFor(async () => expect(await status()).toBe('Running'), { timeout: 300_000 });
    // The reader has the row of the test, and waits for the files.
    const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const lock = db.transaction().execute(async (tx) => {
      await sql`lock table lesson_files in access exclusive mode`.execute(tx);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const read = status();
    const waiting = async () =>
      (
        await sql`select 1 from pg_locks where not granted and relation = 'lesson_files'::regclass and database = (select oid from pg_database where datname = current_database())`.execute(
          db,
        )
      ).rows.length;
    await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), { timeout: 300_000 });
    run.reject(refused('No runner.'));
    await vi.waitFor(
      async () => expect((await sql`select status from screen_tests where id = ${id}`.execute(db)).rows).toEqual([{ status: 'Run Error' }]),
      { timeout: 300_000 },
    );
    release.resolve();
    expect(await read).not.toBe('Not scheduled');
    await Promise.all([lock, ran]);
  });

  it('are judged by what they expect now, also when that changes while they run', async () => {
    const client = server.client('staff');
    const place = await makeScreen({ answer_code: 'print(1)' });
    const { id } = await client.saveScreenTest({
      params: place,
      body: { code: 'import time\ntime.sleep(60)', checkOutput, description: 'Slow', is_boolean_test: true },
    });
    const before = client.runScreenTest({ body: { screenTestId: id } });
    const status = async () => (await client.loadScreenTests({ params: place, body: {} })).find((test) => test.id === id)?.status;
    await vi.waitFor(async () => expect(await status()).toBe('Running'), { timeout: 300_000 });
    await client.updateScreenTest({ body: { testId: id, description: 'Slower' } });
    await client.updateScreenTest({ body: { testId: id, runResult: { test_pass: true, results: [] } } });
    // The run of the earlier state ends, and one of this state begins.
    const again = client.runScreenTest({ body: { screenTestId: id } });
    expect((await again).status).toBe('Running');
    expect((await before).id).toBe(id);
    expect(await client.stopScreenTest({ body: { screenTestId: id } })).toMatchObject({ status: 'Run Error', test_pass: true });
  });

  it('reject invalid changes', async () => {
    const client = server.client('staff');
    const [made] = await client.loadScreenTests({ params, body: {} });
    const testId = made?.id ?? 0;
    await expect(client.deleteScreenTest({ body: { testId } })).rejects.toMatchObject({ status: 422, message: MESSAGES.defaultStays });
    const runResult = { test_pass: false, results: [] };
    await expect(client.updateScreenTest({ body: { testId, runResult } })).rejects.toMatchObject({ status: 422 });
    const unchecked = { enabled: false, pass: false, results: [] };
    await expect(client.saveScreenTest({ params, body: { code: '', checkOutput: unchecked } })).rejects.toMatchObject({
      status: 422,
      message: MESSAGES.noCheckOutput,
    });
    await expect(client.runScreenTest({ body: { screenTestId: 999_999 } })).rejects.toMatchObject({ status: 404 });
    await expect(client.deleteScreenTest({ body: { testId: 0 } })).rejects.toMatchObject({ status: 400 });
  });

  it('are visible to external authors who can see the lesson', async () => {
    expect(await server.client('external').listLessonTests({ params: { id: params.lessonId } })).toHaveLength(1);
  });
});

describe('the gate of a screen', () => {
  const gateOf = (place: typeof params) => server.client('staff').getScreenGate({ params: place });

  it('judges saved tests again once the check has changed, and warns of those that fail', async () => {
    const client = server.client('staff');
    const place = await makeScreen({ answer_code: 'print("four")', initial_code: '' });
    await client.saveOutput({ params: place, body: { stdout: 'four\n', check_output: true } });
    const body = { code: 'print("five")', checkOutput, description: 'Five', is_boolean_test: true };
    const { id } = await client.saveScreenTest({ params: place, body });
    expect(await runToEnd(id)).toMatchObject({ test_result: { test_passes: true } });
    // Now the wrong submission passes.
    await client.saveOutput({ params: place, body: { stdout: 'five\n', check_output: true } });
    const warning = expect.stringMatching(/^1 test of this screen no longer gives/);
    const patient = { timeout: 300_000, interval: 100 };
    await vi.waitFor(async () => expect((await gateOf(place)).warnings).toContainEqual(warning), patient);
    const tests = await client.loadScreenTests({ params: place, body: {} });
    expect(tests.find((test) => test.id === id)).toMatchObject({ status: 'Done', test_result: { test_passes: false, run_pass: true } });
    await client.saveOutput({ params: place, body: { stdout: 'four\n', check_output: true } });
    await vi.waitFor(async () => expect(await gateOf(place)).toMatchObject({ answer_passes: true, warnings: [] }), patient);
    const judged = async () => (await client.loadScreenTests({ params: place, body: {} })).find((test) => test.id === id);
    await vi.waitFor(async () => expect(await judged()).toMatchObject({ status: 'Done', test_result: { test_passes: true } }), patient);
  });

  const RANKED = {
    display_code: "CREATE TABLE p (name text, points int); INSERT INTO p VALUES ('Ann', 5), ('Bo', 5), ('Cy', 3)",
    should_run_display_code: true,
    answer_code: 'SELECT name FROM p ORDER BY points DESC LIMIT 1',
  };
  const ANN = '[["name"],\n["Ann"]]\n';

  it('warns of rows that the data doesn’t settle, and accepts any of them', async () => {
    const client = server.client('staff');
    const place = await makeScreen({});
    await client.saveLesson({ params: { id: place.lessonId }, body: { language: 'sql' } });
    await client.saveScreen({ params: place, body: RANKED });
    await client.saveOutput({ params: place, body: { stdout: ANN, check_output: true } });
    await vi.waitFor(async () => expect((await gateOf(place)).warnings).toEqual([MESSAGES.unsettledRows]), {
      timeout: 300_000,
      interval: 100,
    });
    const run = async (code: string) => {
      const { code_run_id, ...reply } = await client.runCode({ body: { lesson_id: place.lessonId, screen_id: place.screenId, code } });
      if (reply.status === 'done') return reply.check_summary;
      return vi.waitFor(
        async () => {
          const { session_id, runner_name } = reply;
          const params = { screenId: place.screenId, runnerName: runner_name, sessionId: session_id, codeRunId: code_run_id };
          const later = await client.getCodeRunResults({ params });
          if (later.status !== 'done') throw new Error('It is running.');
          return later.check_summary;
        },
        { timeout: 300_000, interval: 100 },
      );
    };
    expect(await run("SELECT name FROM p WHERE name = 'Bo'")).toBe('All passed.');
    expect(await run("SELECT name FROM p WHERE name = 'Cy'")).toBe('Wrong answer: 1 check(s) failed.');
  });

  it('asks PostgreSQL whether rows are settled, where the code runs in it', async () => {
    const { platform } = server;
    const client = server.client('staff');
    // What differs from SQLite is that one query. Each PostgreSQL takes seconds, so nothing else runs: neither after a save, nor checks.
    const place = await makeScreen({});
    await client.saveLesson({ params: { id: place.lessonId }, body: { language: 'sql', enabled_features: ['Postgres'] } });
    await client.saveScreen({ params: place, body: { ...RANKED, is_experimental: true } });
    const context = await getRunContext(platform, toActor(server.users.staff), { lesson_id: place.lessonId, screen_id: place.screenId });
    const runs = vi.spyOn(platform.runners, 'run');
    const given = { ...context, fields: { ...context.fields, check_output: true } };
    expect(await hasUnsettledRows(platform, given, { output: ANN }, new AbortController().signal)).toBe(true);
    expect(runs.mock.calls.map(([, { sql }]) => sql?.engine)).toEqual(['postgres']);
    runs.mockRestore();
  });

  it('judges the answers again after a build that changed versions, and the build names those that fail', async () => {
    const { platform } = server;
    const client = server.client('staff');
    const place = await makeScreen({ answer_code: 'print("four")', initial_code: '' });
    await client.saveOutput({ params: place, body: { stdout: 'four\n', check_output: true } });
    await vi.waitFor(async () => expect((await gateOf(place)).answer_passes).toBe(true), { timeout: 300_000, interval: 100 });
    await untilJobsEnded(platform.db, screenSavedQueue);
    // As with another version of a package: what was recorded isn't printed any more.
    await sql`update screens set attached = jsonb_set(attached, '{answer_output,stdout}', to_jsonb('other'::text)) where id = ${place.screenId}`.execute(
      platform.db,
    );
    const build = () =>
      platform.db.transaction().execute(async (tx) => {
        const row = { lesson_id: place.lessonId, user_id: server.users.staff.id, environment_hash: '', request: null };
        const build_id = await insertBuild(tx, row);
        await finishBuild(tx, build_id, {
          state: 'built',
          lock: null,
          installed: [],
          changed: [{ name: 'pandas', from: '2.2', to: '3.1' }],
        });
        await platform.jobs.send(tx, packagesChangedQueue, { build_id }, { singletonKey: String(build_id) });
      });
    await build();
    const answers = async () => (await findLastBuild(platform.db, place.lessonId))?.answers;
    await vi.waitFor(async () => expect(await answers()).not.toBeNull(), { timeout: 300_000, interval: 100 });
    expect(await answers()).toEqual({ total: 1, failing: [{ screen_id: place.screenId, screen_sequence: 1, passed_before: true }] });
    expect(await gateOf(place)).toMatchObject({ answer_passes: false });

    // Where no verdict is stored, the packages before are asked: here the base environment, in which it fails, too.
    await platform.db.deleteFrom('screen_gates').where('screen_id', '=', place.screenId).execute();
    await build();
    await vi.waitFor(async () => expect((await answers())?.failing[0]?.passed_before).toBe(false), { timeout: 300_000, interval: 100 });
  });

  it('is found by a deploy, which runs the answers without a current result', async () => {
    const client = server.client('staff');
    const place = await makeScreen({ answer_code: 'print("five")', initial_code: '' });
    await client.saveOutput({ params: place, body: { stdout: 'four\n', check_output: true } });
    await vi.waitFor(async () => expect((await gateOf(place)).answer_passes).toBe(false), { timeout: 300_000, interval: 100 });
    await server.platform.db.deleteFrom('screen_gates').where('screen_id', '=', place.screenId).execute();
    const { build_number: buildNumber } = await client.startDeploy({ params: { id: place.lessonId }, body: {} });
    const { deploy, log } = await vi.waitUntil(
      async () => {
        const found = await client.getDeploy({ params: { id: place.lessonId, buildNumber }, query: {} });
        return found.deploy.status === 'running' ? null : found;
      },
      { timeout: 300_000, interval: 100 },
    );
    expect(deploy).toMatchObject({ status: 'failed', only_answers_fail: true });
    expect(log).toContainEqual(expect.objectContaining({ text: 'Answer 1 of 1', screen_id: place.screenId }));
    expect(await gateOf(place)).toMatchObject({ answer_passes: false });
  });

  it('stays as it was for answers that are stopped, or take too long together', async () => {
    const client = server.client('staff');
    const { platform } = server;
    const place = await makeScreen({ answer_code: 'print("four")', initial_code: '' });
    await client.saveOutput({ params: place, body: { stdout: 'four\n', check_output: true } });
    const [lesson, screen] = [await findLesson(platform.db, place.lessonId), await findScreen(platform.db, place.screenId)];
    if (!lesson || !screen) throw new Error('There is no screen.');
    const endless = { ...screen, fields: { ...screen.fields, answer_code: 'import time\ntime.sleep(600)' } };
    const answers = { actor: toActor(server.users.staff), lesson, screens: [endless, { ...endless, id: 0 }] };
    await vi.waitFor(async () => expect((await gateOf(place)).answer_passes).toBe(true), { timeout: 300_000, interval: 100 });
    const stop = new AbortController();
    const stopped = runAnswers(platform, answers, { signal: stop.signal, onScreen: () => setTimeout(() => stop.abort(), 100) });
    await expect(stopped).rejects.toThrow('aborted');
    const hooks = { signal: new AbortController().signal, onScreen: () => undefined, limitMs: 500 };
    const verdicts = await runAnswers(platform, answers, hooks);
    const reason = { reason: expect.stringMatching(/so the rest did not run/) };
    expect([...verdicts]).toEqual([
      [place.screenId, reason],
      [0, reason],
    ]);
    expect(await gateOf(place)).toMatchObject({ answer_passes: true });
  });

  it('stays as it was when the server stops while the answer runs, whose job runs again', async () => {
    const { platform } = server;
    const place = await makeScreen({ answer_code: 'print("four")', initial_code: '' });
    await server.client('staff').saveOutput({ params: place, body: { stdout: 'four\n', check_output: true } });
    await vi.waitFor(async () => expect((await gateOf(place)).answer_passes).toBe(true), { timeout: 300_000, interval: 100 });
    // A later job of the same screen would judge the new revision.
    await untilJobsEnded(platform.db, screenSavedQueue);
    await sql`update screens set revision = revision + 1 where id = ${place.screenId}`.execute(platform.db);
    const before = await findGate(platform.db, place.screenId);
    const stopping = new AbortController();
    const complete = async () => {
      stopping.abort(new Error('the server is stopping'));
      const context = await getRunContext(platform, toActor(server.users.staff), { lesson_id: place.lessonId, screen_id: place.screenId });
      const run = { id: randomUUID(), owner: 'test', context, code: 'print("four")', isChecked: true, session: null };
      return runForGuest(platform, run, { signal: stopping.signal, onEvent: () => undefined });
    };
    const spies = [
      vi.spyOn(platform.jobs, 'work').mockImplementation(async (queue, handler) => {
        if (queue.name === screenSavedQueue.name) await handler(queue.schema.parse({ screen_id: place.screenId }), stopping.signal);
      }),
      vi.spyOn(platform.jobs, 'isStopped', 'get').mockReturnValue(true),
    ];
    const gates = new GateKeeper(platform, { complete }, { judgeAgain: () => Promise.resolve(0) });
    await expect(gates.start()).rejects.toThrow('the server is stopping');
    for (const spy of spies) spy.mockRestore();
    expect(await findGate(platform.db, place.screenId)).toEqual(before);
  });

  it('warns when the answer fails its own checks, and when the initial code passes them', async () => {
    const place = await makeScreen({ answer_code: 'print("five")', initial_code: 'print("four")' });
    await server.client('staff').saveOutput({ params: place, body: { stdout: 'four\n', check_output: true } });
    await vi.waitFor(async () => expect((await gateOf(place)).warnings).toHaveLength(2), { timeout: 300_000, interval: 100 });
    expect(await gateOf(place)).toMatchObject({ answer_passes: false, initial_fails: false });
    await server.client('staff').saveScreen({ params: place, body: { answer_code: 'print("four")', initially_passing: true } });
    const passes = { answer_passes: true, initial_fails: null, warnings: [], is_outdated: false };
    const patient = { timeout: 300_000, interval: 100 };
    await vi.waitFor(async () => expect(await gateOf(place)).toMatchObject(passes), patient);
    // It depends on more than the screen.
    await server.client('staff').saveLesson({ params: { id: place.lessonId }, body: { code_run_timeout: 30 } });
    expect(await gateOf(place)).toMatchObject({ answer_passes: null, is_outdated: true });
    await vi.waitFor(async () => expect(await gateOf(place)).toMatchObject(passes), patient);
  });
});
