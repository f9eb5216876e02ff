import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { previewRoutes } from '#features/publishing/contract/previews.ts';
import { RunnerPool } from '#features/runners/server/index.ts';
import { ApiError, createClient, type Client } from '#platform/contract/client.ts';
import { readConfig } from '#platform/server/config.ts';
import { SAMPLE_FOLDER } from '#testing/sample-product.ts';
import { sharedRunnerSettings } from '#testing/shared-runner.ts';
import { ClonedFiles } from '../runs/lesson-inputs.ts';
import { DraftBuilds } from './draft.ts';
import { servePreview } from './serve-preview.ts';
import { showPreview } from './show-preview.ts';

const VISITOR = '0199a3c0-0000-4000-8000-000000000000';
const FERRY = '101-why-is-the-ferry-late';
const FIRST = 'screens/everyone-has-a-theory';

let clone: string;
const fileOf = (path: string) => join(clone, 'lessons', FERRY, path);

beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'lessonwright-preview-'));
  await cp(SAMPLE_FOLDER, clone, { recursive: true });
});
afterAll(() => rm(clone, { recursive: true, force: true }));

/** A request that names the host itself. */
async function ask(address: string, path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  // `path` is sent as it is: an URL would resolve `%2e%2e`.
  const [response] = (await once(get(address, { path, headers }), 'response')) as [IncomingMessage];
  response.resume();
  return response;
}

