import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { acceptsGzip, SerializedJson } from './serialized-json.ts';

it.each([
  [undefined, false],
  ['', false],
  ['br', false],
  ['gzip', true],
  ['deflate, GZIP;q=0.5', true],
  ['br, gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['x-gzip', false],
])('%j: reads gzip: %s', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});

describe('a serialized reply', () => {
  const long = { text: 'ü'.repeat(20_000) };
  const short = { text: 'ü' };

  it.each([
    ['long', long, { compress: true }, 'gzip', 'gzip'],
    ['long, for a client that reads no gzip', long, { compress: true }, 'identity', undefined],
    ['long, as it is', long, {}, 'gzip', undefined],
    ['short', short, { compress: true }, 'gzip', undefined],
  ])('%s', async (_name, value, options, accepted, encoding) => {
    await using app = Fastify();
    const written = await SerializedJson.of(value, options);
    app.get('/', (request, reply) => written.send(request, reply));
    await app.listen({ port: 0, host: '127.0.0.1' });
    // Twice, because it may be sent more than once.
    for (let round = 0; round < 2; round += 1) {
      const reply = await fetch(app.listeningOrigin, { headers: { 'accept-encoding': accepted } });
      expect(reply.headers.get('content-encoding') ?? undefined).toBe(encoding);
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await reply.json()).toEqual(value);
    }
    expect(await written.read()).toEqual(value);
  });
});
