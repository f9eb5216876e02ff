import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '#platform/server/config.ts';
import { findUnreachable } from './unreachable.ts';

let server: Server;
afterEach(() => server.close());

const settings = () => ({
  LESSONWRIGHT_MODEL_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
  LESSONWRIGHT_MODEL: 'small-7b',
  LESSONWRIGHT_MODEL_KEY: 'the-key',
});

/** Starts an endpoint for a language model that replies with this status. */
async function listen(status: number): Promise<void> {
  server = createServer((request, response) => {
    const isRight = request.url === '/v1/models' && request.headers.authorization === 'Bearer the-key';
    response.writeHead(isRight ? status : 418, { location: '/elsewhere' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
}

it.each([
  ['a list of models', 200, []],
  ['no list of models', 404, []],
  ['a key that it refuses', 401, [expect.stringMatching(/^LESSONWRIGHT_MODEL_KEY: .* refuses the key\.$/)]],
  ['a redirect', 302, [expect.stringContaining('responds with 302')]],
  ['an error', 500, [expect.stringContaining('responds with 500')]],
])('a language model with %s is reported as it is', async (_, status, expected) => {
  await listen(status);
  expect(await findUnreachable(readConfig(settings()))).toEqual(expected);
});

it('a language model that can’t be reached is named', async () => {
  await listen(200);
  const config = readConfig(settings());
  await new Promise((resolve) => server.close(resolve));
  expect(await findUnreachable(config)).toEqual([expect.stringContaining('is not responding (ECONNREFUSED)')]);
});
