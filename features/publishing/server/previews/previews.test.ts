import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import type { Given } from '#features/questions/contract/kinds/asks.ts';
import { kindOf } from '#features/questions/contract/kinds/kinds.ts';
import { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { ALL_PASSED, type RunReply } from '#features/runs/contract/runs.ts';
import { startApplications, type Applications } from '#features/runs/server/applications/listener.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import { drawsOf } from '#features/screens/rules/values/draw-values.ts';
import { markBuilt } from '#testing/mark-built.ts';
import { markPassed } from '#testing/mark-passed.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { PreviewLesson, PreviewRun } from '../../contract/previews.ts';
import { readSnapshot } from '../deploys/read-snapshot.ts';
import { MESSAGES } from './messages.ts';
import { PreviewPages } from './preview-pages.ts';

// Deploys every sample lesson and uses it as a learner, through the origin of the applications; nothing that is sent
// may contain an answer.

let server: TestServer;
let applications: Applications;
let webFolder: string;
let lessons: LessonRow[];
/** Every body sent to a learner, by lesson number. */
const sent = new Map<number, string[]>();
const VISITOR = '11111111-1111-4111-8111-111111111111';

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'lessonwright-web-'));
  await writeFile(join(webFolder, 'index.html'), '<title>product</title>');
  await writeFile(join(webFolder, 'preview.html'), '<title>preview</title>');
  server = await startTestServer({
    hasRunner: true,
    hasWorkers: 'without git',
    sampleFolder: 'app/server/sample-content',
    env: { LESSONWRIGHT_APPLICATIONS_PORT: '0', LESSONWRIGHT_WEB: webFolder },
  });
  await server.app.ready();
  applications = await startApplications(server.platform, new PreviewPages(server.app, server.platform));
  const client = server.client('staff');
  await vi.waitUntil(async () => (await client.listLessons()).length >= 7, { timeout: 300_000 });
  lessons = await client.listLessons();
});
afterAll(async () => {
  await applications?.close();
  await server?.close();
  await rm(webFolder, { recursive: true, force: true });
});

interface Opened {
  readonly token: string;
  readonly lesson: PreviewLesson;
  readonly screens: Screen[];
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
}

/** A call of the learner's page. */
async function visit(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${applications.port}${path}`, init);
}

async function deploy(id: number): Promise<number> {
  const client = server.client('staff');
  const { build_number } = await client.startDeploy({ params: { id }, body: {} });
  const ended = await vi.waitUntil(
    async () => {
      const found = await client.getDeploy({ params: { id, buildNumber: build_number }, query: {} });
      return found.deploy.status === 'running' ? null : found;
    },
    { timeout: 300_000, interval: 50 },
  );
  expect(ended).toMatchObject({ deploy: { status: 'succeeded', error: null, is_kept: true } });
  return build_number;
}

const opened = new Map<number, Promise<Opened>>();

/** A sample lesson, deployed and opened through a share link. */
function open(sequence: number): Promise<Opened> {
  const known = opened.get(sequence) ?? openNow(sequence);
  opened.set(sequence, known);
  return known;
}

async function openNow(sequence: number): Promise<Opened> {
  const row = lessons.find((lesson) => lesson.sequence === sequence);
  if (!row) throw new Error(`There is no sample lesson ${sequence}.`);
  return openLesson(row.id, sequence);
}

async function openLesson(id: number, sequence: number): Promise<Opened> {
  const client = server.client('staff');
  await markBuilt(server.platform, id);
  await markPassed(server.platform, id);
  const build_number = await deploy(id);
  const { url } = await client.createShareLink({ params: { id }, body: { build_number } });
  const token = url.split('/').at(-1) ?? '';
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await visit(`/api/preview/${token}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    sent.set(sequence, [...(sent.get(sequence) ?? []), text]);
    if (!reply.ok) throw new Error(`${reply.status} ${text}`);
    return JSON.parse(text) as T;
  };
  return { token, call, lesson: await call<PreviewLesson>('GET', ''), screens: await client.listScreens({ params: { id } }) };
}

async function run(own: Opened & { visitor?: string }, screen: number, code: string, submit: boolean, inputs?: string) {
  const body = { visitor: own.visitor ?? VISITOR, code, submit, inputs };
  return await ended(own, await own.call<PreviewRun>('POST', `/screens/${screen}/run`, body));
}

