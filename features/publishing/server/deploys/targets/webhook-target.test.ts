import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { getLessonToDeploy } from '#features/lesson-store/server/index.ts';
import { SecretText } from '#platform/server/secret-text.ts';
import { readZip } from '#platform/server/zip/read-zip.ts';
import { DEPLOY_ORDER } from '#testing/deploy-order.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import { sendFile } from '#testing/send-file.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { newBundle } from '../bundle.ts';
import { DeployLog } from '../deploy-log.ts';
import { insertDeploy, readLines } from '../queries.ts';
import { Snapshot } from '../snapshot.ts';
import { followTarget } from './follow-target.ts';
import { TARGET_MESSAGES } from './messages.ts';
import type { DeployOrder, TargetState } from './target.ts';
import { WebhookTarget } from './webhook-target.ts';

const SECRET = 'a-secret-of-the-webhook';

/** The environment never replies at this path. */
const SILENT = '/silent';

/** A call that the environment received. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly signature: unknown;
}

let server: TestServer;
/** Address of the server, on its own port. */
let address: string;
let environment: Server;
/** Address of the environment, without a trailing slash. */
let there: string;
let calls: Call[];
/** The environment's reply. */
let onCall: (call: Call, response: ServerResponse) => void | Promise<void>;
let folder: string;
let sequence = 1;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-webhook-'));
  environment = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1');
  await once(environment, 'listening');
  there = `http://127.0.0.1:${(environment.address() as AddressInfo).port}`;
  server = await startTestServer({
    hasWorkers: 'without git',
    env: { LESSONWRIGHT_DEPLOY_WEBHOOK: `${there}/deploys`, LESSONWRIGHT_DEPLOY_WEBHOOK_SECRET: SECRET },
  });
  address = await server.listen();
});
afterAll(async () => {
  await server?.close();
  environment?.closeAllConnections();
  environment?.close();
  await rm(folder, { recursive: true });
});

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = request;
  // A request that timed out may still arrive during the next test.
  if (url === SILENT) return;
  const call = { method, path: url, body: await text(request), signature: headers['x-lessonwright-signature-256'] };
  calls.push(call);
  response.setHeader('content-type', 'application/json');
  await onCall(call, response);
}

const sign = (signed: string) => `sha256=${createHmac('sha256', SECRET).update(signed).digest('hex')}`;
/** For a POST the body is signed, for a GET the address. */
const isSigned = ({ method, path, body, signature }: Call) => signature === sign(method === 'POST' ? body : there + path);
const say = (response: ServerResponse, answer: object) => response.end(JSON.stringify(answer));
const staff = () => server.client('staff');

async function makeLesson(): Promise<number> {
  const { id } = await staff().createLesson({ body: { sequence: sequence++, title: 'Elsewhere' } });
  const { newScreenId } = await staff().createScreen({ params: { id }, body: { sequence: 1 } });
  await staff().saveScreen({ params: { lessonId: id, screenId: newScreenId }, body: { body_markdown: 'Far *away*' } });
  return id;
}

/** Deploys a lesson and waits for its end. */
async function deploy(id: number) {
  calls = [];
  await staff().startDeploy({ params: { id }, body: {} });
  return vi.waitUntil(
    async () => {
      const latest = await staff().getLatestDeploy({ params: { id } });
      return latest.status === 'running' ? null : latest;
    },
    { timeout: 300_000, interval: 50 },
  );
}

async function filesOf(zip: Uint8Array) {
  const path = join(folder, 'bundle.zip');
  await writeFile(path, zip);
  const { files, refused } = await readZip(path, { entries: 100, totalBytes: 1e8, fileBytes: 1e8 });
  expect(refused).toEqual([]);
  return files;
}

