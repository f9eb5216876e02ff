import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_RUN_LIMITS, RUN_DEFAULTS, type RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import { BuildFailure, streamBuild } from './build-client.ts';
import { streamRun, type RunnerAddress } from './runner-client.ts';

/** Writes the runner's next response. */
let write: (response: ServerResponse) => void;
const http = createServer((request, response) => {
  request.resume();
  write(response);
});
let runner: RunnerAddress;
beforeAll(async () => {
  await once(http.listen(0, '127.0.0.1'), 'listening');
  runner = { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, token: 'a token' };
});
afterAll(async () => {
  http.closeAllConnections();
  http.close();
  await once(http, 'close');
});

const REQUEST: RunnerRunRequest = {
  id: 'a',
  owner: '1',
  language: 'python',
  language_version: null,
  ...RUN_DEFAULTS,
  preamble: [],
  code: '',
  files: [],
  values: 'all',
  limits: DEFAULT_RUN_LIMITS,
  requirements: [],
};
const { signal } = new AbortController();

async function run(): Promise<unknown[]> {
  const events: unknown[] = [];
  const noFiles = () => Promise.reject(new Error('No file was expected.'));
  for await (const event of streamRun(() => Promise.resolve(runner), REQUEST, noFiles, signal)) events.push(event);
  return events;
}

async function build(): Promise<string> {
  const log: string[] = [];
  await streamBuild(runner, { language: 'python', version: null, packages: [] }, (text) => log.push(text), signal);
  return log.join('');
}

const lines = (...values: object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const SEPARATED = { type: 'stdout', text: 'a\u2028b\u2029c ä' };
const BUILT = { type: 'built', environment: { key: '0'.repeat(64), lock: '' }, installed: [] };

describe('the stream of a run', () => {
  it('is read completely, with line separators in its texts and split characters', async () => {
    const bytes = Buffer.from(lines({ type: 'started' }, SEPARATED));
    write = (response) => {
      response.write(bytes.subarray(0, bytes.length - 6));
      response.end(bytes.subarray(bytes.length - 6));
    };
    expect(await run()).toEqual([{ type: 'started' }, SEPARATED]);
  });

  // An unhandled error fails the test run itself.
  it.each<[string, (response: ServerResponse) => void]>([
    ['breaks off within a line', (response) => response.write('{"type":"st', () => response.destroy())],
    ['breaks off after a line', (response) => response.write(lines(SEPARATED), () => response.destroy())],
    ['ends within a line', (response) => response.end('{"type":"st')],
    ['holds no JSON, and breaks off', (response) => response.write('nonsense\n{"a', () => response.destroy())],
    ['holds another message, and breaks off', (response) => response.write('{"type":"other"}\n{"a', () => response.destroy())],
  ])('that %s fails that run alone', async (_, answer) => {
    write = answer;
    await expect(run()).rejects.toThrow(Error);
    write = (response) => response.end(lines(SEPARATED));
    expect(await run()).toEqual([SEPARATED]);
  });
});

describe('the stream of a build', () => {
  it('is read completely, with line separators in its log', async () => {
    write = (response) => response.end(lines({ type: 'log', text: 'a\u2028b\u2029c' }, BUILT));
    expect(await build()).toBe('a\u2028b\u2029c');
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['breaks off within a line', (response) => response.write('{"type":"lo', () => response.destroy())],
    ['holds no JSON, and breaks off', (response) => response.write('nonsense\n', () => response.destroy())],
    ['has no end', (response) => response.end(lines({ type: 'log', text: 'a' }))],
  ])('that %s fails that build with a text for people', async (_, answer) => {
    write = answer;
    const failure = await build().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BuildFailure);
    expect(String(failure)).toContain('build again');
  });
});