async function ended(own: Opened, first: PreviewRun) {
  let reply = first;
  while (reply.status === 'pending') {
    await new Promise((resolve) => setTimeout(resolve, 100));
    reply = await own.call<PreviewRun>('GET', `/runs/${reply.run_id}`);
  }
  return reply;
}

const SAMPLES = [101, 102, 103, 104, 105, 106, 107];

describe('every sample lesson', () => {
  it.each(SAMPLES)('%i is shown completely, without its answers', async (sequence) => {
    const { lesson, screens } = await open(sequence);
    expect(lesson.screens.map(({ title, type }) => ({ title, type }))).toEqual(screens.map(({ title, type }) => ({ title, type })));
    expect(lesson.screens.some(({ body_html }) => body_html.includes('<p>'))).toBe(true);
    const begun = (all: readonly { type: string; initial_code: string }[]) =>
      all.filter(({ type }) => type === 'code').map(({ initial_code }) => initial_code);
    expect(begun(lesson.screens)).toEqual(begun(screens));
  });

  // Python, SQL and R. Every answer and initial code of the samples is run in sample-answers.test.ts.
  it.each([101, 105, 106])('%i checks code: the answer passes, the initial code does not', async (sequence) => {
    const own = await open(sequence);
    const index = own.lesson.screens.findIndex(({ type, is_checked }) => type === 'code' && is_checked);
    const { answer_code = '', initial_code = '' } = own.screens[index] ?? {};
    expect((await run(own, index + 1, answer_code, true)).verdict).toMatchObject({ is_correct: true });
    const wrong = await run(own, index + 1, initial_code, true);
    expect(wrong.verdict).toMatchObject({ is_correct: false });
    expect(wrong.verdict?.checks.some(({ pass, feedback }) => !pass && feedback !== null) || wrong.error !== null).toBe(true);
    // A run that is not submitted is not judged.
    expect((await run(own, index + 1, initial_code, false)).verdict).toBeNull();
  });

  it('lets a run that is not submitted read lines of the learner', async () => {
    const own = await open(101);
    const screen = own.lesson.screens.findIndex(({ can_run }) => can_run) + 1;
    expect((await run(own, screen, 'print(input() + "!")', false, 'Ada')).output).toBe('Ada\nAda!\n');
    expect((await run(own, screen, 'print(input() + "!")', true, 'Ada')).error).toContain('EOFError');
  });

  it('leads on to its assessment and to the next lesson of its course', async () => {
    const { lesson } = await open(101);
    expect(lesson.next).toEqual({
      lesson: { sequence: 102, title: expect.any(String), course: 'First Steps with Data in Python' },
      assessment: { sequence: 103, title: expect.any(String) },
    });
  });

  it('answers to questions are graded option by option', async () => {
    const own = await open(101);
    const index = own.screens.findIndex(({ multipleChoiceQuestions }) => multipleChoiceQuestions.length > 0);
    const [question] = own.screens[index]?.multipleChoiceQuestions ?? [];
    const valid = question?.answer_options.flatMap((option, at) => (option.valid ? [at] : [])) ?? [];
    const wrong = question?.answer_options.findIndex((option) => !option.valid) ?? -1;
    expect(await own.call('POST', `/screens/${index + 1}/answer`, { question: 0, picked: valid })).toMatchObject({ is_correct: true });
    const verdict = await own.call<{ picked: { index: number }[] }>('POST', `/screens/${index + 1}/answer`, {
      question: 0,
      picked: [wrong],
    });
    expect(verdict).toMatchObject({ is_correct: false, picked: [{ index: wrong, valid: false }] });
    expect(verdict.picked).toHaveLength(1);
  });

  it('an assessment shows results only after submission, by skill', async () => {
    const own = await open(103);
    expect(own.lesson.is_assessment).toBe(true);
    const answers: { screen: number; question: number; picked: number[]; given: Given }[] = [];
    const runs: { screen: number; run_id: string }[] = [];
    for (const [index, screen] of own.screens.entries()) {
      for (const [question, { answer_options, task }] of screen.multipleChoiceQuestions.entries()) {
        const picked = answer_options.flatMap((option, at) => (option.valid ? [at] : []));
        const given = task === null ? [] : kindOf(task).solution(task, '');
        answers.push({ screen: index + 1, question, picked, given });
        await expect(own.call('POST', `/screens/${index + 1}/answer`, { question, picked, given })).rejects.toThrow(/^Error: 422|^422/);
      }
      if (screen.type !== 'code') continue;
      const { verdict, run_id } = await run(own, index + 1, screen.answer_code, true);
      expect(verdict).toBeNull();
      runs.push({ screen: index + 1, run_id });
    }
    const all = await own.call<{ right: number; total: number; skills: { points: number; of: number }[] }>('POST', '/grade', {
      answers,
      runs,
    });
    expect(all.right).toBe(all.total);
    expect(all.skills.length).toBeGreaterThan(0);
    expect(all.skills.every(({ points, of }) => points === of && of > 0)).toBe(true);
    type None = { right: number; skills: { points: number }[]; review: { sequence: number } | null };
    const none = await own.call<None>('POST', '/grade', { answers: [], runs: [] });
    expect(none).toMatchObject({ right: 0, review: { sequence: 101, title: expect.any(String) } });
    expect(none.skills.every(({ points }) => points === 0)).toBe(true);
  });

  it('a terminal of the command line is opened, typed in and checked', async () => {
    const own = await open(107);
    const index = own.screens.findIndex(({ type }) => type === 'code');
    const screen = own.screens[index];
    const body = { visitor: VISITOR, columns: 80, rows: 24 };
    const { url } = await own.call<{ url: string }>('POST', `/screens/${index + 1}/terminal`, body);
    const typed = await typeInto(url, `${screen?.answer_code ?? ''}\n`);
    expect(typed).toContain('learner@lesson');
    const lines = typed
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/\u001b\[[?0-9;]*[A-Za-z]/g, '')
      .split(/\r?\n/);
    const { verdict } = await own.call<{ verdict: { is_correct: boolean } }>('POST', `/screens/${index + 1}/terminal/check`, {
      visitor: VISITOR,
      terminal_lines: lines,
    });
    expect(verdict.is_correct).toBe(true);
    // Another visitor's terminal can't be reached through another link.
    const other = await open(105);
    const stolen = url.replace(own.token, other.token);
    await expect(typeInto(stolen, 'ls\n')).rejects.toThrow('Terminal not found.');
  });

  it('a terminal of the command line opens after the answers of earlier screens, and ends with its link', async () => {
    const client = server.client('staff');
    const { id } = await client.createLesson({ body: { sequence: 907, title: 'Gardens' } });
    await client.saveLesson({ params: { id }, body: { language: 'cli' } });
    for (const fields of [{ answer_code: 'mkdir garden; cd garden; tool=spade' }, { runs_after: 'all' as const, answer_code: 'pwd' }]) {
      const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: 99, type: 'code' } });
      await client.saveScreen({ params: { lessonId: id, screenId: newScreenId }, body: { title: 'Garden', ...fields } });
    }
    await markBuilt(server.platform, id);
    const { url } = await client.createShareLink({ params: { id }, body: { build_number: await deploy(id) } });
    const reply = await visit(`/api/preview/${url.split('/').at(-1)}/screens/2/terminal`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ visitor: VISITOR, columns: 80, rows: 24 }),
    });
    const terminal = (await reply.json()) as { url: string };
    expect(await typeInto(terminal.url, 'echo "$tool in $PWD"\n')).toContain('spade in /work/garden');

    const socket = new WebSocket(`ws://127.0.0.1:${applications.port}${terminal.url}`);
    await once(socket, 'message');
    const [link] = await client.listShareLinks({ params: { id } });
    await client.revokeShareLink({ params: { id, linkId: link?.id ?? 0 } });
    expect((await once(socket, 'close'))[0]).toBe(4001);
  });

  it('no response contains an answer, a check or a valid option', async () => {
    for (const sequence of SAMPLES) {
      const { screens } = await open(sequence);
      const all = (sent.get(sequence) ?? []).join('\n');
      const [whole = ''] = sent.get(sequence) ?? [];
      expect(all.length).toBeGreaterThan(500);
      for (const { title, answer_code, initial_code, display_code, custom_check_code, legacy_check_code, check_val } of screens) {
        const secrets = [custom_check_code, legacy_check_code, check_val ?? '', answer_code === initial_code ? '' : answer_code];
        for (const secret of secrets.map((text) => text.trim()).filter((text) => text.length > 12 && !display_code.includes(text))) {
          const escaped = JSON.stringify(secret).slice(1, -1);
          expect({ sequence, title, leaks: all.includes(escaped) }).toEqual({ sequence, title, leaks: false });
        }
      }
      for (const word of ['"valid"', '"feedback_message"', 'answer_code', 'check_code', 'answer_output', 'check_val', '"expected"']) {
        expect({ sequence, word, isThere: whole.includes(word) }).toEqual({ sequence, word, isThere: false });
      }
      expect(all).not.toContain('"expected"');
    }
  });
});

