import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_RUN_LIMITS, type RunnerEvent } from '#platform/contract/runner-protocol.ts';
import { usualRunner } from '../testing/matrix.ts';
import { buildRequest, eventsOf, type TestRunner } from '../testing/test-runner.ts';

let runner: TestRunner;
beforeAll(async () => {
  runner = await usualRunner();
});

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const post = (request: object, signal?: AbortSignal) => runner.call('POST', '/runs', JSON.stringify(request), signal);

/** Starts a run that continues until it is stopped; settles when it has printed. */
async function startEndless(id: string, owner = 'somebody') {
  const closing = new AbortController();
  const response = await post(buildRequest({ id, owner, code: 'print("there")\nwhile True: pass' }), closing.signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let seen = '';
  while (!seen.includes('there')) seen += (await reader.read()).value ?? '';
  const rest = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) seen += part.value;
    return seen
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RunnerEvent);
  };
  return { rest, close: () => closing.abort() };
}

/** Until nothing runs or waits. */
async function untilIdle(): Promise<void> {
  for (;;) {
    const { running, queued } = await runner.health();
    if (running + queued === 0) return;
  }
}

describe('a token', () => {
  it.each([
    ['none', {}],
    ['another one', { authorization: 'Bearer another-token-than-this' }],
    ['the right one in another scheme', { authorization: 'Basic x' }],
  ])('%s: every call is rejected', async (_, headers) => {
    for (const [method, path] of [
      ['GET', '/health'],
      ['POST', '/runs'],
      ['PUT', `/blobs/${hashOf('x')}`],
      ['DELETE', '/runs/x'],
      ['GET', '/nowhere'],
    ]) {
      const response = await fetch(runner.url + path, { method: method!, headers });
      expect(response.status).toBe(401);
    }
  });
});

describe('health', () => {
  it('reports what can run here', async () => {
    expect(await runner.health()).toMatchObject({
      name: 'local',
      sandbox: { ok: true, reason: null },
      languages: {
        python: {
          available: true,
          versions: expect.arrayContaining(['3.11']),
          builds: expect.objectContaining({ '3.11': expect.stringMatching(/^3\.11\.\d+/) }),
          reason: null,
        },
        r: { available: true, versions: [expect.stringMatching(/^\d+\.\d+/)], builds: expect.anything(), reason: null },
        sql: { available: true, reason: null },
        cli: { available: true, reason: null },
      },
      capacity: 1,
      running: 0,
      queued: 0,
    });
  });
});

describe('an address', () => {
  /** Sends the path unchanged; `fetch` would normalize it. */
  async function ask(target: string, more = ''): Promise<number> {
    const socket = connect(Number(new URL(runner.url).port), '127.0.0.1');
    const authorization = `authorization: Bearer ${runner.token}\r\n`;
    socket.write(`GET ${target} HTTP/1.1\r\nhost: runner\r\n${authorization}${more || 'connection: close\r\n'}\r\n`, 'latin1');
    return Number((await text(socket)).split(' ')[1]);
  }
  const UPGRADE = 'connection: upgrade\r\nupgrade: websocket\r\n';

  it.each([
    '/a/../health',
    '/../health',
    '/./health',
    '/%2e%2e/health',
    '/a/%2e./health',
    '/%68ealth',
    '/a\\..\\health',
    '\\health',
    '//health',
    '/health/',
    '/health/.',
    '//[',
    '/health#x',
    '/health?a=/..',
    '/h\u00e9alth',
    'http://runner/health',
    '*',
  ])('%s is rejected, whatever it would resolve to', async (target) => {
    expect(await ask(target)).toBe(400);
    expect(await ask(target, UPGRADE)).toBe(400);
  });

  it('accepts an address of plain segments', async () => {
    expect(await ask('/health')).toBe(200);
    expect(await ask('/health?x=1')).toBe(200);
    expect(await ask('/health', UPGRADE)).toBe(404);
  });
});

describe('files', () => {
  it('that are missing are requested once each', async () => {
    const files = [
      { name: 'a', sha256: hashOf('not here') },
      { name: 'b', sha256: hashOf('not here') },
    ];
    const response = await post(buildRequest({ files }));
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ missing: [hashOf('not here')] });
    await runner.send('not here');
    const last = (await eventsOf(await post(buildRequest({ files, code: 'print(open("a").read(), open("b").read())' })))).at(-1);
    expect(last).toMatchObject({ type: 'finished', outcome: { output: 'not here not here\n' } });
  });

  it('that don’t match their hash are rejected', async () => {
    expect((await runner.call('PUT', `/blobs/${hashOf('good')}`, 'evil')).status).toBe(400);
    expect((await runner.call('PUT', '/blobs/..%2f..%2fetc%2fpasswd', 'evil')).status).toBe(400);
    expect((await runner.call('PUT', '/blobs/passwd', 'evil')).status).toBe(400);
  });

  it.each(['', '.', '..', 'a/../b', '../x', 'a\0b', '/etc/passwd'])('cannot be called %j', async (name) => {
    const sha256 = await runner.send('x');
    expect((await post(buildRequest({ files: [{ name, sha256 }] }))).status).toBe(400);
  });

  it('have unique names', async () => {
    const sha256 = await runner.send('x');
    expect(
      (
        await post(
          buildRequest({
            files: [
              { name: 'a', sha256 },
              { name: 'a', sha256 },
            ],
          }),
        )
      ).status,
    ).toBe(400);
  });
});

