import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Actor } from '#platform/contract/roles.ts';
import { executedFiles, serverFilesOnWay } from '#testing/executed-files.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { watchOutput } from '#testing/until-printed.ts';
import type { RunReply, RunResult } from '../contract/runs.ts';
import { MESSAGES } from './messages.ts';
import { Runs } from './runs.ts';

let server: TestServer;
let place: { lesson_id: number; screen_id: number };
let params: { lessonId: number; screenId: number };

beforeAll(async () => {
  server = await startTestServer({ hasRunner: true });
  const client = server.client('staff');
  const lesson = await client.createLesson({ body: { sequence: 901, title: 'Runs' } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  place = { lesson_id: lesson.id, screen_id: newScreenId };
  params = { lessonId: lesson.id, screenId: newScreenId };
});
afterAll(async () => {
  await server.close();
});

/** The result of a run, however long it takes. */
async function run(code: string, draft: object = {}): Promise<RunResult> {
  return finished(await server.client('staff').runCode({ body: { ...place, code, draft } }));
}

async function finished(begun: RunReply, screenId = place.screen_id): Promise<RunResult> {
  let reply = begun;
  while (reply.status === 'pending') {
    const { code_run_id, session_id, runner_name } = reply;
    const address = { screenId, runnerName: runner_name, sessionId: session_id, codeRunId: code_run_id };
    await new Promise((resolve) => setTimeout(resolve, 100));
    reply = await server.client('staff').getCodeRunResults({ params: address });
  }
  return reply;
}

describe('POST /api/format-code', () => {
  it('returns the formatted code, or the line that can’t be read', async () => {
    const client = server.client('external');
    expect(await client.formatCode({ body: { language: 'python', code: 'x=1' } })).toEqual({ code: 'x = 1' });
    expect(await client.formatCode({ body: { language: 'sql', code: 'select (' } })).toEqual({ problem: 'It ends too early', line: 1 });
    await expect(client.formatCode({ body: { language: 'r', code: 'x'.repeat(100_001) } })).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('POST /api/run-code', () => {
  it('returns output, variables and the error with its line', async () => {
    expect(await run('x = 6 * 7\nprint(x)')).toMatchObject({
      output: '42\n',
      error: null,
      vars: [expect.objectContaining({ name: 'x', type_name: 'int', string_form: '42', value: { kind: 'int', value: '42' } })],
      check_summary: null,
    });
    expect(await run('print(1)\n1/0')).toMatchObject({ output: '1\n', error_line: 2, error: expect.stringContaining('ZeroDivisionError') });
  });

  it('runs code by the files that ARCHITECTURE names', async () => {
    const body = { ...place, code: 'print(1)', stream_id: randomUUID() };
    const executed = await executedFiles(async () => finished(await server.client('staff').runCode({ body })));
    expect(serverFilesOnWay('run').filter((path) => !executed.has(path))).toEqual([]);
  });

  it('names the limit that ended it, with its number, and the line', async () => {
    const client = server.client('staff');
    await client.saveLesson({ params: { id: place.lesson_id }, body: { code_run_timeout: 1 } });
    expect(await run('import time\n\ndef wait():\n    time.sleep(60)\n\nwait()')).toMatchObject({
      limit: 'time',
      limit_at: 1,
      error: expect.stringMatching(/^Traceback[^]*in wait\n[^]*TimeLimit/),
    });
    await client.saveLesson({ params: { id: place.lesson_id }, body: { code_run_timeout: null } });
  });

  it('judges the first custom check of a lesson, saved or not, without a build', async () => {
    const check = { custom_check_code: 'variable_value("total", 8)' };
    expect(await run('total = 3 + 5', check)).toMatchObject({ check_summary: 'All passed.' });
    expect((await run('total = 3', check)).checks.custom).toMatchObject({
      enabled: true,
      results: [{ pass: false, feedback: 'total isn’t right yet: it is 3.', line: 1 }],
    });
    const client = server.client('staff');
    await client.saveScreen({ params, body: check });
    expect(await run('total = 3 + 5')).toMatchObject({ check_summary: 'All passed.' });
    const dependencies = await client.getBuild({ params: { id: place.lesson_id }, query: { log_from: 0 } });
    expect(dependencies.build).toMatchObject({ id: null, state: 'built' });
    await client.saveScreen({ params, body: { custom_check_code: '' } });
    await client.saveLesson({ params: { id: place.lesson_id }, body: { custom_check_enabled: false } });
  });

  it('runs after earlier screens of the lesson, and leaves out their output', async () => {
    const client = server.client('staff');
    const lesson = await client.createLesson({ body: { sequence: 904, title: 'One after the other' } });
    const add = async (fields: object) => {
      const { screens, newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 99, type: 'code' } });
      await client.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body: fields });
      return { id: newScreenId, uuid: screens.find(({ id }) => id === newScreenId)?.uuid ?? '' };
    };
    const one = await add({ answer_code: 'print("early")\nx = 1' });
    await add({ answer_code: 'x = 2\nraise ValueError', error_okay: true });
    await add({ answer_code: 'x = x\nraise KeyError(x)' });
    const last = await add({ runs_after: 'all', answer_code: 'print(x)', dynamic_answer: true, check_output: true });
    const at = { lesson_id: lesson.id, screen_id: last.id, code: 'print(x)' };
    expect(await finished(await client.runCode({ body: at }), last.id)).toMatchObject({
      output: '2\n',
      error: null,
      check_summary: 'All passed.',
      earlier_errors: [{ name: 'screen 3', message: 'KeyError: 2' }],
    });
    const chosen = await client.runCode({ body: { ...at, draft: { runs_after: [one.uuid] } } });
    expect(await finished(chosen, last.id)).toMatchObject({ output: '1\n', error: null, earlier_errors: [] });
    const nothing = await client.runCode({ body: { ...at, draft: { runs_after: null } } });
    expect((await finished(nothing, last.id)).error).toContain('NameError');
  });

  it.each([
    {
      language: 'cli' as const,
      screens: [
        { setup_code: 'mkdir seeds', answer_code: 'cd seeds\necho 1 > a' },
        { setup_code: 'echo 2 >> seeds/a', answer_code: 'cat a; count=$(wc -l < a)\nfalse' },
      ],
      code: 'echo "$count in $PWD"\nfalse',
      output: '2 in /work/seeds\n',
      message: 'exit code 1',
      alone: ' in /work\n',
    },
    {
      language: 'sql' as const,
      screens: [{ answer_code: 'CREATE TABLE t (a int)' }, { answer_code: 'BEGIN; INSERT INTO t VALUES (3); SELECT b FROM t' }],
      code: 'SELECT max(a) AS a FROM t;\nSELECT b FROM t',
      output: '[["a"],\n[3]]\n',
      message: 'OperationalError: no such column: b',
      alone: '',
    },
  ])('runs after earlier screens in $language', async ({ language, screens, code, output, message, alone }) => {
    const client = server.client('staff');
    const lesson = await client.createLesson({ body: { sequence: language === 'sql' ? 905 : 906, title: language } });
    await client.saveLesson({ params: { id: lesson.id }, body: { language } });
    const ids: number[] = [];
    for (const fields of [...screens, { runs_after: 'all' as const }]) {
      const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 99, type: 'code' } });
      await client.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body: fields });
      ids.push(newScreenId);
    }
    const body = { lesson_id: lesson.id, screen_id: ids.at(-1) ?? 0, code };
    expect(await finished(await client.runCode({ body }), body.screen_id)).toMatchObject({
      output,
      error_line: 2,
      earlier_errors: [{ name: 'screen 2', message }],
    });
    const nothing = await finished(await client.runCode({ body: { ...body, draft: { runs_after: null } } }), body.screen_id);
    expect(nothing).toMatchObject({ output: alone, earlier_errors: [] });
  });

  it('gives the code and the answer the input of the screen', async () => {
    const inputs = 'Ada\n3';
    const reading = 'name = input("Name? ")\nprint(name * int(input()))';
    expect(await run(reading, { inputs, answer_code: reading, dynamic_answer: true, check_output: true })).toMatchObject({
      output: 'Name? Ada\n3\nAdaAdaAda\n',
      check_summary: 'All passed.',
    });
  });

  it('uses the unsaved fields of the screen, and runs its display code first if enabled', async () => {
    const draft = { display_code: 'y = 2', should_run_display_code: true };
    expect(await run('print(y)', draft)).toMatchObject({ output: '2\n', error: null });
    expect((await run('print(y)', { ...draft, should_run_display_code: false })).error).toContain('NameError');
  });

  it('runs the code that formats the output first', async () => {
    const draft = { format_code_run: 'import sys\nsys.displayhook = None\nstyle = "plain"', display_code: 'style += "!"' };
    expect(await run('print(style)', draft)).toMatchObject({ output: 'plain\n', error: null });
    expect(await run('print(style)', { ...draft, should_run_display_code: true })).toMatchObject({ output: 'plain!\n' });
  });

  it('replaces characters that the database cannot store', async () => {
    expect(await run(String.raw`print("a\0b")`)).toMatchObject({ output: 'a␀b\n', error: null });
  });

  it('rejects a screen of another lesson, and a lesson without code', async () => {
    const client = server.client('staff');
    await expect(client.runCode({ body: { ...place, screen_id: 999_999, code: '' } })).rejects.toMatchObject({ status: 404 });
    const plain = await client.createLesson({ body: { sequence: 902, title: 'Text' } });
    await client.saveLesson({ params: { id: plain.id }, body: { language: null, language_version: null } });
    const { newScreenId } = await client.createScreen({ params: { id: plain.id }, body: { sequence: 1 } });
    await expect(client.runCode({ body: { lesson_id: plain.id, screen_id: newScreenId, code: 'x' } })).rejects.toMatchObject({
      status: 422,
      message: MESSAGES.noCode,
    });
  });

  it('reports if no runner offers what the lesson needs', async () => {
    const client = server.client('staff');
    const lesson = await client.createLesson({ body: { sequence: 903, title: 'GPU' } });
    await client.saveLesson({ params: { id: lesson.id }, body: { enabled_features: ['GPU'] } });
    const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
    await expect(client.runCode({ body: { lesson_id: lesson.id, screen_id: newScreenId, code: '1' } })).rejects.toMatchObject({
      status: 503,
      message: `${MESSAGES.noRunner}: no runner offers GPU.`,
    });
  });
});