it('shows the solution after as many tries as the author says, and the words for success only once it is right', async () => {
  const client = server.client('staff');
  const { id } = await client.createLesson({ body: { sequence: 952, title: 'Sums' } });
  await client.saveLesson({ params: { id }, body: { language: 'python', language_version: '3.11' } });
  const { newScreenId: screenId } = await client.createScreen({ params: { id }, body: { sequence: 1, type: 'code' } });
  const params = { lessonId: id, screenId };
  const texts = { answer_code: 'print(20 + 22)', success_markdown: 'You can **add**.' };
  await client.saveScreen({ params, body: { title: 'Add', solution_after: 2, ...texts } });
  await client.saveOutput({ params, body: { stdout: '42\n', check_output: true } });
  const own = await openLesson(id, 952);
  const solution = (visitor = VISITOR) => own.call('GET', `/screens/1/solution?visitor=${visitor}`);
  expect(JSON.stringify(own.lesson)).not.toMatch(/20 \+ 22|You can/);
  await expect(solution()).rejects.toThrow('Submit 2 more times to see the solution.');
  expect((await run(own, 1, 'print(1)', true)).verdict).toMatchObject({ is_correct: false });
  await run(own, 1, 'print(1)', false);
  await expect(solution()).rejects.toThrow('Submit once more to see the solution.');
  const right = await run(own, 1, 'print(42)', true);
  expect(right.verdict).toMatchObject({ is_correct: true, success_html: expect.stringContaining('<strong>add</strong>') });
  expect(await solution()).toEqual({ code: 'print(20 + 22)' });
  await expect(solution('22222222-2222-4222-8222-222222222222')).rejects.toThrow('Submit 2 more times');
  const { token } = await open(105);
  expect((await visit(`/api/preview/${token}/screens/1/solution?visitor=${VISITOR}`)).status).toBe(422);
});

