import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { RealServer } from '#testing/real-server.ts';

// Tests what `npm start` runs: every program from its bundle. External packages are resolved from the bundle's
// location.

const REPOSITORY = join(import.meta.dirname, '../..');
const FOLDER = `node_modules/.cache/bundle-of-tests-${process.pid}`;

let server: RealServer;
let client: Client<Api>;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['scripts/setup/bundle-server.ts', FOLDER], { cwd: REPOSITORY });
  server = await RealServer.create({ LESSONWRIGHT_SAMPLE: '0', LESSONWRIGHT_RUNNER_WARM: 'off' }, join(FOLDER, 'main.js'));
  client = await server.setUpOwner();
});
afterAll(async () => {
  await server?.remove();
  await rm(join(REPOSITORY, FOLDER), { recursive: true, force: true });
});

it('leaves out the database driver, whose errors are recognized by their paths', async () => {
  const names = (await readdir(join(REPOSITORY, FOLDER))).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(names.map((name) => readFile(join(REPOSITORY, FOLDER, name), 'utf8')));
  const packed = (name: string) => texts.some((text) => text.includes(`node_modules/${name}/`));
  expect(packed('fastify')).toBe(true);
  for (const name of ['pg', 'pg-pool', 'pg-protocol']) expect(packed(name)).toBe(false);
});

it('starts every part', async () => {
  const ready = async () => Object.entries((await client.getReady()).parts ?? { nothing: { up: false } }).filter(([, { up }]) => !up);
  await expect.poll(ready, { timeout: 300_000, interval: 50 }).toEqual([]);
});

it('runs code and renders markdown', async () => {
  const { id } = await client.createLesson({ body: { sequence: 900, title: 'From the bundle' } });
  const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
  const params = { lessonId: id, screenId: newScreenId };
  await client.saveScreen({ params, body: { type: 'code', body_markdown: 'Some *text* and $x^2$' } });
  await client.runCode({ body: { lesson_id: id, screen_id: newScreenId, code: 'print(6 * 7)', stream_id: randomUUID() } });
  // The first run may take longer than the call waits for its result.
  const lastRun = async () => (await client.getLastRun({ params }))?.reply;
  await expect.poll(lastRun, { timeout: 300_000 }).toMatchObject({ status: 'done', error: null, output: '42\n' });
  const { body_html } = await client.getScreen({ params });
  expect(body_html).toContain('<em>text</em>');
  expect(body_html).toContain('katex');
  // Too long for the event loop: these need the worker.
  await client.saveScreen({ params, body: { body_markdown: 'A *text* and $x$. '.repeat(400), answer_code: 'x = 1 + 2' } });
  expect((await client.getScreen({ params })).body_html).toContain('<em>text</em>');
  const { findings } = await client.getLessonPreflight({ params: { id } });
  expect(findings.map(({ rule }) => rule)).not.toContain('lesson-unchecked');
});