describe('checks', () => {
  beforeAll(async () => {
    const answer = await run('total = 42\nprint("The total is", total)');
    const client = server.client('staff');
    const { output, stderr, images, vars } = answer;
    await client.saveOutput({ params, body: { stdout: output, stderr, images, check_output: true } });
    await client.saveVariables({ params, body: vars });
  });

  it('pass for other code with the same result', async () => {
    expect(await run('total = 40 + 2\nprint(f"The total is {total}")')).toMatchObject({
      check_summary: 'All passed.',
      checks: { output: { enabled: true, pass: true }, variables: { enabled: true, pass: true }, custom: { enabled: false } },
    });
  });

  it('report what is wrong with each', async () => {
    const result = await run('total = 41\nprint("The total is 42")');
    expect(result).toMatchObject({
      check_summary: 'Wrong answer: 1 check(s) failed.',
      checks: { output: { pass: true }, variables: { pass: false } },
    });
    expect(result.checks.variables.results[0]).toMatchObject({ name: 'total', pass: false, expected: '42', actual: '41' });
  });

  it('count an error of the code, unless errors are okay', async () => {
    const code = 'total = 42\nprint("The total is", total)\n1/0';
    expect((await run(code)).check_summary).toBe('Wrong answer: 1 check(s) failed.');
    expect((await run(code, { error_okay: true })).check_summary).toBe('All passed.');
  });

  it('compare with a new run of the answer if it is dynamic', async () => {
    const draft = { dynamic_answer: true, answer_code: 'total = 7\nprint("now", total)' };
    expect((await run('total = 7\nprint("now", total)', draft)).check_summary).toBe('All passed.');
    expect((await run('total = 42\nprint("The total is", total)', draft)).check_summary).toBe('Wrong answer: 2 check(s) failed.');
  });
});

