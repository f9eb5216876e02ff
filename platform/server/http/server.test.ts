import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { pino, type DestinationStream } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Id, route } from '#platform/contract/route.ts';
import { readConfig } from '../config.ts';
import { refused } from '../errors.ts';
import { mount } from './mount.ts';
import { inlineScriptSources } from './security-headers.ts';
import { createServer } from './server.ts';
import type { Visitor } from './visitor.ts';

const routes = {
  readThing: route({
    method: 'GET',
    path: '/api/thing/{id}',
    summary: '',
    access: 'public',
    params: z.object({ id: Id }),
    query: z.object({ word: z.string().optional() }),
    reply: z.object({ id: z.number(), word: z.string().nullable() }),
  }),
  saveThing: route({
    method: 'PUT',
    path: '/api/thing/{id}',
    summary: '',
    access: 'signed-in',
    params: z.object({ id: Id }),
    body: z.object({ name: z.string().min(1, 'A name is needed.'), size: z.number().int().max(9), kind: z.enum(['a', 'b']).default('a') }),
    bodyLimit: 1000,
    reply: z.boolean(),
    errors: ['refused'],
  }),
  open: route({
    method: 'POST',
    path: '/api/open',
    summary: '',
    access: 'public',
    body: z.unknown(),
    bodyLimit: 4_000_000,
    reply: z.null(),
  }),
  staffOnly: route({ method: 'DELETE', path: '/api/staff', summary: '', access: 'staff', reply: z.null() }),
  ownerOnly: route({
    method: 'POST',
    path: '/api/owner',
    summary: '',
    access: 'owner',
    reply: z.object({ ok: z.literal(true) }),
    perMinute: 2,
  }),
  fails: route({ method: 'GET', path: '/api/fails', summary: '', access: 'public', reply: z.null() }),
  lies: route({ method: 'GET', path: '/api/lies', summary: '', access: 'public', reply: z.object({ n: z.number() }) }),
  undeclared: route({ method: 'GET', path: '/api/undeclared', summary: '', access: 'public', reply: z.null() }),
  page: route({ method: 'GET', path: '/api/login/page', summary: '', access: 'public', replyKind: 'html' }),
  either: route({ method: 'GET', path: '/api/either', summary: '', access: 'public', reply: z.object({ ok: z.literal(true) }) }),
  leadOn: route({ method: 'GET', path: '/api/lead-on', summary: '', access: 'public', replyKind: 'redirect', perMinute: 2 }),
};

const seen: unknown[] = [];
let failure: Error;
const folders: string[] = [];
let app: FastifyInstance | undefined;

async function start(env: Record<string, string> = {}, log: DestinationStream = { write: () => undefined }): Promise<FastifyInstance> {
  const config = readConfig({ LESSONWRIGHT_CHECK_REPLIES: '1', LESSONWRIGHT_WEB: '/nowhere', ...env });
  seen.length = 0;
  failure = new Error('the secret of the database');
  app = await createServer(config, pino({ level: 'warn' }, log), async (request): Promise<Visitor | null> => {
    const role = /^Bearer (owner|staff|external)$/.exec(request.headers.authorization ?? '')?.[1] ?? request.headers['x-role'];
    if (role !== 'owner' && role !== 'staff' && role !== 'external') return null;
    return { actor: { id: 7, name: 'Ada', role }, credential: 'test' };
  });
  mount(app, routes, {
    readThing: ({ params, query }) => ({ id: params.id, word: query.word ?? null }),
    saveThing: ({ body, actor }) => {
      if (body.name === 'no') throw refused('Not this name.');
      seen.push({ body, actor });
      return false;
    },
    open: () => null,
    staffOnly: () => null,
    ownerOnly: () => ({ ok: true }),
    fails: () => {
      throw failure;
    },
    lies: () => ({ n: 'one' }) as unknown as { n: number },
    undeclared: () => {
      throw refused('No.');
    },
    page: () => '<!doctype html><title>Page</title>',
    either: async ({ request, reply }) => (request.headers['x-page'] ? reply.redirect('/page') : { ok: true }),
    leadOn: () => '/elsewhere',
  });
  return app;
}

