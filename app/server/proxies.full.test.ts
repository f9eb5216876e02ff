import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Api } from '#app/contract/api.ts';
import type { RunReply } from '#features/runs/contract/runs.ts';
import type { Client } from '#platform/contract/client.ts';
import { findBrowser } from '#testing/browser.ts';
import { debianProgram } from '#testing/debian-programs.ts';
import { freePort, OWNER, RealServer } from '#testing/real-server.ts';

// The configuration files of deploy/ in the real servers, in front of the real product, with TLS.

const run = promisify(execFile);
const REPOSITORY = join(import.meta.dirname, '../..');
const SITE = 'lessons.example.org';
const APPLICATIONS_SITE = 'lessons-apps.example.org';
const APPLICATION_PORT = 8000;
/** More than the limit of the API's bodies. */
const PUSHED_BYTES = 80 * 1024 * 1024;
const PAGE = `
import http.server
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/go":
            self.send_response(302)
            self.send_header("location", "https://" + self.headers["x-forwarded-host"] + "/there")
            self.end_headers()
            return
        body = b"<!doctype html><title>Application</title>" + self.path.encode()
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
http.server.ThreadingHTTPServer(("127.0.0.1", ${APPLICATION_PORT}), Page).serve_forever()
`;

interface Ports {
  readonly public: number;
  readonly product: number;
  readonly applications: number;
}

