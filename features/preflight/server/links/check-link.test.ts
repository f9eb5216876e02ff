import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkLink, RobotsCache } from './check-link.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let site: Server;
let port: number;
let requests: string[] = [];
let pages: Record<string, Handler> = {};
let robots = new RobotsCache();

beforeEach(async () => {
  requests = [];
  pages = {};
  robots = new RobotsCache();
  site = createServer((request, response) => {
    if (request.url !== '/robots.txt') requests.push(`${request.method} ${request.headers.host?.split(':')[0]}${request.url}`);
    const page = pages[request.url ?? ''];
    if (page) page(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  ({ port } = site.address() as AddressInfo);
});
afterEach(async () => {
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
});

const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    response.writeHead(code, headers).end();
const resolver =
  (addresses: Record<string, readonly string[]>) =>
  async (host: string): Promise<readonly string[]> => {
    const found = addresses[host];
    if (!found) throw Object.assign(new Error(host), { code: 'ENOTFOUND' });
    return found;
  };
const forever = () => new AbortController().signal;
/** The test's own site, by names that only the test knows. */
const check = (path: string, options: Parameters<typeof checkLink>[2] = {}) =>
  checkLink(path.startsWith('http') ? path : `http://site.org:${port}${path}`, forever(), {
    limitMs: 60_000,
    robots,
    isAllowed: (address) => address === '127.0.0.1',
    resolve: resolver({ 'site.org': ['127.0.0.1'], 'other.org': ['127.0.0.1'], 'inside.org': ['10.0.0.1'] }),
    ...options,
  });

describe('a link', () => {
  it('is requested by its head, at the address that its name has', async () => {
    pages['/a?b=c'] = status(200);
    expect(await check('/a?b=c')).toEqual({ state: 'ok', status: 200, target: null, reason: null });
    expect(requests).toEqual(['HEAD site.org/a?b=c']);
  });

  it('is requested again with a small range, if its server doesn’t like that', async () => {
    let range: string | undefined;
    pages['/a'] = (request, response) => {
      range = request.headers.range;
      response.writeHead(request.method === 'HEAD' ? 405 : 206).end('x');
    };
    expect(await check('/a')).toMatchObject({ state: 'ok', status: 206 });
    expect(range).toBe('bytes=0-1023');
    pages['/empty'] = (request, response) => void response.writeHead(request.method === 'HEAD' ? 501 : 416).end();
    expect(await check('/empty')).toMatchObject({ state: 'ok' });
  });

  it.each([404, 410])('is gone by %i', async (code) => {
    pages['/a'] = status(code);
    expect(await check('/a')).toEqual({ state: 'gone', status: code, target: null, reason: null });
    expect(requests.map((each) => each.split(' ')[0])).toEqual(['HEAD', 'GET']);
  });

  it('is gone if its host doesn’t exist', async () => {
    expect(await check('http://nowhere.org/')).toEqual({ state: 'gone', status: null, target: null, reason: null });
  });

  it.each([
    [401, 'refused'],
    [403, 'refused'],
    [429, 'busy'],
    [500, 'failing'],
    [503, 'failing'],
  ] as const)('is unclear by %i', async (code, reason) => {
    pages['/a'] = status(code);
    expect(await check('/a')).toEqual({ state: 'unsure', status: code, target: null, reason });
  });

  it('is unclear without a reply in time', async () => {
    pages['/a'] = () => undefined;
    expect(await check('/a', { limitMs: 50 })).toMatchObject({ state: 'unsure', reason: 'timeout' });
  });

  it('is unclear where nothing listens, and where the resolver fails', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port: free } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect(await check(`http://site.org:${free}/`)).toMatchObject({ state: 'unsure', reason: 'unreachable' });
    const resolve = () => Promise.reject(Object.assign(new Error('later'), { code: 'ESERVFAIL' }));
    expect(await check('/a', { resolve })).toMatchObject({ state: 'unsure', reason: 'unreachable' });
  });

  it('stops with the operation', async () => {
    const stopping = new AbortController();
    pages['/a'] = () => stopping.abort();
    const options = { isAllowed: () => true, resolve: resolver({ 'site.org': ['127.0.0.1'] }) };
    await expect(checkLink(`http://site.org:${port}/a`, stopping.signal, options)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a redirect', () => {
  it('reports the last address of permanent redirects as the new one', async () => {
    pages['/a'] = status(301, { location: '/b' });
    pages['/b'] = status(308, { location: `http://other.org:${port}/c` });
    pages['/c'] = status(302, { location: '/login' });
    pages['/login'] = status(200);
    expect(await check('/a')).toEqual({ state: 'moved', status: 200, target: `http://other.org:${port}/c`, reason: null });
  });

  it('accepts a temporary redirect', async () => {
    pages['/a'] = status(302, { location: '/b' });
    pages['/b'] = status(301, { location: '/c' });
    pages['/c'] = status(200);
    expect(await check('/a')).toMatchObject({ state: 'ok', target: null });
  });

  it('reports a link as gone if its redirect leads to a 404', async () => {
    pages['/a'] = status(301, { location: '/b' });
    expect(await check('/a')).toMatchObject({ state: 'gone', status: 404 });
  });

  it('to the start page is unclear: the page itself is likely gone', async () => {
    pages['/a'] = status(301, { location: '/' });
    pages['/'] = status(200);
    expect(await check('/a')).toMatchObject({ state: 'unsure', reason: 'start-page' });
    pages['/'] = status(301, { location: `http://other.org:${port}/` });
    expect(await check('/')).toMatchObject({ state: 'unsure', reason: 'redirects' });
  });

  it.each(['/a', 'file:///etc/passwd', 'ftp://site.org/', 'http://me:secret@site.org/'])(
    'to %s is not followed for ever',
    async (location) => {
      pages['/a'] = status(302, { location });
      expect(await check('/a')).toMatchObject({ state: 'unsure', reason: 'redirects' });
    },
  );
});

describe('private addresses', () => {
  it.each(['http://inside.org/', 'http://10.0.0.1/', 'http://0x7f000002/', 'http://[::1]/', 'http://[::ffff:10.0.0.1]/'])(
    'are never requested: %s',
    async (url) => expect(await check(url)).toMatchObject({ state: 'unsure', reason: 'private' }),
  );

  it('are not reached by a redirect', async () => {
    pages['/a'] = status(302, { location: 'http://inside.org/admin' });
    expect(await check('/a')).toMatchObject({ state: 'unsure', reason: 'private' });
    pages['/b'] = status(301, { location: 'http://169.254.169.254/latest/meta-data' });
    expect(await check('/b')).toMatchObject({ state: 'unsure', reason: 'private' });
  });

  it('are not reached by a name that has a public address, too', async () => {
    const resolve = resolver({ 'site.org': ['127.0.0.1', '10.0.0.1'] });
    expect(await check('/a', { resolve })).toMatchObject({ state: 'unsure', reason: 'private' });
    expect(requests).toEqual([]);
  });

  it('are not reached by a name that changes between two questions', async () => {
    pages['/a'] = status(200);
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    let asked = 0;
    robots.store(`http://site.org:${port}`, { rules: [] });
    const resolve = () => Promise.resolve(answers[asked++] ?? []);
    expect(await check('/a', { resolve })).toMatchObject({ state: 'ok' });
    expect(asked).toBe(1);
  });

  it('include this machine, unless a test allows it', async () => {
    pages['/a'] = status(200);
    const resolve = resolver({ 'site.org': ['127.0.0.1'] });
    expect(await checkLink(`http://site.org:${port}/a`, forever(), { resolve })).toMatchObject({ state: 'unsure', reason: 'private' });
    expect(requests).toEqual([]);
  });
});

describe('robots.txt', () => {
  const says =
    (text: string): Handler =>
    (_request, response) =>
      response.end(text);
  const refused = { state: 'unsure', status: null, target: null, reason: 'robots' };

  it('keeps a page from being requested', async () => {
    pages['/robots.txt'] = says('User-agent: *\nDisallow: /private');
    pages['/a'] = status(200);
    expect(await check('/private/a')).toEqual(refused);
    expect(requests).toEqual([]);
    expect(await check('/a')).toMatchObject({ state: 'ok' });
  });

  it('is requested once a day for a site', async () => {
    let asked = 0;
    pages['/robots.txt'] = (_request, response) => {
      asked++;
      response.end('User-agent: *\nDisallow: /private');
    };
    pages['/a'] = status(200);
    await check('/a');
    await check('/a');
    expect(await check('/private/a')).toEqual(refused);
    expect(asked).toBe(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
    await check('/a').finally(() => vi.useRealTimers());
    expect(asked).toBe(2);
  });

  it.each([401, 403, 404, 410])('that isn’t there (%i) allows everything', async (code) => {
    pages['/robots.txt'] = status(code);
    pages['/a'] = status(200);
    expect(await check('/a')).toMatchObject({ state: 'ok' });
  });

  it.each([
    [500, 'failing'],
    [503, 'failing'],
    [429, 'busy'],
  ])('that its server can’t show (%i) allows nothing', async (code, reason) => {
    pages['/robots.txt'] = status(code);
    expect(await check('/a')).toEqual({ state: 'unsure', status: code, target: null, reason });
    expect(requests).toEqual([]);
    pages['/robots.txt'] = status(404);
    pages['/a'] = status(200);
    expect(await check('/a')).toMatchObject({ state: 'ok' });
  });

  it('may be elsewhere, but not in a private network', async () => {
    pages['/robots.txt'] = status(301, { location: `http://other.org:${port}/rules` });
    pages['/rules'] = says('User-agent: *\nDisallow: /a');
    expect(await check('/a')).toEqual(refused);
    robots = new RobotsCache();
    pages['/robots.txt'] = status(301, { location: 'http://inside.org/robots.txt' });
    expect(await check('/a')).toMatchObject({ state: 'unsure', reason: 'private' });
  });

  it('counts for the page that a link redirects to', async () => {
    pages['/a'] = status(302, { location: `http://other.org:${port}/b` });
    pages['/robots.txt'] = (request, response) =>
      response.end(request.headers.host?.startsWith('other') === true ? 'User-agent: Lessonwright\nDisallow: /b' : '');
    expect(await check('/a')).toEqual(refused);
    expect(requests).toEqual(['HEAD site.org/a']);
  });

  it('is read up to a limit', async () => {
    let written = 0;
    const line = `# ${'x'.repeat(64 * 1024)}\n`;
    pages['/robots.txt'] = (_request, response) => {
      response.write('User-agent: *\nDisallow: /a\n');
      const more = () => {
        while (!response.destroyed && written < 100_000_000) {
          written += line.length;
          if (!response.write(line)) return void response.once('drain', more);
        }
        return response.end();
      };
      more();
    };
    expect(await check('/a')).toEqual(refused);
    expect(written).toBeLessThan(20_000_000);
  });

  it('that never ends is given up', async () => {
    pages['/robots.txt'] = (_request, response) => void response.write('User-agent: *\n');
    expect(await check('/a', { limitMs: 100 })).toMatchObject({ state: 'unsure', reason: 'timeout' });
  });
});