it('gives each learner values of their own, and judges answers and code by them', async () => {
  const client = server.client('staff');
  const { id } = await client.createLesson({ body: { sequence: 953, title: 'Values' } });
  await client.saveLesson({ params: { id }, body: { language: 'python', language_version: '3.11' } });
  const { newScreenId: screenId } = await client.createScreen({ params: { id }, body: { sequence: 1, type: 'code' } });
  const params = { lessonId: id, screenId };
  const answer_code = 'n = {{n}}\nprint(n * 2)';
  const texts = { values: 'n = 1..1000', body_markdown: 'Twice {{ n }}? {{ other }}', initial_code: 'n = {{n}}', answer_code };
  const { uuid } = await client.saveScreen({ params, body: { title: 'Twice {{ n }}', ...texts } });
  const task = { kind: 'number', value: 'n * 2', tolerance: '', tolerance_type: 'absolute', unit: '', allows_formula: false } as const;
  await client.createQuestion({ params, body: { question: '2 × {{n}}?', task: { ...task, feedback: [] } } });
  const lines = ['a = {{n}}', 'b = 2', 'print(a * b)'].map((text) => ({ text }));
  const order = { kind: 'order', is_code: true, accepts_other_orders: true, lines } as const;
  await client.createQuestion({ params, body: { question: 'Order', task: QuestionTask.parse(order) } });
  const author = Number(drawsOf(texts.values, 1)[0]?.get('n'));
  await client.saveOutput({ params, body: { stdout: `${author * 2}\n`, check_output: true } });
  let ran: RunReply = await client.runCode({ body: { lesson_id: id, screen_id: screenId, code: answer_code } });
  while (ran.status === 'pending') {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { code_run_id: codeRunId, session_id: sessionId, runner_name: runnerName } = ran;
    ran = await client.getCodeRunResults({ params: { screenId, runnerName, sessionId, codeRunId } });
  }
  expect(ran).toMatchObject({ output: `${author * 2}\n`, check_summary: ALL_PASSED });
  const after = await client.createScreen({ params: { id }, body: { sequence: 2, type: 'code' } });
  const later = { lessonId: id, screenId: after.newScreenId };
  const followed = { runs_after: 'all', starts_from: uuid, answer_code: 'print(n + 1)' } as const;
  await client.saveScreen({ params: later, body: { title: 'One more', ...followed } });
  await client.saveOutput({ params: later, body: { stdout: `${author + 1}\n`, check_output: true } });
  const own = await openLesson(id, 953);
  const seen = async (visitor: string) => {
    const { screens } = await own.call<PreviewLesson>('GET', visitor === '' ? '' : `?visitor=${visitor}`);
    const n = Number(/\d+/.exec(screens[0]?.body_html ?? '')?.[0]);
    const shown = { body_html: `<p>Twice ${n}? {{ other }}</p>\n`, title: `Twice ${n}`, initial_code: `n = ${n}` };
    // Its recorded output is of the author's values, so everybody begins with their answer.
    const begun = { initial_code: `n = ${author}\nprint(n * 2)`, starts_from: null };
    expect(screens).toEqual([expect.objectContaining(shown), expect.objectContaining(begun)]);
    expect(screens[0]?.questions[0]?.question_html).toContain(`2 × ${n}?`);
    return n;
  };
  const drawn: { visitor: string; n: number }[] = [];
  for (let at = 10; at < 40; at++) {
    const visitor = VISITOR.replace(/^../, String(at));
    drawn.push({ visitor, n: await seen(visitor) });
  }
  expect(new Set(drawn.map(({ n }) => n)).size).toBeGreaterThan(5);
  expect(await seen('')).toBe(author);
  const { visitor, n } = drawn.find((each) => each.n !== author) ?? { visitor: '', n: 0 };
  expect(await seen(visitor)).toBe(n);
  const answer = (given: number) => own.call('POST', '/screens/1/answer', { visitor, question: 0, given: [String(given)] });
  expect(await answer(n * 2)).toMatchObject({ is_correct: true });
  expect(await answer(author * 2)).toMatchObject({ is_correct: false });
  const submitted = async (code: string) => (await run({ ...own, visitor }, 1, code, true)).verdict;
  expect(await submitted(`print(${n} * 2)`)).toMatchObject({ is_correct: true });
  expect(await submitted(`print(${author} * 2)`)).toMatchObject({ is_correct: false });
  // Another order of lines is judged by the check, with the same values.
  const { screens: seenBy } = await own.call<PreviewLesson>('GET', `?visitor=${visitor}`);
  const ask = seenBy[0]?.questions[1]?.ask;
  const ordered = async (...texts: string[]) => {
    if (ask?.kind !== 'order') throw new Error('The lines are missing.');
    expect(ask.lines_html?.[ask.lines.indexOf('b = 2')]).toContain('hljs-number');
    const body = { visitor, question: 1, given: texts.map((text) => String(ask.lines.indexOf(text))) };
    expect(await own.call('POST', '/screens/1/answer', body)).toMatchObject({ is_correct: false, needs_run: true });
    return await ended(own, await own.call<PreviewRun>('POST', '/screens/1/answer/run', body));
  };
  expect(await ordered('b = 2', `a = ${n}`, 'print(a * b)')).toMatchObject({ output: `${n * 2}\n`, verdict: { is_correct: true } });
  expect(await ordered('b = 2', 'print(a * b)', `a = ${n}`)).toMatchObject({
    error: expect.stringContaining('NameError') as string,
    verdict: { is_correct: false },
  });
  await expect(own.call('POST', '/screens/1/answer/run', { visitor, question: 1, given: ['0'] })).rejects.toThrow(MESSAGES.noAnswerRun);
  expect((await run({ ...own, visitor }, 2, 'print(1 + n)', true)).verdict).toMatchObject({ is_correct: true });
});

