import { pino } from 'pino';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '#platform/contract/route.ts';
import { readConfig } from '../config.ts';
import { mount } from './mount.ts';
import { createServer } from './server.ts';

const routes = { read: route({ method: 'GET', path: '/api/read', summary: '', access: 'public', reply: z.null() }) };

it('a server that ends refuses calls with a code', async () => {
  const app = await createServer(readConfig({ LESSONWRIGHT_WEB: '/nowhere' }), pino({ level: 'silent' }), async () => null);
  mount(app, routes, { read: () => null });
  const { promise: isAnswered, resolve: answered } = Promise.withResolvers<void>();
  app.addHook('preClose', () => isAnswered);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const closed = app.close();
  const reply = await fetch(`${url}/api/read`);
  answered();
  await closed;
  expect([reply.status, reply.headers.get('connection'), reply.headers.get('retry-after')]).toEqual([503, 'close', '1']);
  expect(await reply.json()).toMatchObject({ code: 'unavailable', error: expect.stringContaining('being restarted') as string });
});