describe('a long run', () => {
  const ENDLESS = 'import time\nprint("started", flush=True)\ntime.sleep(600)';

  it('is polled by its user only, and can be stopped, which keeps its output', async () => {
    const client = server.client('staff');
    const stream_id = randomUUID();
    const untilPrinted = watchOutput(server.platform, stream_id);
    const reply = await client.runCode({ body: { ...place, code: ENDLESS, stream_id } });
    expect(reply).toMatchObject({ status: 'pending', queue_position: 0 });
    await untilPrinted();
    const codeRunId = reply.code_run_id;
    const address = { screenId: place.screen_id, runnerName: reply.runner_name, sessionId: reply.session_id, codeRunId };
    await expect(server.client('owner').getCodeRunResults({ params: address })).rejects.toMatchObject({ status: 404 });
    await expect(server.client('owner').stopRun({ params: { codeRunId } })).rejects.toMatchObject({ status: 404 });
    await client.stopRun({ params: { codeRunId } });
    expect(await client.getCodeRunResults({ params: address })).toMatchObject({
      status: 'done',
      output: 'started\n',
      error: MESSAGES.stopped,
      check_summary: null,
    });
    await client.stopRun({ params: { codeRunId } });
  });

  it('is found before its row is in the database', async () => {
    const client = server.client('staff');
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const lock = server.platform.db.transaction().execute(async (tx) => {
      // Others read the table, and wait to write to it.
      await sql`lock table runs in exclusive mode`.execute(tx);
      locked();
      await isOver;
    });
    await isLocked;
    const reply = await client.runCode({ body: { ...place, code: ENDLESS } });
    const params = { screenId: place.screen_id, runnerName: reply.runner_name, sessionId: reply.session_id, codeRunId: reply.code_run_id };
    expect(await client.getCodeRunResults({ params })).toMatchObject({ status: 'pending' });
    await expect(server.client('owner').getCodeRunResults({ params })).rejects.toMatchObject({ status: 404 });
    end();
    await lock;
    await client.stopRun({ params: { codeRunId: reply.code_run_id } });
  });

  it('publishes its events from its start', async () => {
    const url = (await server.listen()).replace('http', 'ws');
    const socket = new WebSocket(`${url}/api/live`, { headers: server.headers('staff') } as never);
    const streamId = randomUUID();
    const events: string[] = [];
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const [subscribed, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    socket.addEventListener('message', ({ data }) => {
      const { event } = JSON.parse(String(data)) as { event?: { type: string; text?: string } };
      if (event === undefined) return subscribed.resolve();
      events.push(event.type === 'stdout' ? `stdout ${event.text}` : event.type);
      if (event.type === 'finished') finished.resolve();
    });
    // The error about the second one proves that the first subscription was processed.
    for (const topic of [`run:${streamId}`, 'nothing:1']) socket.send(JSON.stringify({ type: 'subscribe', topic }));
    await subscribed.promise;
    await server
      .client('staff')
      .runCode({ body: { ...place, code: 'import time\nprint("one", flush=True)\ntime.sleep(0.3)\nprint("two")', stream_id: streamId } });
    await finished.promise;
    socket.close();
    expect(events[0]).toMatch(/queued|started/);
    expect(events.filter((entry) => entry.startsWith('stdout')).join('')).toMatch(/one[^]*two/);
    expect(events.at(-1)).toBe('finished');
    await expect(server.client('owner').runCode({ body: { ...place, code: '1', stream_id: streamId } })).rejects.toMatchObject({
      status: 422,
    });
  });
});

describe('after a restart', () => {
  it('an open run of the earlier server is lost, with the reason', async () => {
    const reply = await server.client('staff').runCode({ body: { ...place, code: 'import time; time.sleep(600)' } });
    const restarted = new Runs(server.platform);
    await restarted.recover();
    const address = { screenId: place.screen_id, runnerName: reply.runner_name, sessionId: reply.session_id, codeRunId: reply.code_run_id };
    await expect(server.client('staff').getCodeRunResults({ params: address })).rejects.toMatchObject({
      status: 503,
      message: MESSAGES.restarted,
    });
    await server.client('staff').stopRun({ params: { codeRunId: reply.code_run_id } });
    await restarted.close();
  });
});

it('a run that its server stopped ends with the reason, and not as if its user had stopped it', async () => {
  const ending = new Runs(server.platform);
  const running = async () =>
    (await server.platform.db.selectFrom('runs').select('id').where('state', '=', 'running').execute()).map(({ id }) => id);
  const before = await running();
  const started = ending.start(server.users.staff as Actor, { ...place, code: 'import time; time.sleep(600)' });
  await vi.waitUntil(async () => (await running()).some((id) => !before.includes(id)), { timeout: 300_000 });
  await ending.close();
  await expect(started.then((reply) => finished(reply))).rejects.toMatchObject({ message: MESSAGES.restarted });
});

it('the features that any runner offers are listed', async () => {
  const list = () => server.client('external').listRunnerFeatures();
  expect(await list()).toEqual([]);
  const [state] = await server.platform.runners.health();
  const offering = (...requirements: string[]) => ({ ...state!, health: { ...state!.health!, requirements } });
  const away = { name: 'away', health: null, reason: 'not up' };
  const spy = vi.spyOn(server.platform.runners, 'health').mockResolvedValue([offering('GPU', 'Other'), away, offering('Excel')]);
  expect(await list()).toEqual(['GPU', 'Excel']);
  spy.mockRestore();
});

it('the languages that runners can run are listed with their versions', async () => {
  const { versions, reason } = await server.client('external').getRunnerLanguages();
  const [state] = await server.platform.runners.health();
  expect(versions.python).toEqual(state?.health?.languages.python.versions);
  expect(versions.sql).toEqual([]);
  expect(reason).toBeNull();
  await expect(server.client('nobody').getRunnerLanguages()).rejects.toMatchObject({ status: 401 });
});