describe('the preview of a lesson', () => {
  const stop = new AbortController();
  const notes: string[] = [];
  let ended: Promise<unknown>;
  let address: string;
  let token: string;
  let api: Client<typeof previewRoutes>;
  let changes: IncomingMessage;

  beforeAll(async () => {
    const { promise: printed, resolve } = Promise.withResolvers<string>();
    const output = { print: resolve, note: (line: string) => void notes.push(line), isTerminal: false };
    ended = showPreview({
      args: [FERRY],
      options: { port: '0' },
      folder: join(clone, 'lessons'),
      environment: {},
      output,
      signal: stop.signal,
    });
    const url = new URL(await Promise.race([printed, ended.then(() => '')]));
    address = url.origin;
    token = url.pathname.split('/')[2] ?? '';
    api = createClient(previewRoutes, { baseUrl: address });
    [changes] = (await once(get(`${address}/changes/${token}`), 'response')) as [IncomingMessage];
    // The preview ends it.
    changes.on('error', () => undefined);
  });

  const lesson = () => api.getPreview({ params: { token }, query: { visitor: VISITOR } });
  const nextChange = async () => String((await once(changes, 'data'))[0]);

  it('shows what learners see, and no answer', async () => {
    const shown = await lesson();
    expect(shown).toMatchObject({ title: 'Why Is the Ferry Late?', screens: { length: 7 } });
    expect(JSON.stringify(shown)).not.toContain('legacy_check_code');
    const image = await fetch(`${address}/api/preview/${token}/images/route.svg`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  it('has an address that nobody guesses, another one each time', () => {
    expect(token).toMatch(/^[\w-]{22}$/);
    const folder = join(clone, 'lessons', FERRY);
    expect(new DraftBuilds(folder, { files: new ClonedFiles(), videoHosts: [] }).token).not.toBe(token);
  });

  it('says where its page listens for changes, and nothing of its address', async () => {
    for (const path of ['/changes.js', '/preview/other']) expect(await (await fetch(address + path)).text()).not.toContain(token);
    expect(await (await fetch(`${address}/changes.js`)).text()).toContain("'/changes/' + location.pathname.split('/')[2]");
  });

  it('follows what is saved', async () => {
    const change = nextChange();
    await writeFile(fileOf(`${FIRST}/learn.md`), 'Another theory\n');
    expect(await change).toBe('data: text\n\n');
    expect((await lesson()).screens[0]?.body_html).toContain('Another theory');
    const picture = nextChange();
    await writeFile(fileOf('images/route.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(await picture).toBe('data: image\n\n');
  });

  it('names the line of a mistake in YAML, and shows the lesson again once it is mended', async () => {
    const path = fileOf(`${FIRST}/screen.yaml`);
    const before = await readFile(path, 'utf8');
    const broken = nextChange();
    await writeFile(path, `${before}title: "no end\n`);
    await broken;
    const error = await lesson().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 404,
      message: expect.stringMatching(/^screens\/everyone-has-a-theory\/screen\.yaml:\d+: This is not valid YAML/),
    });
    const mended = nextChange();
    await writeFile(path, before);
    await mended;
    expect((await lesson()).screens).toHaveLength(7);
  });

  it('judges answers, and says why code can’t run', async () => {
    const verdict = await api.answerPreview({ params: { token, screen: 1 }, body: { question: 0, picked: [0] } });
    expect(typeof verdict.is_correct).toBe('boolean');
    const run = api.runPreview({ params: { token, screen: 2 }, body: { visitor: VISITOR, code: '1', submit: false } });
    await expect(run).rejects.toMatchObject({ status: 503, message: expect.stringContaining('dataset') });
  });

  it.each([
    ['another site', { host: 'evil.example' }, 403],
    ['another site with the same port', { host: 'evil.example:PORT' }, 403],
    ['another port', { host: '127.0.0.1:1' }, 403],
    ['this address', { host: '127.0.0.1:PORT' }, 200],
    ['its usual name', { host: 'localhost:PORT' }, 200],
    ['a page of another site', { host: '127.0.0.1:PORT', origin: 'http://evil.example' }, 403],
  ])('answers a request for %s with %s: %i', async (_, headers, status) => {
    const port = new URL(address).port;
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', port)]));
    expect((await ask(address, `/api/preview/${token}`, named)).statusCode).toBe(status);
  });

  it.each([
    '/',
    '/changes',
    '/changes/other',
    '/api/preview/other',
    '/lesson.yaml',
    '/index.html',
    '/api/lessons',
    '/api/preview/TOKEN/images/..%2Flesson.yaml',
    '/api/preview/TOKEN/images/%2e%2e/lesson.yaml',
    '/api/preview/TOKEN/images/../../../../api/lessons',
    '/assets/..%2Findex.html',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/preview/../../package.json',
    'http://evil.example/api/lessons',
  ])('has nothing at %s', async (path) => {
    // 400: a path that climbs is no address.
    expect([400, 404]).toContain((await ask(address, path.replace('TOKEN', token), {})).statusCode);
  });

  it('ends with Ctrl C, and its pages with it', async () => {
    stop.abort();
    expect(await ended).toBe(0);
    await vi.waitFor(() => expect(changes.destroyed).toBe(true));
    expect(notes).toContain('Press Ctrl C to end.');
  });
});

it('runs and checks code where there is a sandbox', async () => {
  const folder = join(clone, 'lessons/900-sum');
  await mkdir(join(folder, 'screens/add/code'), { recursive: true });
  await writeFile(join(folder, 'lesson.yaml'), 'sequence: 900\ntitle: Sum\nlanguage: python\nlegacy_check_enabled: true\n');
  await writeFile(join(folder, 'screens/add/screen.yaml'), 'type: code\ntitle: Add\n');
  await writeFile(join(folder, 'screens/add/code/answer.py'), 'total = 3 + 5\n');
  await writeFile(join(folder, 'screens/add/code/legacy_check.py'), 'assert total == 8\n');
  const config = readConfig({ ...(await sharedRunnerSettings()) });
  const pool = await RunnerPool.start(config, pino({ level: 'silent' }));
  const files = new ClonedFiles();
  const draft = new DraftBuilds(folder, { files, videoHosts: [] });
  await using served = await servePreview({ draft, files, runners: Promise.resolve(pool), config, port: 0 });
  const api = createClient(previewRoutes, { baseUrl: served.address });
  const params = { token: draft.token, screen: 1 };
  const run = async (code: string) => {
    let result = await api.runPreview({ params, body: { visitor: VISITOR, code, submit: true } });
    while (result.status === 'pending') result = await api.getPreviewRun({ params: { token: draft.token, runId: result.run_id } });
    return result;
  };
  expect(await run('total = 8')).toMatchObject({ status: 'done', verdict: { is_correct: true } });
  expect(await run('total = 9')).toMatchObject({ status: 'done', verdict: { is_correct: false } });
  await pool.stop();
});
