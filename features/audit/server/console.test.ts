import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { MAX_CONSOLE_CALLS, type ConsoleCall } from '../contract/console.ts';
import { pathWithoutSecrets, payloadWithoutSecrets } from './console-calls.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const call = (given: Partial<ConsoleCall> = {}) => ({
  method: 'GET' as const,
  path: 'user',
  payload: null,
  status: 200,
  took_ms: 12,
  ...given,
});

describe('calls in the console', () => {
  it('are stored per user, newest first, and can be cleared', async () => {
    const staff = server.client('staff');
    await staff.keepConsoleCall({ body: call() });
    const kept = await staff.keepConsoleCall({ body: call({ method: 'PATCH', path: 'step/3', payload: '{"name":"A"}', status: null }) });
    expect(kept).toMatchObject({ method: 'PATCH', path: 'step/3', payload: '{\n  "name": "A"\n}', status: null });
    expect((await staff.listConsoleCalls()).map(({ path }) => path)).toEqual(['step/3', 'user']);
    expect(await server.client('owner').listConsoleCalls()).toEqual([]);
    await server.client('owner').clearConsoleCalls();
    expect(await staff.listConsoleCalls()).toHaveLength(2);
    expect(await staff.clearConsoleCalls()).toEqual([]);
    expect(await staff.listConsoleCalls()).toEqual([]);
  });

  it('are limited to the latest', async () => {
    const owner = server.client('owner');
    for (let at = 0; at < MAX_CONSOLE_CALLS + 3; at++) await owner.keepConsoleCall({ body: call({ path: `lesson/${at}` }) });
    const kept = await owner.listConsoleCalls();
    expect(kept).toHaveLength(MAX_CONSOLE_CALLS);
    expect([kept[0]?.path, kept.at(-1)?.path]).toEqual([`lesson/${MAX_CONSOLE_CALLS + 2}`, 'lesson/3']);
  });

  it('require a method and a path', async () => {
    for (const wrong of [{ path: ' ' }, { method: 'BREW' as never }, { took_ms: -1 }, { status: 99 }])
      await expect(server.client('staff').keepConsoleCall({ body: call(wrong) })).rejects.toMatchObject({ status: 400 });
  });
});

describe('secrets in a call', () => {
  it.each([
    ['{"email":"a@b.c","password":"x"}', { email: 'a@b.c', password: '[not kept]' }],
    [
      '{"deep":[{"apiKey":{"a":1},"access_token":"t","n":null}]}',
      { deep: [{ apiKey: '[not kept]', access_token: '[not kept]', n: null }] },
    ],
    ['{"client_secret":null,"tokens":3}', { client_secret: null, tokens: '[not kept]' }],
  ])('%s are not kept', (payload, expected) => {
    expect(JSON.parse(payloadWithoutSecrets(payload) ?? '')).toEqual(expected);
  });

  it('a body with a secret that is not JSON is removed as a whole', () => {
    expect(payloadWithoutSecrets('password=x')).toBeNull();
  });

  it.each([
    ['lessons', 'lessons'],
    ['login/callback?token=abc&next=1', 'login/callback?token=[not kept]&next=1'],
    ['login/invitation/abc', 'login/invitation/[not kept]'],
    ['preview/abc/grade', 'preview/[not kept]/grade'],
  ])('in the path %s', (path, expected) => {
    expect(pathWithoutSecrets(path)).toBe(expected);
  });
});