afterEach(async () => {
  await app?.close();
  app = undefined;
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const asStaff = { authorization: 'Bearer staff' };

describe('input', () => {
  it('is parsed, unknown fields dropped and defaults filled in', async () => {
    const server = await start();
    const reply = await server.inject({ method: 'PUT', url: '/api/thing/3', headers: asStaff, payload: { name: 'x', size: 2, extra: 1 } });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toBe(false);
    expect(seen).toEqual([{ body: { name: 'x', size: 2, kind: 'a' }, actor: { id: 7, name: 'Ada', role: 'staff' } }]);
  });

  it.each([
    ['a missing field', { size: 1 }, 'name', 'name is missing.'],
    ['a text of the contract', { name: '', size: 1 }, 'name', 'A name is needed.'],
    ['a wrong type', { name: 'x', size: '1' }, 'size', 'size must be a number.'],
    ['a fraction', { name: 'x', size: 1.5 }, 'size', 'size must be a whole number.'],
    ['too much', { name: 'x', size: 10 }, 'size', 'size is too large: at most 9.'],
    ['another word', { name: 'x', size: 1, kind: 'c' }, 'kind', 'kind must be one of: a, b.'],
    ['NUL', { name: 'a\0b', size: 1 }, 'name', 'name contains characters that cannot be stored.'],
    ['half a surrogate pair', { name: 'a\ud800', size: 1 }, 'name', 'name contains characters that cannot be stored.'],
    ['a list', [], '', 'The body must be an object.'],
  ])('%s is reported at its field', async (_case, payload, path, message) => {
    const server = await start();
    const reply = await server.inject({ method: 'PUT', url: '/api/thing/3', headers: asStaff, payload });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({
      error: message,
      code: 'invalid',
      request_id: reply.headers['x-request-id'],
      details: { fields: [{ path, message }] },
    });
  });

  it.each([
    ['not JSON', '{"name": ', 'application/json', 400, 'The body is not valid JSON.'],
    ['no body', '', 'application/json', 400, 'The body is missing.'],
    ['a form', 'name=x', 'application/x-www-form-urlencoded', 400, 'The body must be sent as application/json.'],
    ['too large', JSON.stringify({ name: 'x'.repeat(1000), size: 1 }), 'application/json', 413, 'The request body is too large.'],
  ])('%s', async (_case, payload, type, status, message) => {
    const server = await start();
    const reply = await server.inject({ method: 'PUT', url: '/api/thing/3', headers: { ...asStaff, 'content-type': type }, payload });
    expect([reply.statusCode, reply.json().error]).toEqual([status, message]);
  });

  it.each(['abc', '0', '-1', '1.5', '99999999999'])('an id of %s is refused', async (id) => {
    const server = await start();
    expect((await server.inject(`/api/thing/${id}`)).statusCode).toBe(400);
  });

  it.each(['/api/thing/%', '/api/thing/%00', '/api/thing/3?word=%00'])('%s is a bad call and no fault of ours', async (url) => {
    const server = await start();
    const reply = await server.inject(url);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().code).toBe('invalid');
  });

  it.each([
    ['nested deeply', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['nested deeply around many values', '['.repeat(3_000) + `0${',0'.repeat(200_000)}` + ']'.repeat(3_000)],
    ['of very many values', `{"name":[0${',0'.repeat(200_000)}]}`],
  ])('a body %s is refused from every caller', async (_, payload) => {
    const lines: string[] = [];
    const { inject } = await start({}, { write: (line) => void lines.push(line) }).then((made) => ({ inject: made.inject.bind(made) }));
    const reply = await inject({ method: 'POST', url: '/api/open', headers: { 'content-type': 'application/json' }, payload });
    expect(reply.statusCode).toBe(400);
    expect(reply.json<{ code: string; error: string }>()).toMatchObject({ code: 'invalid', error: expect.stringContaining('The input') });
    expect(lines).toEqual([]);
  });

  it('an empty JSON body counts as missing', async () => {
    const server = await start();
    const reply = await server.inject({ method: 'DELETE', url: '/api/staff', headers: { ...asStaff, 'content-type': 'application/json' } });
    expect([reply.statusCode, reply.body]).toEqual([200, 'null']);
  });

  it('keys that would change prototypes are dropped', async () => {
    const server = await start();
    const payload = '{"name": "x", "size": 1, "__proto__": {"polluted": true}}';
    const reply = await server.inject({
      method: 'PUT',
      url: '/api/thing/3',
      headers: { ...asStaff, 'content-type': 'application/json' },
      payload,
    });
    expect(reply.statusCode).toBe(200);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('access comes before input', () => {
  it.each([
    ['PUT', '/api/thing/abc', undefined, 401],
    ['DELETE', '/api/staff', undefined, 401],
    ['DELETE', '/api/staff', 'external', 403],
    ['DELETE', '/api/staff', 'staff', 200],
    ['DELETE', '/api/staff', 'owner', 200],
    ['POST', '/api/owner', 'staff', 403],
    ['POST', '/api/owner', 'owner', 200],
  ] as const)('%s %s as %s', async (method, url, role, status) => {
    const server = await start();
    const headers = role ? { 'x-role': role } : {};
    const nonsense = await server.inject({ method, url, headers: { ...headers, 'content-type': 'application/json' }, payload: '{{{' });
    const reply = await server.inject({ method, url, headers });
    expect([reply.statusCode, nonsense.statusCode]).toEqual([status, status === 200 ? 400 : status]);
  });
});

describe('failures', () => {
  it('reports a refused rule with text, code and id', async () => {
    const server = await start();
    const reply = await server.inject({ method: 'PUT', url: '/api/thing/3', headers: asStaff, payload: { name: 'no', size: 1 } });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toEqual({ error: 'Not this name.', code: 'refused', request_id: reply.headers['x-request-id'] });
  });

  it('inside the server reveal only an id', async () => {
    const server = await start();
    const reply = await server.inject('/api/fails');
    expect(reply.statusCode).toBe(500);
    expect(reply.body).not.toContain('secret');
    expect(reply.json()).toMatchObject({ code: 'internal', request_id: reply.headers['x-request-id'] });
  });

  it.each([
    ['57P01', 'terminating connection due to administrator command'],
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
    [undefined, 'Connection terminated unexpectedly'],
    [undefined, 'timeout exceeded when trying to connect'],
  ])('of a database that is away are worth another try: %s %s', async (code, message) => {
    const server = await start();
    failure = Object.assign(new Error(message), { code });
    const reply = await server.inject('/api/fails');
    expect([reply.statusCode, reply.json().error]).toEqual([503, 'The database cannot be reached. Try again in a moment.']);
  });

  it('against the contract are found while replies are checked', async () => {
    const server = await start();
    expect((await server.inject('/api/lies')).statusCode).toBe(500);
    expect((await server.inject('/api/undeclared')).statusCode).toBe(500);
    await server.close();
    const trusting = await start({ LESSONWRIGHT_CHECK_REPLIES: '0' });
    expect((await trusting.inject('/api/lies')).statusCode).toBe(200);
    expect((await trusting.inject('/api/undeclared')).statusCode).toBe(422);
  });

  it.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/thing/3'],
    ['GET', '/api'],
    ['GET', '/assets/gone.js'],
    ['GET', '/favicon.ico'],
    ['POST', '/lesson/3'],
  ] as const)('%s %s is not there', async (method, url) => {
    const server = await start();
    const reply = await server.inject({ method, url });
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
  });
});

describe('calls over the rate limit', () => {
  it('are refused per user, with the time to wait', async () => {
    const server = await start();
    const call = () => server.inject({ method: 'POST', url: '/api/owner', headers: { 'x-role': 'owner' } });
    expect([(await call()).statusCode, (await call()).statusCode]).toEqual([200, 200]);
    const third = await call();
    expect(third.statusCode).toBe(429);
    expect(third.json()).toMatchObject({ code: 'too_many' });
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    expect((await server.inject({ method: 'DELETE', url: '/api/staff', headers: { 'x-role': 'owner' } })).statusCode).toBe(200);
  });

  it('are refused per network, and IPv4 callers of a server that listens on :: are networks of their own', async () => {
    const server = await start();
    const call = async (remoteAddress: string) => (await server.inject({ url: '/api/lead-on', remoteAddress })).statusCode;
    expect([await call('::ffff:203.0.113.7'), await call('203.0.113.7'), await call('::ffff:203.0.113.7')]).toEqual([302, 302, 429]);
    expect(await call('::ffff:203.0.113.8')).toBe(302);
    expect(await call('64:ff9b::cb00:7109')).toBe(302);
  });
});

describe('other sites', () => {
  const save = { method: 'PUT', url: '/api/thing/3', payload: { name: 'x', size: 1 } } as const;
  it.each([
    ['our page', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:80' }, 200],
    ['our page in an older browser', { origin: 'http://localhost' }, 200],
    ['a script without a browser', {}, 200],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['a neighbour below the same domain', { 'sec-fetch-site': 'same-site' }, 403],
    ['another site in an older browser', { origin: 'https://evil.example' }, 403],
    ['another port', { origin: 'http://localhost:8000' }, 403],
    ['another protocol', { origin: 'https://localhost' }, 403],
    ['a sandboxed frame', { origin: 'null' }, 403],
  ])('a save from %s', async (_case, headers, status) => {
    const server = await start();
    const reply = await server.inject({ ...save, headers: { host: 'localhost', 'x-role': 'staff', ...headers } });
    expect(reply.statusCode).toBe(status);
  });

  it('may call with a token, which no browser adds by itself', async () => {
    const server = await start();
    const reply = await server.inject({ ...save, headers: { ...asStaff, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } });
    expect(reply.statusCode).toBe(200);
  });

  it('do not include our own pages behind a proxy', async () => {
    const server = await start({ LESSONWRIGHT_PUBLIC_URL: 'https://lessons.example.org' });
    const headers = { host: '127.0.0.1:3000', 'x-role': 'staff', 'sec-fetch-site': 'same-origin', origin: 'https://lessons.example.org' };
    expect((await server.inject({ ...save, headers })).statusCode).toBe(200);
    expect((await server.inject({ ...save, headers: { ...headers, origin: 'http://lessons.example.org' } })).statusCode).toBe(403);
  });

  it('may link to calls that only read', async () => {
    const server = await start();
    expect((await server.inject({ url: '/api/thing/3', headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(200);
  });

  it.each([
    ['localhost:3000', 200],
    ['127.0.0.1:3000', 200],
    ['[::1]:3000', 200],
    ['10.1.2.3', 200],
    ['lessons.example.org', 200],
    ['LESSONS.example.org:443', 200],
    ['evil.example', 403],
    ['lessons.example.org.evil.example', 403],
  ])('cannot point their name here: %s', async (host, status) => {
    const server = await start({ LESSONWRIGHT_PUBLIC_URL: 'https://lessons.example.org' });
    expect((await server.inject({ url: '/api/thing/3', headers: { host } })).statusCode).toBe(status);
  });
});

describe('the target of a request', () => {
  it.each(['http://localhost/api/thing/3', 'http://inner:1/api/thing/3', 'http://inner:1/\\..\\..\\secret', '*'])(
    'is a path, and not %s',
    async (target) => {
      const server = await start();
      await server.listen({ port: 0, host: '127.0.0.1' });
      const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
      const method = target === '*' ? 'OPTIONS' : 'GET';
      socket.end(`${method} ${target} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer staff\r\nconnection: close\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
      expect(seen).toEqual([]);
    },
  );
});

describe('headers', () => {
  it.each([
    [{}, 'https://player.vimeo.com https://fast.wistia.net https://www.loom.com '],
    [{ LESSONWRIGHT_VIDEO_HOSTS: 'none' }, ''],
    [{ LESSONWRIGHT_VIDEO_HOSTS: 'tube.example.org,vimeo.com' }, 'https://tube.example.org https://player.vimeo.com '],
  ])('allow frames of YouTube, the video hosts of %o and applications alone', async (env, hosts) => {
    const server = await start(env);
    const policy = String((await server.inject('/api/thing/3')).headers['content-security-policy']);
    expect(policy).toMatch(/frame-src [^;]*;/);
    expect(/frame-src ([^;]*);/.exec(policy)?.[1]).toBe(
      `https://www.youtube-nocookie.com https://www.youtube.com ${hosts}http://localhost:3001`,
    );
  });

  it('allow browsers to run only our own scripts', async () => {
    const server = await start();
    const { headers } = await server.inject('/api/thing/3');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).toContain('media-src https:;');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it('allow the scripts inside our page by their hashes', () => {
    const html = "<script>alert('a')</script><script src='/b.js'></script><script type='module' src='/c.js'></script>";
    expect(inlineScriptSources(html)).toEqual([`'sha256-${createHash('sha256').update("alert('a')").digest('base64')}'`]);
    expect(inlineScriptSources('')).toEqual([]);
  });

  it('let the opener access the sign-in popup', async () => {
    const server = await start();
    const { headers } = await server.inject('/api/login/page');
    expect(headers).not.toHaveProperty('cross-origin-opener-policy');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('require https if the public address uses it', async () => {
    const server = await start({ LESSONWRIGHT_PUBLIC_URL: 'https://lessons.example.org' });
    expect((await server.inject('/api/thing/3')).headers).toHaveProperty('strict-transport-security');
  });
});

describe('methods and kinds', () => {
  it('HEAD is GET without its body, OPTIONS lists the methods and allows no other origin', async () => {
    const server = await start();
    const head = await server.inject({ method: 'HEAD', url: '/api/thing/3' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    const options = await server.inject({ method: 'OPTIONS', url: '/api/thing/3', headers: { origin: 'https://evil.example' } });
    expect([options.statusCode, options.headers['allow']]).toEqual([204, 'GET, OPTIONS, PUT']);
    expect(options.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it.each([
    { url: '/api/thing/3?a=b', status: 204, allow: 'GET, OPTIONS, PUT' },
    { url: '/api/thing/3/', status: 404, allow: undefined },
    { url: '/api/thing', status: 404, allow: undefined },
    { url: '/api/nothing-of-this-name', status: 404, allow: undefined },
  ])('OPTIONS $url is answered with $status', async ({ url, status, allow }) => {
    const reply = await (await start()).inject({ method: 'OPTIONS', url });
    expect([reply.statusCode, reply.headers['allow']]).toEqual([status, allow]);
  });

  it('a handler may send its own reply, once', async () => {
    const lines: string[] = [];
    const server = await start({}, { write: (line: string) => void lines.push(line) });
    expect((await server.inject('/api/either')).json()).toEqual({ ok: true });
    const reply = await server.inject({ url: '/api/either', headers: { 'x-page': '1' } });
    expect([reply.statusCode, reply.headers['location']]).toEqual([302, '/page']);
    expect(lines).toEqual([]);
  });

  it('a redirect leads on', async () => {
    const server = await start();
    const reply = await server.inject('/api/lead-on');
    expect([reply.statusCode, reply.headers['location']]).toEqual([302, '/elsewhere']);
  });
});

describe('pages', () => {
  async function built(): Promise<FastifyInstance> {
    const folder = await mkdtemp(join(tmpdir(), 'lessonwright-web-'));
    folders.push(folder);
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<title>Lessons</title>');
    await writeFile(join(folder, 'assets', 'app-abc123.js'), 'plain');
    await writeFile(join(folder, 'assets', 'app-abc123.js.br'), 'brotli');
    return start({ LESSONWRIGHT_WEB: folder });
  }

  it.each(['/', '/lesson/3/screen/4', '/invitation/abc', '/index.html', '/apiary'])('%s is the one page', async (url) => {
    const server = await built();
    const reply = await server.inject(url);
    expect([reply.statusCode, reply.body, reply.headers['cache-control']]).toEqual([200, '<title>Lessons</title>', 'no-cache']);
    expect(reply.headers['content-type']).toContain('text/html');
  });

  it('files with a hash in their name are cached forever, and compressed if the browser supports it', async () => {
    const server = await built();
    const plain = await server.inject('/assets/app-abc123.js');
    expect([plain.body, plain.headers['cache-control']]).toEqual(['plain', 'public, max-age=31536000, immutable']);
    const packed = await server.inject({ url: '/assets/app-abc123.js', headers: { 'accept-encoding': 'gzip, br' } });
    expect([packed.body, packed.headers['content-encoding']]).toEqual(['brotli', 'br']);
  });

  it.each(['/assets/../../etc/passwd', '/..%2f..%2fetc%2fpasswd', '/assets/%2e%2e/%2e%2e/etc/passwd'])('%s leads nowhere', async (url) => {
    const server = await built();
    expect((await server.inject(url)).body).not.toContain('root:');
  });

  it('report that they are not built', async () => {
    const server = await start();
    const reply = await server.inject('/');
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
  });
});
