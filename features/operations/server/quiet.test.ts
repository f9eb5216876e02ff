import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

// A copy with the settings of an installation that pushes, mails and calls. None of these addresses exists.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    env: {
      LESSONWRIGHT_QUIET: '1',
      LESSONWRIGHT_CODE_HOST: 'gitea',
      LESSONWRIGHT_CODE_HOST_REPOSITORY: 'https://git.invalid/team/content',
      LESSONWRIGHT_CODE_HOST_TOKEN: 'a-token-of-the-host',
      LESSONWRIGHT_OIDC_ISSUER: 'https://login.invalid',
      LESSONWRIGHT_OIDC_CLIENT_ID: 'lessonwright',
      LESSONWRIGHT_OIDC_CLIENT_SECRET: 'secret',
      LESSONWRIGHT_STAFF: '@example.org',
      LESSONWRIGHT_NOTIFICATION_WEBHOOK: 'https://chat.invalid',
      LESSONWRIGHT_NOTIFICATION_WEBHOOK_SECRET: 'a-secret-of-the-chat',
    },
  });
});
afterAll(() => server.close());

it('a copy commits and pushes to a repository of its own, and says that it is a copy', async () => {
  const client = server.client('staff');
  await client.createLesson({ body: { sequence: 905, title: 'Tried' } });
  const states = async () => (await server.platform.db.selectFrom('changes').select('state').execute()).map(({ state }) => state);
  await vi.waitUntil(async () => (await states()).every((state) => state === 'pushed') && (await states()).length > 0, {
    timeout: 300_000,
  });
  expect(await client.getUser()).toMatchObject({ is_quiet: true });
  expect((await client.getDebug()).notices).toEqual([expect.stringContaining('Quiet mode')]);
  expect(await server.client('nobody').getLoginState()).toMatchObject({ password: true, providers: [] });
});
