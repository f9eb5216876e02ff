import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LESSON_FIELDS, SCREEN_FIELDS } from '#features/content-model/rules/field-documents.ts';
import type { Snapshot } from '#features/publishing/server/deploys/snapshot.ts';
import { screenAt } from '#features/publishing/server/previews/open-build.ts';
import { previewRunContext } from '#features/publishing/server/previews/preview-run-context.ts';
import { showLesson } from '#features/publishing/server/previews/show-lesson.ts';
import { StoredBuilds } from '#features/publishing/server/previews/stored-builds.ts';
import type { RunReply } from '#features/runs/contract/runs.ts';
import { runRequest } from '#features/runs/server/run-request.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

// A lesson, its screen, their revisions and its build as a version would have stored them that did not know some of today's fields.

/** They are at their defaults, so that nothing but their absence is new. With them all fields that later versions have added. */
const NOT_KNOWN = ['chat_prompt', 'initially_passing', ...laterFields(SCREEN_FIELDS)];
const NOT_KNOWN_OF_LESSON = ['app_ports', 'is_beta', ...laterFields(LESSON_FIELDS)];

function laterFields({ schema, first }: Pick<typeof SCREEN_FIELDS, 'schema' | 'first'>): string[] {
  return Object.keys(schema.shape).filter((field) => !first.includes(field));
}

let server: TestServer;
let place: { lessonId: number; screenId: number };
/** The revision of the screen that others edit from. */
let earlier: number;
let buildNumber: number;

beforeAll(async () => {
  server = await startTestServer({ hasRunner: true, hasWorkers: 'without git' });
  const client = server.client('staff');
  const { id } = await client.createLesson({ body: { sequence: 800, title: 'From before' } });
  const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
  place = { lessonId: id, screenId: newScreenId };
  const code = { type: 'code', answer_code: 'print(7)', check_output: true, instructions_markdown: 'one\n\ntwo\n\nthree\n' } as const;
  const first = await client.saveScreen({ params: place, body: { title: 'Seven', ...code } });
  earlier = first.revision;
  await client.saveOutput({ params: place, body: { stdout: '7\n', check_output: true } });
  buildNumber = (await client.startDeploy({ params: { id }, body: {} })).build_number;
  await vi.waitUntil(
    async () => {
      const { deploy } = await client.getDeploy({ params: { id, buildNumber }, query: {} });
      return deploy.status !== 'running';
    },
    { timeout: 300_000 },
  );
  await forgetFields();
});
afterAll(async () => {
  await server?.close();
});

async function forgetFields(): Promise<void> {
  const { db, blobs } = server.platform;
  await sql`update screens set fields = fields - ${NOT_KNOWN}::text[]`.execute(db);
  await sql`update revisions set fields = fields - ${[...NOT_KNOWN, ...NOT_KNOWN_OF_LESSON]}::text[]`.execute(db);
  await sql`update lessons set fields = fields - ${NOT_KNOWN_OF_LESSON}::text[]`.execute(db);
  const { snapshot } = await db.selectFrom('deploys').select('snapshot').executeTakeFirstOrThrow();
  const build = JSON.parse(Buffer.from(await blobs.get(snapshot ?? '')).toString('utf8')) as Snapshot;
  for (const { fields } of build.screens) for (const field of NOT_KNOWN) delete (fields as Record<string, unknown>)[field];
  for (const field of NOT_KNOWN_OF_LESSON) delete (build.lesson as Record<string, unknown>)[field];
  const { sha256 } = await blobs.put(Buffer.from(JSON.stringify(build)));
  await db.updateTable('deploys').set({ snapshot: sha256 }).execute();
}

describe('documents of an earlier version', () => {
  it('open, with defaults for missing fields', async () => {
    const client = server.client('staff');
    expect(await client.getScreen({ params: place })).toMatchObject({ title: 'Seven', chat_prompt: '', initially_passing: false });
    expect(await client.getLesson({ params: { id: place.lessonId } })).toMatchObject({ app_ports: [], is_beta: false });
    expect(await client.listScreens({ params: { id: place.lessonId } })).toHaveLength(1);
  });

  it('run', async () => {
    const client = server.client('staff');
    let reply: RunReply = await client.runCode({ body: { lesson_id: place.lessonId, screen_id: place.screenId, code: 'print(7)' } });
    while (reply.status === 'pending') {
      const { code_run_id: codeRunId, session_id: sessionId, runner_name: runnerName } = reply;
      await sleep(50);
      reply = await client.getCodeRunResults({ params: { screenId: place.screenId, runnerName, sessionId, codeRunId } });
    }
    expect(reply).toMatchObject({ status: 'done', output: '7\n', error: null });
  });

  it('can be previewed, and their build runs', async () => {
    const client = server.client('staff');
    const { url } = await client.openPreview({ params: { id: place.lessonId, buildNumber } });
    const token = url.split('/').at(-1) ?? '';
    const build = await new StoredBuilds(server.platform).open(token);
    expect(showLesson(build, token, { lesson: null, assessment: null })).toMatchObject({
      title: 'From before',
      screens: [{ title: 'Seven', is_checked: true }],
    });
    const screen = screenAt(build.snapshot, 1);
    expect(screen.fields).toMatchObject({ chat_prompt: '', initially_passing: false });
    const submission = { context: previewRunContext(build.snapshot, screen), session: null, code: 'print(7)', isApplication: false };
    expect(runRequest({ id: 'a', user_id: 1 }, submission, null)).toMatchObject({ language: 'python', code: 'print(7)' });
  });

  it('are unchanged by an unchanged save', async () => {
    const client = server.client('staff');
    const [screen, lesson] = [await client.getScreen({ params: place }), await client.getLesson({ params: { id: place.lessonId } })];
    const { title, chat_prompt, initially_passing } = screen;
    expect((await client.saveScreen({ params: place, body: { title, chat_prompt, initially_passing } })).revision).toBe(screen.revision);
    const same = { title: lesson.title, app_ports: [], is_beta: false };
    expect((await client.saveLesson({ params: { id: place.lessonId }, body: same })).revision).toBe(lesson.revision);
  });

  it('can be saved from an earlier revision, without conflicts about new fields', async () => {
    const client = server.client('staff');
    const body = { revision: earlier, chat_prompt: 'Explain.', instructions_markdown: 'one\n\ntwo\n\nfour\n' };
    expect(await client.saveScreen({ params: place, body })).toMatchObject({ ...body, revision: expect.any(Number), check_output: true });
    await client.saveScreen({ params: place, body: { instructions_markdown: 'zero\n\ntwo\n\nfour\n', initially_passing: true } });
    const stale = { revision: earlier, hint_markdown: 'Seven.' };
    expect(await client.saveScreen({ params: place, body: stale })).toMatchObject({
      hint_markdown: 'Seven.',
      chat_prompt: 'Explain.',
      initially_passing: true,
      instructions_markdown: 'zero\n\ntwo\n\nfour\n',
    });
    expect(await client.saveLesson({ params: { id: place.lessonId }, body: { app_ports: [8000], revision: 1 } })).toMatchObject({
      app_ports: [8000],
      is_beta: false,
    });
  });
});
