import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApplications, type Applications } from '#features/runs/server/applications/listener.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { PreviewPages } from './preview-pages.ts';

// Both origins as the documented proxies call them. proxies.full.test.ts does the same with the real programs.

const FORWARDED = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
const PROXIES = [
  ['Caddy, or nginx with $http_host', (host: string) => ({ host, 'x-forwarded-host': host, ...FORWARDED })],
  ['nginx with $host', (host: string) => ({ host: host.replace(/:\d+$/, ''), ...FORWARDED })],
] as const;

describe.each([':8443', ''])('on port %s', (port) => {
  const site = `https://lessons.example.org${port}`;
  const applicationsSite = `https://lessons-apps.example.org${port}`;
  let webFolder: string;
  let server: TestServer;
  let applications: Applications;
  let product: string;

  beforeAll(async () => {
    webFolder = await mkdtemp(join(tmpdir(), 'lessonwright-web-'));
    await mkdir(join(webFolder, 'assets'));
    await writeFile(join(webFolder, 'index.html'), '<title>product</title>');
    await writeFile(join(webFolder, 'preview.html'), '<title>preview</title>');
    await writeFile(join(webFolder, 'assets/preview-1.js'), 'start()');
    server = await startTestServer({
      hasWorkers: false,
      env: {
        LESSONWRIGHT_PUBLIC_URL: site,
        LESSONWRIGHT_APPLICATIONS_URL: applicationsSite,
        LESSONWRIGHT_APPLICATIONS_PORT: '0',
        LESSONWRIGHT_TRUSTED_PROXIES: '127.0.0.1',
        LESSONWRIGHT_WEB: webFolder,
      },
    });
    product = await server.listen();
    applications = await startApplications(server.platform, new PreviewPages(server.app, server.platform));
  });
  afterAll(async () => {
    await applications?.close();
    await server?.close();
    await rm(webFolder, { recursive: true, force: true });
  });

  async function ask(to: string, path: string, headers: Record<string, string>, body?: object): Promise<{ status: number; body: string }> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const request = httpRequest(to + path, {
      method: body === undefined ? 'GET' : 'POST',
      agent: false,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    });
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject).end(payload);
    });
    return { status: answer.statusCode ?? 0, body: await text(answer) };
  }

  describe.each(PROXIES)('%s', (_name, headersFor) => {
    const toApplications = (path: string, origin: string, body?: object) =>
      ask(`http://127.0.0.1:${applications.port}`, path, { ...headersFor(new URL(applicationsSite).host), origin }, body);
    const toProduct = (path: string, origin: string, body?: object) =>
      ask(product, path, { ...headersFor(new URL(site).host), origin }, body);

    it('serves the files of a share link’s page', async () => {
      expect(await toApplications('/assets/preview-1.js', applicationsSite)).toEqual({ status: 200, body: 'start()' });
      expect(await toApplications('/preview/some-link', applicationsSite)).toMatchObject({ status: 200 });
    });

    it('passes the calls of a share link’s page, and no one else’s', async () => {
      const call = { visitor: '1f0e2b04-3a53-4f4a-9d3c-0d3a1d1a5c11', code: '1', submit: false };
      expect((await toApplications('/api/preview/no-such-link/screens/1/run', applicationsSite, call)).status).toBe(404);
      for (const origin of ['https://elsewhere.example', site]) {
        expect(await toApplications('/api/preview/no-such-link/screens/1/run', origin, call)).toEqual({
          status: 403,
          body: 'Requests from other sites are not allowed.',
        });
      }
    });

    it('lets the product’s own pages sign in, and no one else’s', async () => {
      const body = { email: 'nobody@example.org', password: 'a wrong password' };
      expect((await toProduct('/api/login/password', site, body)).body).toContain('Wrong email or password.');
      for (const origin of ['https://elsewhere.example', applicationsSite]) {
        expect((await toProduct('/api/login/password', origin, body)).body).toContain('Requests from other sites are not allowed.');
      }
    });
  });
});