interface Proxy {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Every value that an administrator replaces. A missing one fails the test. */
function replaceAll(config: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((changed, [from, to]) => {
    expect(changed).toContain(from);
    return changed.replaceAll(from, to);
  }, config);
}

async function caddy(folder: string, ports: Ports): Promise<Proxy> {
  const port = ports.public === 443 ? '' : `:${ports.public}`;
  const sites = replaceAll(await readFile(join(REPOSITORY, 'deploy/caddy/Caddyfile'), 'utf8'), [
    [`\n${SITE} {`, `\n${SITE}${port} {`],
    [`\n${APPLICATIONS_SITE} {`, `\n${APPLICATIONS_SITE}${port} {`],
    ['127.0.0.1:3000', `127.0.0.1:${ports.product}`],
    ['127.0.0.1:3001', `127.0.0.1:${ports.applications}`],
  ]);
  const options = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n\tstorage file_system ${folder}\n}\n`;
  const file = join(folder, 'Caddyfile');
  await writeFile(file, options + sites);
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return { program: await debianProgram('caddy', 'usr/bin/caddy'), args: ['run', '--config', file, '--adapter', 'caddyfile'], env };
}

/** A certificate of both names that signs itself. */
async function makeCertificate(folder: string): Promise<{ certificate: string; key: string }> {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const names = `subjectAltName=DNS:${SITE},DNS:${APPLICATIONS_SITE}`;
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=test',
    '-addext',
    names,
    '-keyout',
    key,
    '-out',
    certificate,
  ]);
  return { certificate, key };
}

/** @param host The variable that `Host` is set to. */
async function nginx(folder: string, ports: Ports, host: '$http_host' | '$host'): Promise<Proxy> {
  const { certificate, key } = await makeCertificate(folder);
  const sites = replaceAll(await readFile(join(REPOSITORY, 'deploy/nginx/lessonwright.conf'), 'utf8'), [
    ['listen 443 ssl', `listen 127.0.0.1:${ports.public} ssl`],
    [`/etc/letsencrypt/live/${SITE}/fullchain.pem`, certificate],
    [`/etc/letsencrypt/live/${SITE}/privkey.pem`, key],
    [`/etc/letsencrypt/live/${APPLICATIONS_SITE}/fullchain.pem`, certificate],
    [`/etc/letsencrypt/live/${APPLICATIONS_SITE}/privkey.pem`, key],
    ['http://127.0.0.1:3000', `http://127.0.0.1:${ports.product}`],
    ['http://127.0.0.1:3001', `http://127.0.0.1:${ports.applications}`],
    ['Host $http_host', `Host ${host}`],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`);
  const whole = `daemon off;\npid ${join(folder, 'pid')};\nerror_log stderr;\nworker_processes 1;\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${sites}\n}\n`;
  const file = join(folder, 'nginx.conf');
  await writeFile(file, process.getuid?.() === 0 ? `user root;\n${whole}` : whole);
  return { program: await debianProgram('nginx', 'usr/sbin/nginx'), args: ['-p', folder, '-e', 'stderr', '-c', file] };
}

/** Libraries of HAProxy's package that a small system lacks. */
const HAPROXY_LIBRARIES = [
  ['liblua5.3-0', 'usr/lib/x86_64-linux-gnu/liblua5.3.so.0'],
  ['libopentracing-c-wrapper0', 'usr/lib/x86_64-linux-gnu/libopentracing-c-wrapper.so.0'],
  ['libopentracing1', 'usr/lib/x86_64-linux-gnu/libopentracing.so.1'],
] as const;

/** Both servers of the file are the same one here. */
async function haproxy(folder: string, ports: Ports): Promise<Proxy> {
  const certificates = join(folder, 'certificates');
  await mkdir(certificates);
  const { certificate, key } = await makeCertificate(folder);
  await writeFile(join(certificates, 'site.pem'), (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')));
  const config = replaceAll(await readFile(join(REPOSITORY, 'deploy/haproxy/haproxy.cfg'), 'utf8'), [
    ['bind :80', `bind 127.0.0.1:${await freePort()}`],
    ['bind :443', `bind 127.0.0.1:${ports.public}`],
    ['/etc/haproxy/certificates/', certificates],
    ['/etc/haproxy/503.http', join(REPOSITORY, 'deploy/haproxy/503.http')],
    ['10.0.0.11:3000', `127.0.0.1:${ports.product}`],
    ['10.0.0.12:3000', `127.0.0.1:${ports.product}`],
    ['10.0.0.11:3001', `127.0.0.1:${ports.applications}`],
    ['10.0.0.12:3001', `127.0.0.1:${ports.applications}`],
  ]);
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, config);
  const libraries = await Promise.all(HAPROXY_LIBRARIES.map(([name, path]) => debianProgram(name, path)));
  const env = { LD_LIBRARY_PATH: libraries.map((library) => dirname(library)).join(':') };
  return { program: await debianProgram('haproxy', 'usr/sbin/haproxy'), args: ['-db', '-f', file], env };
}

/** Ports below 1024 need root. */
const MAY_443 = process.getuid?.() === 0;

const CASES = [
  { name: 'Caddy on 443', port: 443, proxy: caddy },
  { name: 'Caddy on another port', port: 0, proxy: caddy },
  { name: 'nginx on 443', port: 443, proxy: (folder: string, ports: Ports) => nginx(folder, ports, '$http_host') },
  { name: 'nginx on another port', port: 0, proxy: (folder: string, ports: Ports) => nginx(folder, ports, '$http_host') },
  { name: 'HAProxy on another port', port: 0, proxy: haproxy, hasPage: true },
  {
    name: 'nginx on another port, without the port in Host',
    port: 0,
    proxy: (folder: string, ports: Ports) => nginx(folder, ports, '$host'),
  },
].filter(({ port }) => port !== 443 || MAY_443);

describe.each(CASES)('behind $name', ({ port, proxy: configure, hasPage = false }) => {
  let folder: string;
  let server: RealServer;
  let proxy: ChildProcess;
  let output = '';
  let ports: Ports;
  let owner: Client<Api>;
  /** The origins as browsers see them. */
  let site: string;
  let applications: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lessonwright-proxy-'));
    ports = { public: port === 0 ? await freePort() : port, product: await freePort(), applications: await freePort() };
    const suffix = ports.public === 443 ? '' : `:${ports.public}`;
    site = `https://${SITE}${suffix}`;
    applications = `https://${APPLICATIONS_SITE}${suffix}`;
    server = await RealServer.createPrepared({
      PORT: String(ports.product),
      LESSONWRIGHT_PUBLIC_URL: site,
      LESSONWRIGHT_APPLICATIONS_URL: applications,
      LESSONWRIGHT_APPLICATIONS_PORT: String(ports.applications),
      LESSONWRIGHT_TRUSTED_PROXIES: '127.0.0.1',
      LESSONWRIGHT_SAMPLE: '0',
    });
    const { program, args, env } = await configure(folder, ports);
    proxy = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [proxy.stdout, proxy.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await listening(ports.public);
    owner = await server.setUpOwner();
  });
  afterAll(async () => {
    proxy?.kill('SIGKILL');
    await server?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  async function listening(at: number): Promise<void> {
    for (;;) {
      if (proxy.exitCode !== null) throw new Error(`The proxy did not start:\n${output}`);
      const socket = connect(at, '127.0.0.1');
      const isUp = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      socket.destroy();
      if (isUp) return;
      await sleep(50);
    }
  }

  /** A request through the proxy, as a browser sends it. */
  async function ask(
    url: string,
    { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
  ): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
    const { host, hostname, pathname, search } = new URL(url);
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const request = httpsRequest({
      host: '127.0.0.1',
      port: ports.public,
      servername: hostname,
      rejectUnauthorized: false,
      agent: false,
      method,
      path: pathname + search,
      headers: {
        host,
        ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
        ...headers,
      },
    });
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject).end(payload);
    });
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
  }

  const fromPage = (origin: string) => ({ origin, 'sec-fetch-site': 'same-origin' });

  /** Signs in through the proxy and returns the cookie. */
  async function signIn(): Promise<string> {
    const reply = await ask(`${site}/api/login/password`, {
      method: 'POST',
      headers: fromPage(site),
      body: { email: OWNER.email, password: OWNER.password },
    });
    expect([reply.status, reply.body]).toEqual([200, expect.stringContaining(OWNER.email)]);
    const [cookie = ''] = reply.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^__Host-.*; Secure/);
    return cookie.split(';')[0] ?? '';
  }

  async function makeLesson(sequence: number): Promise<{ id: number; screenId: number }> {
    const { id } = await owner.createLesson({ body: { sequence, title: `Lesson ${sequence}` } });
    await owner.saveLesson({
      params: { id },
      body: { language: 'python', enabled_features: ['Stateful'], app_ports: [APPLICATION_PORT] },
    });
    const { newScreenId } = await owner.createScreen({ params: { id }, body: { sequence: 1 } });
    return { id, screenId: newScreenId };
  }

  it('people sign in, with a secure cookie, and their own address is known', async () => {
    const cookie = await signIn();
    expect((await ask(`${site}/api/user`, { headers: { cookie } })).status).toBe(200);
    const { lines } = await owner.listAudit({ query: {} });
    expect(lines.find(({ action }) => action === 'sign-in')).toMatchObject({ address: '127.0.0.1' });
    const foreign = await ask(`${site}/api/login/password`, {
      method: 'POST',
      headers: fromPage('https://elsewhere.example'),
      body: { email: OWNER.email, password: OWNER.password },
    });
    expect(foreign.status).toBe(403);
  });

  it('pages connect for live events', async () => {
    const cookie = await signIn();
    const socket = new WebSocket(`wss://127.0.0.1:${ports.public}/api/live`, {
      agent: new Agent({ servername: SITE, rejectUnauthorized: false }),
      headers: { host: new URL(site).host, cookie, origin: site },
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'subscribe', topic: 'releases' }));
    socket.close();
    await once(socket, 'close');
  });

  it('an application opens in its frame', async () => {
    const { id, screenId } = await makeLesson(901);
    let reply: RunReply = await owner.runCode({ body: { lesson_id: id, screen_id: screenId, code: PAGE, deploy_code: true } });
    while (reply.status === 'pending') {
      const { code_run_id, session_id, runner_name } = reply;
      await sleep(50);
      reply = await owner.getCodeRunResults({
        params: { screenId, runnerName: runner_name, sessionId: session_id, codeRunId: code_run_id },
      });
    }
    const address = reply.external_ip ?? '';
    expect(new URL(address).origin).toBe(applications);
    const page = await ask(`${address}here`, { headers: { 'sec-fetch-dest': 'iframe' } });
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('/here')]);
    expect(page.headers['content-security-policy']).toContain(`frame-ancestors 'self' ${site}`);
    // Addresses from the root, and redirections to the application's own host, stay within it.
    const fromRoot = await ask(`${applications}/style.css`, { headers: { referer: address } });
    expect([fromRoot.status, fromRoot.headers.location]).toEqual([307, `${new URL(address).pathname}style.css`]);
    const redirected = await ask(`${address}go`);
    expect([redirected.status, redirected.headers.location]).toEqual([302, `${new URL(address).pathname}there`]);
  });

  it('a share link opens in a browser, and its code runs', async () => {
    const { id, screenId } = await makeLesson(902);
    await owner.saveScreen({ params: { lessonId: id, screenId }, body: { title: 'Shared task', type: 'code', answer_code: 'print(42)' } });
    const { build_number } = await owner.startDeploy({ params: { id }, body: {} });
    const isRunning = async () =>
      (await owner.getDeploy({ params: { id, buildNumber: build_number }, query: {} })).deploy.status === 'running';
    while (await isRunning()) await sleep(50);
    const { url } = await owner.createShareLink({ params: { id }, body: { build_number } });
    expect(url.startsWith(`${applications}/preview/`)).toBe(true);

    const browser = await chromium.launch({
      ...findBrowser(),
      args: [...(findBrowser().args ?? []), '--host-resolver-rules=MAP *.example.org 127.0.0.1'],
    });
    try {
      const page = await browser.newPage({ ignoreHTTPSErrors: true });
      const failed: string[] = [];
      page.on('response', (response) => response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`));
      await page.goto(url);
      await page.getByRole('heading', { name: 'Shared task' }).waitFor({ timeout: 60_000 });
      expect(failed).toEqual([]);
    } finally {
      await browser.close();
    }
    const call = await ask(`${applications}/api/preview/${url.split('/').at(-1)}/screens/1/run`, {
      method: 'POST',
      headers: fromPage(applications),
      body: { visitor: '1f0e2b04-3a53-4f4a-9d3c-0d3a1d1a5c11', code: 'print(6 * 7)', submit: false },
    });
    expect([call.status, call.body]).toEqual([200, expect.stringMatching(/"status":"(pending|done)"/)]);
    const foreign = await ask(`${applications}/api/preview/${url.split('/').at(-1)}/screens/1/run`, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example' },
      body: { visitor: '1f0e2b04-3a53-4f4a-9d3c-0d3a1d1a5c11', code: 'print(1)', submit: false },
    });
    expect(foreign.status).toBe(403);
  });

  it('git pushes more than the limit of other bodies', async () => {
    const { token } = await owner.createToken({ body: { name: 'git' } });
    const clone = join(folder, 'clone');
    const options = ['-c', 'http.sslVerify=false', '-c', `http.curloptResolve=${SITE}:${ports.public}:127.0.0.1`];
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.org',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.org',
    };
    const git = (args: readonly string[], cwd = clone) => run('git', [...options, ...args], { cwd, env });
    await git(['clone', `${site.replace('https://', `https://anybody:${token}@`)}/git/content.git`, clone], folder);
    await git(['switch', '-c', 'large', 'origin/main']);
    await mkdir(join(clone, 'lessons/500-large/files'), { recursive: true });
    await writeFile(join(clone, 'lessons/500-large/files/large.bin'), randomBytes(PUSHED_BYTES));
    await git(['add', '-A']);
    await git(['commit', '-m', 'Add a large file']);
    await git(['push', 'origin', 'large']);
    expect((await git(['ls-remote', 'origin', 'large'])).stdout).toContain('refs/heads/large');
  });

  // The last one, because the server is stopped.
  it.runIf(hasPage)('a page says in plain words that no server is ready', async () => {
    await server.stop();
    const isShown = async () => (await ask(site)).body.includes('Not available at the moment');
    while (!(await isShown())) await sleep(50);
    expect((await ask(site)).status).toBe(503);
  });
});