describe('a request', () => {
  it.each([
    ['that is not JSON', '{'],
    ['that is empty', ''],
    ['without limits', JSON.stringify({ ...buildRequest({}), limits: undefined })],
    ['with its own language', JSON.stringify({ ...buildRequest({}), language: 'cobol' })],
  ])('%s is rejected', async (_, body) => {
    expect((await runner.call('POST', '/runs', body)).status).toBe(400);
  });

  it('that is far too large is rejected', async () => {
    expect((await runner.call('POST', '/runs', ' '.repeat(17 * 1024 * 1024))).status).toBe(413);
  });

  it.each([
    ['of a version that is not installed', { language_version: '3.99' }, 'uv python install 3.99'],
    ['with requirements that this machine does not meet', { requirements: ['GPU'] }, 'GPU'],
  ])('%s fails with the reason', async (_, given, reason) => {
    const response = await post(buildRequest(given));
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining(reason) });
  });

  it('returns 404 for an unknown path', async () => {
    expect((await runner.call('GET', '/nowhere')).status).toBe(404);
    expect((await runner.call('DELETE', '/runs/unknown')).status).toBe(404);
    expect((await runner.call('GET', '/runs/a/b')).status).toBe(404);
  });
});

describe('a run', () => {
  it('reports its events in order', async () => {
    const events = await runner.events({ code: 'print("hello")' });
    expect(events).toMatchObject([
      { type: 'started' },
      { type: 'stdout', text: 'hello\n' },
      { type: 'finished', outcome: { output: 'hello\n' } },
    ]);
  });

  it('can be stopped by a call, and reports its output so far', async () => {
    const run = await startEndless('to-stop');
    expect((await post(buildRequest({ id: 'to-stop' }))).status).toBe(400);
    expect((await runner.call('DELETE', '/runs/to-stop')).status).toBe(204);
    expect((await run.rest()).at(-1)).toMatchObject({ type: 'stopped', outcome: { output: 'there\n', error: null, limit: null } });
    expect((await runner.call('DELETE', '/runs/to-stop')).status).toBe(404);
  });

  it('is stopped when the client disconnects', async () => {
    const run = await startEndless('to-close');
    run.close();
    await untilIdle();
    expect(await runner.health()).toMatchObject({ running: 0, queued: 0 });
  });

  it('waits its turn and reports its position; owners take turns', async () => {
    const first = await startEndless('first', 'busy');
    const order: string[] = [];
    const positions = new Map<string, number[]>();
    const follow = async (id: string, owner: string) => {
      const events = await eventsOf(await post(buildRequest({ id, owner, code: 'pass' })));
      order.push(id);
      positions.set(
        id,
        events.flatMap((event) => (event.type === 'queued' ? event.position : [])),
      );
    };
    const waiting: Promise<void>[] = [];
    for (const [id, owner] of [
      ['busy-1', 'busy'],
      ['busy-2', 'busy'],
      ['busy-3', 'busy'],
      ['other-1', 'other'],
    ] as const) {
      waiting.push(follow(id, owner));
      while ((await runner.health()).queued < waiting.length);
    }
    await runner.call('DELETE', '/runs/first');
    await Promise.all([first.rest(), ...waiting]);
    expect(order).toEqual(['busy-1', 'other-1', 'busy-2', 'busy-3']);
    expect(positions.get('other-1')).toEqual([2, 1]);
    expect(positions.get('busy-3')).toEqual([3, 4, 3, 2, 1]);
  });

  it('that waits can be stopped', async () => {
    const first = await startEndless('in-front');
    const waiting = runner.events({ id: 'behind', code: 'print("never")' });
    while ((await runner.health()).queued < 1);
    expect((await runner.call('DELETE', '/runs/behind')).status).toBe(204);
    expect((await waiting).at(-1)).toMatchObject({ type: 'stopped', outcome: { output: '' } });
    await runner.call('DELETE', '/runs/in-front');
    await first.rest();
  });

  it('frees its slot, however it ended', async () => {
    for (const code of ['1/0', 'import os\nos._exit(1)', 'import os\nos.kill(-1, 9)'])
      await runner.run(code, { limits: DEFAULT_RUN_LIMITS });
    expect(await runner.health()).toMatchObject({ running: 0, queued: 0 });
  });
});