describe('the page', () => {
  it("has its own origin with a strict policy, sets no cookie, and ignores the author's sign-in", async () => {
    const { token, lesson } = await open(105);
    const page = await visit(`/preview/${token}`);
    expect([page.status, await page.text()]).toEqual([200, '<title>preview</title>']);
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self';.*frame-ancestors 'none'/);
    expect(page.headers.get('content-security-policy')).toContain(
      'frame-src https://www.youtube-nocookie.com https://www.youtube.com https://player.vimeo.com https://fast.wistia.net https://www.loom.com;',
    );
    expect(page.headers.get('content-security-policy')).toContain('; media-src https:;');
    expect(page.headers.get('set-cookie')).toBeNull();
    // Even with an author's token, calls at this origin are anonymous: the rest of the API doesn't exist here.
    const asAuthor = { ...server.headers('owner'), cookie: 'session=anything' };
    expect((await visit(`/api/preview/${token}`, { headers: asAuthor })).status).toBe(200);
    expect((await visit('/api/user', { headers: asAuthor })).status).toBe(404);
    expect((await visit(`/api/preview/../user`, { headers: asAuthor })).status).toBe(404);
    const elsewhere = { 'content-type': 'application/json', origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const foreign = await visit(`/api/preview/${token}/grade`, { method: 'POST', headers: elsewhere, body: '{"answers":[],"runs":[]}' });
    expect(foreign.status).toBe(403);
    expect(lesson.build_number).toBe(1);
  });
});

describe('links', () => {
  it('are created for one build, listed, revoked and expire, with a clear message each', async () => {
    const { token } = await open(106);
    const id = lessons.find(({ sequence }) => sequence === 106)?.id ?? 0;
    const client = server.client('staff');
    const second = await client.createShareLink({ params: { id }, body: { build_number: 1, days: 3 } });
    expect(second.url).toMatch(/\/preview\/[\w-]{43}$/);
    const listed = await client.listShareLinks({ params: { id } });
    expect(listed.map((link) => link.id)).toContain(second.id);
    expect(JSON.stringify(listed)).not.toContain(second.url.split('/').at(-1));
    expect(listed.find((link) => link.id !== second.id)?.opened_at).not.toBeNull();
    const rest = await client.revokeShareLink({ params: { id, linkId: second.id } });
    expect(rest.map((link) => link.id)).not.toContain(second.id);
    const revoked = await visit(`/api/preview/${second.url.split('/').at(-1)}`);
    expect([revoked.status, await revoked.json()]).toMatchObject([404, { code: 'not_found', error: expect.stringContaining('revoked') }]);
    await server.platform.db
      .updateTable('preview_links')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('revoked_at', 'is', null)
      .where('deploy_id', 'in', (from) => from.selectFrom('deploys').select('id').where('lesson_id', '=', id))
      .execute();
    const expired = await visit(`/api/preview/${token}`);
    expect([expired.status, await expired.json()]).toMatchObject([404, { error: expect.stringContaining('expired') }]);
    const unknown = await visit('/api/preview/nothing');
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { error: expect.stringContaining('Preview not found') }]);
    await expect(client.createShareLink({ params: { id }, body: { build_number: 1, days: 0 } })).rejects.toMatchObject({ status: 400 });
    await expect(client.createShareLink({ params: { id }, body: { build_number: 99 } })).rejects.toMatchObject({ status: 404 });
    // The links of a person end with their access.
    const person = await server.newPerson();
    const link = await person.client.createShareLink({ params: { id }, body: { build_number: 1 } });
    const theirs = link.url.split('/').at(-1);
    expect((await visit(`/api/preview/${theirs}`)).status).toBe(200);
    await server.platform.db.updateTable('users').set({ revoked_at: new Date() }).where('id', '=', person.user.id).execute();
    expect((await visit(`/api/preview/${theirs}`)).status).toBe(404);
  });

  it('open a build unchanged, even if its lesson changes', async () => {
    const client = server.client('staff');
    const { id } = await client.createLesson({ body: { sequence: 950, title: 'As it was' } });
    const { newScreenId: screenId } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
    await client.saveScreen({ params: { lessonId: id, screenId }, body: { title: 'First', body_markdown: 'before' } });
    const build = await deploy(id);
    expect(await client.listDeploys({ params: { id } })).toMatchObject([{ changes_since: 0 }]);
    await client.saveScreen({ params: { lessonId: id, screenId }, body: { body_markdown: 'after' } });
    expect(await client.listDeploys({ params: { id } })).toMatchObject([{ changes_since: 1 }]);
    const { url } = await client.openPreview({ params: { id, buildNumber: build } });
    const shown = (await (await visit(`/api/preview/${url.split('/').at(-1)}`)).json()) as PreviewLesson;
    expect(shown.screens[0]?.body_html).toContain('before');
    const { snapshot } = await server.platform.db
      .selectFrom('deploys')
      .select('snapshot')
      .where('lesson_id', '=', id)
      .executeTakeFirstOrThrow();
    expect((await readSnapshot(server.platform.blobs, snapshot ?? '')).screens).toHaveLength(1);
    expect(await client.listShareLinks({ params: { id } })).toEqual([]);
  });
});

