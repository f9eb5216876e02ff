import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { buildUser } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { ApplicationSession } from '../../contract/applications.ts';
import type { RunReply, RunResult } from '../../contract/runs.ts';
import { startApplications, type Applications } from './listener.ts';

const PORT = 8000;
let server: TestServer;
let applications: Applications;
let place: { lesson_id: number; screen_id: number };

beforeAll(async () => {
  server = await startTestServer({ hasRunner: true, env: { LESSONWRIGHT_APPLICATIONS_PORT: '0' } });
  applications = await startApplications(server.platform);
  place = await makeLesson(901, { enabled_features: ['Stateful'], app_ports: [PORT] });
});
afterAll(async () => {
  await applications.close();
  await server.close();
});

async function makeLesson(sequence: number, fields: object): Promise<typeof place> {
  const client = server.client('staff');
  const lesson = await client.createLesson({ body: { sequence, title: 'Applications' } });
  await client.saveLesson({ params: { id: lesson.id }, body: fields });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  return { lesson_id: lesson.id, screen_id: newScreenId };
}

async function run(code: string, body: object = {}, at = place, by: 'staff' | 'owner' | Client<Api> = 'staff'): Promise<RunResult> {
  const client = typeof by === 'string' ? server.client(by) : by;
  let reply: RunReply = await client.runCode({ body: { ...at, code, ...body } });
  while (reply.status === 'pending') {
    const { code_run_id, session_id, runner_name } = reply;
    await new Promise((resolve) => setTimeout(resolve, 100));
    reply = await client.getCodeRunResults({
      params: { screenId: at.screen_id, runnerName: runner_name, sessionId: session_id, codeRunId: code_run_id },
    });
  }
  return reply;
}

/** Requests a path at the applications' origin; the public origin is replaced by the one it listens on. */
async function visit(
  address: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const { pathname, search } = new URL(address, 'http://localhost');
  const request = httpRequest({ host: '127.0.0.1', port: applications.port, path: pathname + search, headers: { host: HOST, ...headers } });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject).end();
  });
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}
const HOST = 'localhost:3001';

/** Echoes the request, and does what applications do on some paths. */
const ECHO = `
import http.server, json
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        text = json.dumps({"path": self.path, "headers": {name.lower(): value for name, value in self.headers.items()}}).encode()
        if self.path == "/page":
            text = b"<!doctype html><head><title>" + text + b"</title>"
        self.send_response(302 if self.path == "/go" else 200)
        if self.path == "/go":
            self.send_header("location", "/there?x=1")
        self.send_header("set-cookie", "lessonwright_session=stolen; Path=/; Domain=localhost; HttpOnly")
        self.send_header("x-frame-options", "DENY")
        if self.path == "/page":
            self.send_header("content-type", "text/html")
        self.send_header("clear-site-data", "*")
        self.send_header("content-security-policy", "img-src 'self'; frame-ancestors 'none'")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
http.server.ThreadingHTTPServer(("127.0.0.1", ${PORT}), Page).serve_forever()
`;

async function sessionOf(role: 'staff' | 'owner' = 'staff'): Promise<ApplicationSession | null> {
  return server.client(role).getApplicationSession({ params: { id: place.lesson_id } });
}

describe('a stateful lesson', () => {
  it('keeps variables for the next run of the same user only', async () => {
    expect(await run('x = 41')).toMatchObject({ error: null, external_ip: null });
    expect(await run('x += 1\nprint(x)')).toMatchObject({ output: '42\n', error: null });
    expect((await run('print(x)', {}, place, 'owner')).error).toContain('NameError');
    const session = await sessionOf();
    expect(session).toMatchObject({ lesson_id: place.lesson_id, ports: [{ port: PORT, is_up: false }] });
    expect(Date.parse(session!.ends_at)).toBeGreaterThan(Date.now());
    expect((await sessionOf('owner'))?.id).not.toBe(session?.id);
  });

  it('starts a new session after one was ended', async () => {
    await run('x = 1');
    expect(await server.client('staff').endApplicationSession({ params: { id: place.lesson_id } })).toBeNull();
    expect(await sessionOf()).toBeNull();
    expect((await run('print(x)')).error).toContain('NameError');
  });

  it('is not found for an unknown lesson', async () => {
    const nowhere = { params: { id: 999_999 } };
    await expect(server.client('staff').getApplicationSession(nowhere)).rejects.toMatchObject({ status: 404 });
    await expect(server.client('staff').endApplicationSession(nowhere)).rejects.toMatchObject({ status: 404 });
    await expect(server.client('staff').openProject(nowhere)).rejects.toMatchObject({ status: 404 });
    const bad = await server.inject({ url: '/api/lesson/x/session', headers: server.headers('staff') });
    expect(bad.statusCode).toBe(400);
  });
});