describe('a deploy to a webhook', () => {
  it('succeeds once the environment has fetched the build and confirms it', async () => {
    const id = await makeLesson();
    const image = pngBytes(20, 10);
    await sendFile(server, { url: `/api/lesson/${id}/datafile`, name: 'data.csv', bytes: 'a,b\n1,2\n' });
    await sendFile(server, { url: `/api/lesson/${id}/image`, name: 'cat.png', bytes: image });
    let bundle: { status: number; type: string | null; bytes: Uint8Array } | undefined;
    onCall = async (call, response) => {
      if (!isSigned(call)) return void response.writeHead(401).end();
      const { bundle_url } = JSON.parse(call.body) as DeployOrder;
      const reply = await fetch(bundle_url.replace(server.platform.config.publicUrl, address));
      bundle = { status: reply.status, type: reply.headers.get('content-type'), bytes: await reply.bytes() };
      say(response, { status: 'succeeded', job_url: 'https://lessons.example/elsewhere' });
    };
    expect(await deploy(id)).toMatchObject({
      status: 'succeeded',
      build_number: 1,
      target: 'webhook',
      job_url: 'https://lessons.example/elsewhere',
      error: null,
      is_kept: true,
    });
    const [call] = calls;
    expect([calls.length, call?.method, call?.path]).toEqual([1, 'POST', '/deploys']);
    const order = JSON.parse(call?.body ?? '') as DeployOrder & { event: string };
    expect(order).toMatchObject({ event: 'deploy', build_number: 1, lesson: { id, title: 'Elsewhere' } });
    expect(order.bundle_url.startsWith(`${server.platform.config.publicUrl}/api/deploy-bundle/`)).toBe(true);

    expect(bundle).toMatchObject({ status: 200, type: 'application/zip' });
    const files = await filesOf(bundle?.bytes ?? new Uint8Array());
    expect([...files.keys()]).toEqual(['lesson.json', 'files/data.csv', 'images/cat.png']);
    const lesson = Snapshot.parse(JSON.parse(Buffer.from(files.get('lesson.json') ?? []).toString()));
    expect(lesson).toMatchObject({ lesson: { title: 'Elsewhere' }, screens: [{ fields: { body_markdown: 'Far *away*' } }] });
    expect(lesson.screens[0]?.body_html).toContain('<em>away</em>');
    expect(Buffer.from(files.get('files/data.csv') ?? []).toString()).toBe('a,b\n1,2\n');
    expect(image.equals(files.get('images/cat.png') ?? new Uint8Array())).toBe(true);

    // The address is valid for a while, for this build only, and only unmodified.
    const { pathname } = new URL(order.bundle_url);
    expect((await server.inject(pathname)).statusCode).toBe(200);
    expect((await server.inject(`${pathname}x`)).statusCode).toBe(404);
    await server.platform.db
      .updateTable('deploys')
      .set({ bundle_until: new Date(Date.now() - 1000) })
      .where('lesson_id', '=', id)
      .execute();
    expect((await server.inject(pathname)).statusCode).toBe(404);
  });

  it('is polled until it is done, and a failed build is removed with its bundle', async () => {
    const id = await makeLesson();
    const job_url = `${there}/pages/7`;
    onCall = ({ method }, response) =>
      void say(
        response,
        method === 'POST' ? { status: 'running', status_url: '/deploys/7', job_url } : { status: 'failed', error: 'No room.' },
      );
    expect(await deploy(id)).toMatchObject({ status: 'failed', error: 'No room.', target: 'webhook', job_url, is_kept: false });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /deploys', 'GET /deploys/7']);
    expect(calls.every(isSigned)).toBe(true);
    const { bundle_url } = JSON.parse(calls[0]?.body ?? '') as DeployOrder;
    expect((await server.inject(new URL(bundle_url).pathname)).statusCode).toBe(404);
  });

  it('has one bundle address at a time', async () => {
    const id = await makeLesson();
    onCall = (_call, response) => void say(response, { status: 'succeeded' });
    await deploy(id);
    const { id: deployId } = await server.platform.db
      .selectFrom('deploys')
      .select('id')
      .where('lesson_id', '=', id)
      .executeTakeFirstOrThrow();
    const [first, second] = [await newBundle(server.platform, deployId), await newBundle(server.platform, deployId)];
    const statusOf = async (url: string) => (await server.inject(new URL(url).pathname)).statusCode;
    expect([await statusOf(first.bundle_url), await statusOf(second.bundle_url)]).toEqual([404, 200]);
  });
});