describe('a problem that a learner reports', () => {
  const report = (own: Opened, screen: number, text: string, visitor = VISITOR) =>
    own.call('POST', `/screens/${screen}/report`, { visitor, text });

  it('is a comment on the screen, as plain text, with one notification an hour', async () => {
    const own = await open(101);
    const client = server.client('staff');
    const [first, second] = own.screens;
    const before = (await client.listNotifications({ query: {} })).notifications.length;
    await report(own, 1, 'It says **3**.\n<img src=x onerror=alert(1)> @owner');
    await report(own, 2, 'Here, too.');
    const [comment] = await client.listScreenComments({ params: { id: first?.id ?? 0 } });
    expect(comment).toMatchObject({ is_from_learner: true, user: { name: 'A learner' }, mandatory: false, quote: null });
    expect(comment?.comment_html).not.toMatch(/<(?!\/?p|br)/);
    expect(comment?.comment_html).toContain('**3**');
    expect(await client.listScreenComments({ params: { id: second?.id ?? 0 } })).toMatchObject([{ comment: 'Here, too.' }]);
    const { notifications } = await client.listNotifications({ query: {} });
    expect(notifications.length).toBe(before + 1);
    expect(notifications[0]).toMatchObject({ kind: 'reply', actor: null, details: { is_from_learner: true, screen: { sequence: 1 } } });
    // Who made the link completes it.
    expect(await client.completeComment({ params: { id: comment?.id ?? 0 } })).toMatchObject({ completed: true });
  });

  it('is refused if it is empty, too long or sent too often, and without a link', async () => {
    const own = await open(101);
    await expect(report(own, 1, '  ')).rejects.toThrow('400');
    await expect(report(own, 1, 'x'.repeat(2_001))).rejects.toThrow('2,000 characters');
    await expect(report(own, 99, 'x')).rejects.toThrow('404');
    const visitor = '22222222-2222-4222-8222-222222222222';
    for (let count = 0; count < 10; count++) await report(own, 1, `Problem ${count}`, visitor);
    await expect(report(own, 1, 'One more', visitor)).rejects.toThrow('429');
    const body = JSON.stringify({ visitor, text: 'x' });
    const headers = { 'content-type': 'application/json' };
    expect((await visit('/api/preview/unknown/screens/1/report', { method: 'POST', headers, body })).status).toBe(404);
  });
});

/** The terminal's output after typing a text, up to the next prompt. */
function typeInto(path: string, text: string): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${applications.port}${path}`);
  let shown = '';
  let isTyped = false;
  return new Promise<string>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) {
        const message = JSON.parse(data.toString('utf8')) as { type: string; error?: string };
        if (message.type === 'error') reject(new Error(message.error));
        return;
      }
      shown += data.toString('utf8');
      const prompts = shown.split('learner@lesson').length - 1;
      if (prompts >= 1 && !isTyped) {
        isTyped = true;
        socket.send(Buffer.from(text));
      }
      if (prompts > text.trim().split('\n').length) resolve(shown);
    });
  }).finally(() => socket.close());
}