describe('Run and Deploy', () => {
  it('returns the address of the application once it listens', async () => {
    const { external_ip, error, check_summary } = await run(ECHO, { deploy_code: true, draft: { check_output: true } });
    expect({ error, check_summary }).toEqual({ error: null, check_summary: null });
    expect(external_ip).toMatch(new RegExp(`^http://localhost:\\d+/[\\w-]{43}/${PORT}/$`));
    expect(await sessionOf()).toMatchObject({ ports: [{ port: PORT, url: external_ip, is_up: true }] });
    const page = await visit(`${external_ip}a?b=%20`);
    expect(JSON.parse(page.body)).toMatchObject({ path: '/a?b=%20', headers: { host: HOST } });
  });

  it('reports what went wrong', async () => {
    expect(await run('1 / 0', { deploy_code: true })).toMatchObject({
      external_ip: null,
      stderr: expect.stringContaining('ZeroDivisionError'),
      error: expect.stringMatching(/^Something went wrong during application launch, please try again\.\n.*exit code 1/),
    });
  });

  it('needs a port', async () => {
    const portless = await makeLesson(902, { enabled_features: ['Stateful'], app_ports: [] });
    await expect(run('x', { deploy_code: true }, portless)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('port'),
    });
  });
});

describe('the origin of the applications', () => {
  let address: string;
  beforeAll(async () => {
    address = (await run(ECHO, { deploy_code: true })).external_ip ?? '';
  });

  it('forwards no credentials of the product, and keeps an application’s cookies separate', async () => {
    const first = await visit(address, {
      cookie: 'lessonwright_session=secret; other=1',
      authorization: 'Bearer lw_secret',
      'x-forwarded-for': '10.0.0.1',
    });
    expect(JSON.stringify(JSON.parse(first.body))).not.toMatch(/secret|other|10\.0\.0\.1|authorization/);
    const [cookie = ''] = first.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(
      /^app-[0-9a-f]{12}-lessonwright_session=stolen; HttpOnly; Path=\/[\w-]{43}\/8000\/; SameSite=None; Secure; Partitioned$/,
    );
    const again = await visit(address, { cookie: `${cookie.split(';')[0]}; lessonwright_session=secret` });
    expect(JSON.parse(again.body)).toMatchObject({ headers: { cookie: 'lessonwright_session=stolen' } });
  });

  it('lets only the product’s pages frame applications, and drops headers for the whole origin', async () => {
    const { headers } = await visit(address);
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers).not.toHaveProperty('clear-site-data');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("img-src 'self'");
    expect(policy).not.toContain("frame-ancestors 'none'");
    expect(policy).toContain(`frame-ancestors 'self' ${server.platform.config.publicUrl}`);
    expect(policy).toMatch(/sandbox (?!.*allow-top-navigation)/);
    expect(headers['referrer-policy']).toBe('same-origin');
    const page = await server.inject('/');
    expect(String(page.headers['content-security-policy'])).toContain(server.platform.config.applicationsUrl);
  });

  it('gives framed pages a storage that works in every browser', async () => {
    const { headers, body } = await visit(`${address}page`, {
      'sec-fetch-dest': 'iframe',
      'accept-encoding': 'gzip',
      'if-none-match': 'x',
    });
    expect(body).toMatch(/^<!doctype html><head><script src="\/\.lessonwright\/frame\.js"><\/script><title>.*<\/title>$/);
    expect(body).not.toMatch(/gzip|if-none-match/i);
    expect(headers).not.toHaveProperty('content-length');
    const tab = await visit(`${address}page`, { 'sec-fetch-dest': 'document' });
    expect(tab.body).not.toContain('frame.js');
    const script = await visit('/.lessonwright/frame.js');
    expect(script).toMatchObject({ status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' } });
  });

  it('resolves redirects and root addresses within the application', async () => {
    const folder = new URL(address).pathname;
    expect((await visit(`${address}go`)).headers.location).toBe(`${folder}there?x=1`);
    expect((await visit('/style.css?v=1', { referer: `http://${HOST}${folder}page` })).headers.location).toBe(`${folder}style.css?v=1`);
    expect((await visit('/style.css', { referer: `http://elsewhere.example${folder}` })).status).toBe(404);
    expect((await visit(folder.slice(0, -1))).headers.location).toBe(folder);
  });

  it('is not found without the secret address', async () => {
    for (const path of ['/', '/api/user', `/${'x'.repeat(43)}/${PORT}/`]) expect((await visit(path)).status).toBe(404);
    const other = new URL(address).pathname.replace(`/${PORT}/`, '/22/');
    expect((await visit(other)).status).toBe(502);
  });

  it('accepts WebSockets of its own pages only', async () => {
    const connect = (origin: string) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${applications.port}${new URL(address).pathname}`, {
          headers: { host: HOST, origin },
        });
        socket.once('unexpected-response', (_request, answer) => resolve(String(answer.statusCode)));
        socket.once('error', (error) => resolve(error.message));
      });
    expect(await connect('http://evil.example')).toBe('404');
    // The application doesn't accept WebSockets, but it received the request.
    expect(await connect(`http://${HOST}`)).toBe('502');
  });

  it('ends with the session', async () => {
    await server.client('staff').endApplicationSession({ params: { id: place.lesson_id } });
    await expect.poll(async () => (await visit(address)).status, { timeout: 300_000, interval: 200 }).toBe(404);
  });

  it('ends immediately, used or not, when its external author is revoked', async () => {
    const { db } = server.platform;
    const author = await buildUser(db, { role: 'external' });
    const { token } = await server.client('owner').createToken({ body: { name: 'application', email: author.email } });
    const client = server.clientWith({ authorization: `Bearer ${token}` });
    const lesson = await client.createLesson({ body: { sequence: 904, title: 'Of an author' } });
    await client.saveLesson({ params: { id: lesson.id }, body: { enabled_features: ['Stateful'], app_ports: [PORT] } });
    const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
    const own = (await run(ECHO, { deploy_code: true }, { lesson_id: lesson.id, screen_id: newScreenId }, client)).external_ip ?? '';
    expect((await visit(own)).status).toBe(200);
    await server.client('staff').revokeExternalAuthor({ params: { id: author.id } });
    const statusNow = () => visit(own).then(({ status }) => status, String);
    await expect.poll(statusNow, { timeout: 300_000, interval: 50 }).toBe(404);
    const kept = () => db.selectFrom('run_sessions').selectAll().where('user_id', '=', author.id).execute();
    await expect.poll(kept, { timeout: 300_000 }).toEqual([]);
  });

  it('ends when its user can no longer sign in', async () => {
    const { db } = server.platform;
    const address_ = (await run(ECHO, { deploy_code: true }, place, 'owner')).external_ip ?? '';
    expect((await visit(address_)).status).toBe(200);
    await db.updateTable('users').set({ revoked_at: new Date() }).where('id', '=', server.users.owner.id).execute();
    // A visit in progress at that moment is cut off.
    const statusNow = () => visit(address_).then(({ status }) => status, String);
    await expect.poll(statusNow, { timeout: 300_000, interval: 200 }).toBe(404);
    const kept = () => db.selectFrom('run_sessions').selectAll().where('user_id', '=', server.users.owner.id).execute();
    await expect.poll(kept, { timeout: 300_000 }).toEqual([]);
  });
});

describe('POST /api/lesson/{id}/project', () => {
  it('is for JupyterLab lessons', async () => {
    await expect(server.client('staff').openProject({ params: { id: place.lesson_id } })).rejects.toMatchObject({ status: 422 });
  });

  it('explains how to install JupyterLab if it is missing', async () => {
    const { lesson_id } = await makeLesson(903, { enabled_features: ['JupyterLab'] });
    await expect(server.client('staff').openProject({ params: { id: lesson_id } })).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('Add the package jupyterlab'),
    });
  });
});