describe('a faulty environment', () => {
  const signal = new AbortController().signal;
  const target = (path = '/deploys', times: { answerLimitMs?: number } = {}) =>
    new WebhookTarget({ url: there + path, secret: new SecretText(SECRET) }, { pollMs: 1, ...times });

  /** Hands a build over as a deploy does; returns its log. */
  async function follow(given = target()): Promise<string[]> {
    calls = [];
    const { db } = server.platform;
    const lessonId = await makeLesson();
    const row = await db.transaction().execute(async (tx) =>
      insertDeploy(tx, await getLessonToDeploy(tx, toActor(server.users.staff), lessonId), {
        user_id: server.users.staff.id,
        target: 'webhook',
        after: 0,
      }),
    );
    const log = new DeployLog(server.platform, row, () => undefined);
    try {
      await followTarget(server.platform, given, row, async () => DEPLOY_ORDER, { log, signal });
    } finally {
      await log.close();
    }
    return (await readLines(db, row.id, 0)).map((line) => line.text);
  }

  it('is polled again after a failure, and the deploy continues', async () => {
    onCall = ({ method }, response) => {
      if (calls.length <= 2) return void response.writeHead(calls.length === 1 ? 500 : 429).end('Out of memory');
      return void say(response, method === 'POST' ? { status: 'running', status_url: `${there}/7` } : { status: 'succeeded' });
    };
    const broken = (status: number) => TARGET_MESSAGES.again(TARGET_MESSAGES.refused(status, 'Out of memory'));
    expect(await follow()).toEqual([broken(500), broken(429), TARGET_MESSAGES.told('webhook')]);
    // Sent three times for the same deploy, with the same id.
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'GET']);
    expect(new Set(calls.slice(0, 3).map(({ body }) => (JSON.parse(body) as { id: string }).id))).toEqual(new Set([DEPLOY_ORDER.id]));
  });

  it('fails the deploy after five failures', async () => {
    onCall = (_call, response) => void response.writeHead(500).end('Out of memory');
    await expect(follow()).rejects.toThrow(TARGET_MESSAGES.refused(500, 'Out of memory'));
    expect(calls).toHaveLength(5);
  });

  it('counts as unreachable if it does not respond in time', async () => {
    await expect(follow(target(SILENT, { answerLimitMs: 20 }))).rejects.toThrow(TARGET_MESSAGES.noAnswer);
  });

  it('is not followed on a redirect, which would reveal the address of the build', async () => {
    onCall = (_call, response) => void response.writeHead(307, { location: `${there}/elsewhere` }).end();
    await expect(follow()).rejects.toThrow(TARGET_MESSAGES.redirected);
    expect(calls.map(({ path }) => path)).toEqual(['/deploys']);
  });

  const refused: [string, (response: ServerResponse) => void, string][] = [
    ['says no', (response) => response.writeHead(403).end('Not you'), TARGET_MESSAGES.refused(403, 'Not you')],
    ['answers no JSON', (response) => response.end('<html>'), TARGET_MESSAGES.strange],
    [
      'answers without end',
      (response) => response.end(JSON.stringify({ status: 'running', job_url: 'x'.repeat(200_000) })),
      TARGET_MESSAGES.strange,
    ],
    ['answers another state', (response) => say(response, { status: 'queued' }), TARGET_MESSAGES.strange],
    [
      'has a page that is a script',
      (response) => say(response, { status: 'running', job_url: 'javascript:alert(1)' }),
      TARGET_MESSAGES.strange,
    ],
    [
      'would be asked at another host',
      (response) => say(response, { status: 'running', status_url: 'http://169.254.169.254/latest/meta-data' }),
      TARGET_MESSAGES.otherOrigin,
    ],
    ['does not say where to ask', (response) => say(response, { status: 'running' }), TARGET_MESSAGES.noRef],
  ];
  it.each(refused)('that %s is called once', async (_what, answer, message) => {
    onCall = (_call, response) => answer(response);
    await expect(follow()).rejects.toThrow(message);
    expect(calls).toHaveLength(1);
  });

  it('is only polled if it was notified before a restart', async () => {
    onCall = (_call, response) => void say(response, { status: 'succeeded' });
    calls = [];
    const state: TargetState = await target().look(`${there}/deploys/7`, signal);
    expect(state).toEqual({ status: 'succeeded' });
    expect(calls.map((call) => [call.method, isSigned(call)])).toEqual([['GET', true]]);
  });
});
