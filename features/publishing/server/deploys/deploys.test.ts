import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { findLesson, getLessonToDeploy } from '#features/lesson-store/server/index.ts';
import { ensureMainRelease } from '#features/releases/server/releases.ts';
import { readFingerprints } from '#features/runs/server/verdict-fingerprint.ts';
import { findScreen } from '#features/screens/server/index.ts';
import { putGate } from '#features/tests/server/queries.ts';
import { gateFingerprint } from '#features/tests/server/tests-of-screen.ts';
import { startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';
import type { DeployLine } from '../../contract/deploys.ts';
import { MESSAGES, PROBLEMS } from './messages.ts';
import { insertDeploy, listDeployHashes } from './queries.ts';
import { runDeploy } from './run-deploy.job.ts';
import { startDeployWorkers } from './workers.ts';

let server: TestServer;
let sequence = 970;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: 'without git' });
  await ensureMainRelease(server.platform);
});
afterAll(async () => {
  await server?.close();
});

const client = (role: TestRole = 'staff') => server.client(role);

async function makeLesson(markdown = 'Some text', title = 'Screen'): Promise<{ id: number; screenId: number }> {
  const { id } = await client().createLesson({ body: { sequence: (sequence += 1), title: 'Deployed' } });
  const { newScreenId: screenId } = await client().createScreen({ params: { id }, body: { sequence: 1 } });
  await client().saveScreen({ params: { lessonId: id, screenId }, body: { title, body_markdown: markdown } });
  return { id, screenId };
}

/** A finished deploy with its log. */
async function ended(id: number, buildNumber: number) {
  return vi.waitUntil(
    async () => {
      const found = await client().getDeploy({ params: { id, buildNumber }, query: {} });
      return found.deploy.status === 'running' ? null : found;
    },
    { timeout: 300_000, interval: 30 },
  );
}

async function deploy(id: number) {
  const { build_number } = await client().startDeploy({ params: { id }, body: {} });
  return ended(id, build_number);
}

const errors = (log: readonly DeployLine[]) => log.filter(({ level }) => level === 'error').map((line) => line.text);

describe('a deploy', () => {
  it('is numbered within its lesson, listed with the latest first, and has a log page', async () => {
    const { id, screenId } = await makeLesson();
    await expect(client().getLatestDeploy({ params: { id } })).rejects.toMatchObject({ status: 404, code: 'not_found' });
    expect(await client().listDeploys({ params: { id } })).toEqual([]);
    const first = await deploy(id);
    expect(first.deploy).toMatchObject({ status: 'succeeded', build_number: 1, target: 'built-in', started_by: 'Test staff', error: null });
    expect(first.deploy.job_url).toBe(`${server.platform.config.publicUrl}/lesson/${id}/deploy/1`);
    expect(first.log.map((line) => [line.text, line.screen_id])).toContainEqual(['Screen 1 of 1: Screen', screenId]);
    await deploy(id);
    expect((await client().listDeploys({ params: { id } })).map(({ build_number }) => build_number)).toEqual([2, 1]);
    expect(await client().getLatestDeploy({ params: { id } })).toMatchObject({ build_number: 2, status: 'succeeded' });
    const rest = await client().getDeploy({ params: { id, buildNumber: 1 }, query: { log_from: first.log.length - 1 } });
    expect(rest.log.map((line) => line.text)).toEqual([MESSAGES.done]);
    expect((await listDeployHashes(server.platform.db)).size).toBeGreaterThan(0);
  });

  it('fails with every error, each with its location', async () => {
    const { id, screenId } = await makeLesson('![A cat](images/cat.png) [more](../other.md) <a href="javascript:alert(1)">odd</a>');
    await client().saveLesson({ params: { id }, body: { language: 'python', language_version: '3.11' } });
    const { newScreenId } = await client().createScreen({ params: { id }, body: { sequence: 2 } });
    await client().saveScreen({
      params: { lessonId: id, screenId: newScreenId },
      body: { title: 'Task', type: 'code', check_output: true },
    });
    vi.spyOn(server.platform.runners, 'pick').mockReturnValueOnce(new Promise(() => undefined));
    const packages = [{ name: 'rich', version: null, show_in_editor: false }];
    await client().buildPackages({ params: { id }, body: { packages, custom_check_enabled: false, legacy_check_enabled: false } });
    const { deploy: failed, log } = await deploy(id);
    const summary =
      '6 problems prevent this lesson from being deployed. The first: The lesson’s packages are still being built. Wait for the build to finish, then deploy again.';
    expect(failed).toMatchObject({ status: 'failed', is_kept: false, error: summary });
    expect(errors(log)).toEqual([
      'The lesson’s packages are still being built. Wait for the build to finish, then deploy again.',
      'Learn shows the image “cat.png”, which the lesson does not have.',
      'Learn has a link to “../other.md”, which learners cannot open.',
      'Learn has a link or an image with a missing or unsafe address.',
      'The screen has checks but no answer code, so it is unknown whether it can be solved.',
      'Output is checked, but the answer’s output was never stored, so no submission can pass.',
      summary,
    ]);
    expect(log.filter((line) => line.level === 'error').map((line) => line.screen_id)).toEqual([
      null,
      screenId,
      screenId,
      screenId,
      newScreenId,
      newScreenId,
      null,
    ]);
    await expect(client().openPreview({ params: { id, buildNumber: 1 } })).rejects.toMatchObject({ status: 422 });
    await client().stopBuild({ params: { id } });
  });

  it('is stopped by an answer that fails, unless staff say why, and says of each that couldn’t be run', async () => {
    const { id, screenId } = await makeLesson();
    const { db } = server.platform;
    const place = { lessonId: id, screenId };
    await client().saveLesson({ params: { id }, body: { language: 'python', language_version: '3.11' } });
    await client().saveScreen({ params: place, body: { type: 'code', answer_code: 'print(1)' } });
    await client().saveOutput({ params: place, body: { stdout: '1\n', check_output: true } });
    const ofAnswer = async (anyway?: string) => {
      const { build_number } = await client().startDeploy({ params: { id }, body: anyway === undefined ? {} : { anyway } });
      const { deploy: done, log } = await ended(id, build_number);
      return { ...done, problems: log.filter(({ level, screen_id }) => level !== 'info' && screen_id !== null) };
    };
    // No runner belongs to this server.
    expect(await ofAnswer()).toMatchObject({
      status: 'succeeded',
      problems: [{ level: 'warning', text: expect.stringContaining(PROBLEMS.answerNotRun('')) }],
    });
    const [lesson, screen] = [await findLesson(db, id), await findScreen(db, screenId)];
    if (!lesson || !screen) throw new Error('There is no screen.');
    const fingerprint = gateFingerprint(await readFingerprints(db, lesson), screen);
    const found = { initial_fails: null, warnings: [], revision: screen.revision, fingerprint, answer_ms: 10, has_unsettled_rows: false };
    await putGate(db, screenId, { ...found, answer_passes: false });
    const failed = { level: 'error', text: PROBLEMS.answerFails, screen_id: screenId };
    expect(await ofAnswer()).toMatchObject({ status: 'failed', only_answers_fail: true, problems: [failed] });
    const anyway = 'The check follows.';
    expect(await ofAnswer(anyway)).toMatchObject({ status: 'succeeded', problems: [{ ...failed, level: 'warning' }] });
    const entry = await db
      .selectFrom('audit_entries')
      .select('details')
      .where('subject', '=', `lesson:${id}`)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry?.details).toMatchObject({ anyway });
    await putGate(db, screenId, { ...found, answer_passes: true });
    expect(await ofAnswer()).toMatchObject({ status: 'succeeded', problems: [] });
  });

  it('is refused with 409 while another runs, unless forced, which supersedes the earlier one', async () => {
    const { id } = await makeLesson();
    const { db } = server.platform;
    const running = await db.transaction().execute(async (tx) =>
      insertDeploy(tx, await getLessonToDeploy(tx, toActor(server.users.staff), id), {
        user_id: server.users.staff.id,
        target: 'built-in',
        after: 0,
      }),
    );
    await expect(client().startDeploy({ params: { id }, body: {} })).rejects.toMatchObject({
      status: 409,
      message: MESSAGES.running(1),
    });
    const { build_number } = await client().startDeploy({ params: { id }, body: { force: true } });
    expect(build_number).toBe(2);
    expect((await ended(id, 2)).deploy.status).toBe('succeeded');
    expect((await ended(id, 1)).deploy).toMatchObject({ status: 'failed', error: MESSAGES.superseded });
    // Its job comes too late and changes nothing.
    await runDeploy(server.platform, running.id, new AbortController().signal);
    expect((await ended(id, 1)).deploy.status).toBe('failed');
  });

  it('waits, for an external author, until others of theirs have ended', async () => {
    const { db } = server.platform;
    const author = await server.newPerson('external');
    const begin = async () => {
      const { id } = await author.client.createLesson({ body: { sequence: (sequence += 1), title: 'Theirs' } });
      // Its job has not begun.
      const deploy = { user_id: author.user.id, target: 'built-in' as const, after: 0 };
      await db.transaction().execute(async (tx) => insertDeploy(tx, await getLessonToDeploy(tx, author.actor, id), deploy));
      return { id, buildNumber: 1 };
    };
    const [first] = [await begin(), await begin()];
    const { id } = await author.client.createLesson({ body: { sequence: (sequence += 1), title: 'Theirs' } });
    const start = () => author.client.startDeploy({ params: { id }, body: {} });
    await expect(start()).rejects.toMatchObject({ status: 422, message: MESSAGES.othersRunning });
    await author.client.stopDeploy({ params: first });
    expect(await start()).toMatchObject({ build_number: 1 });
  });

  it('can be stopped', async () => {
    const { id } = await makeLesson();
    await server.platform.db.transaction().execute(async (tx) =>
      insertDeploy(tx, await getLessonToDeploy(tx, toActor(server.users.staff), id), {
        user_id: server.users.staff.id,
        target: 'built-in',
        after: 0,
      }),
    );
    await expect(client('external').stopDeploy({ params: { id, buildNumber: 1 } })).rejects.toMatchObject({ status: 403 });
    expect(await client().stopDeploy({ params: { id, buildNumber: 1 } })).toMatchObject({
      status: 'failed',
      error: MESSAGES.stopped('Test staff'),
    });
    await expect(client().stopDeploy({ params: { id, buildNumber: 1 } })).rejects.toMatchObject({
      status: 422,
      message: MESSAGES.notRunning,
    });
    await expect(client().stopDeploy({ params: { id, buildNumber: 9 } })).rejects.toMatchObject({ status: 404 });
  });

  it('continues with the next start after an interruption', async () => {
    const { id } = await makeLesson();
    const { platform } = server;
    const left = await platform.db.transaction().execute(async (tx) =>
      insertDeploy(tx, await getLessonToDeploy(tx, toActor(server.users.staff), id), {
        user_id: server.users.staff.id,
        target: 'built-in',
        after: 0,
      }),
    );
    // It had begun when the power failed.
    const stopping = AbortSignal.abort(new Error('the server is stopping'));
    await expect(runDeploy(platform, left.id, stopping)).rejects.toThrow('the server is stopping');
    expect((await client().getLatestDeploy({ params: { id } })).status).toBe('running');
    // This start's workers are already running; a start sends running deploys again.
    const work = vi.spyOn(platform.jobs, 'work').mockResolvedValueOnce();
    await startDeployWorkers(platform);
    work.mockRestore();
    const { deploy: done, log } = await ended(id, 1);
    expect(done.status).toBe('succeeded');
    expect(log.map((line) => line.text)).toContain(MESSAGES.resumed);
  });

  it('is shown to all readers of the lesson, even if published', async () => {
    const { id } = await makeLesson();
    await expect(client().startDeploy({ params: { id: 999_999 }, body: {} })).rejects.toMatchObject({ status: 404 });
    await expect(client().startDeploy({ params: { id }, body: { force: 'yes' as never } })).rejects.toMatchObject({ status: 400 });
    expect(await client().startDeploy({ params: { id }, body: {} })).toMatchObject({ build_number: 1 });
    await ended(id, 1);
    expect(await client('external').getLatestDeploy({ params: { id } })).toMatchObject({ status: 'succeeded' });
    const { db } = server.platform;
    const main = await db.selectFrom('releases').select('id').where('is_main', '=', true).executeTakeFirstOrThrow();
    await db.updateTable('lessons').set({ release_id: main.id }).where('id', '=', id).execute();
    expect((await deploy(id)).deploy.status).toBe('succeeded');
    await db.updateTable('lessons').set({ is_shallow_import: true }).where('id', '=', id).execute();
    await expect(client().startDeploy({ params: { id }, body: {} })).rejects.toMatchObject({ status: 422, message: MESSAGES.shallow });
  });
});
