import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Api } from '#app/contract/api.ts';
import type { RunReply } from '#features/runs/contract/runs.ts';
import type { ApiError, Client } from '#platform/contract/client.ts';
import type { LiveMessage } from '#platform/contract/live.ts';
import { SERVER_TOKEN_HEADER, signForwarded } from '#platform/server/cluster/server-token.ts';
import { RateLimit } from '#platform/server/rate-limit.ts';
import { markBuilt } from '#testing/mark-built.ts';
import type { TestRole } from '#testing/test-server.ts';
import { startTestServers, type TestMember, type TestServers } from '#testing/test-servers.ts';

const WAIT = { timeout: 300_000, interval: 50 };

let servers: TestServers;
let one: TestMember;
let other: TestMember;
beforeAll(async () => {
  servers = await startTestServers({ hasRunner: true });
  [one, other] = servers.web;
});
afterAll(() => servers.close());

/** A page's live connection. */
async function openPage(member: TestMember, topic: string): Promise<{ received: LiveMessage[]; close(): void }> {
  const socket = new WebSocket(`${member.url.replace('http', 'ws')}/api/live`, { headers: member.headers('staff') });
  const received: LiveMessage[] = [];
  socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString('utf8')) as LiveMessage));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ type: 'subscribe', topic }));
  socket.send(JSON.stringify({ type: 'subscribe', topic: 'nothing:1' }));
  await vi.waitUntil(() => received.some((message) => message.topic === 'nothing:1'), WAIT);
  return { received, close: () => socket.terminate() };
}

/** A page's connection to a terminal. */
async function openTerminal(member: TestMember, url: string, role: TestRole = 'staff') {
  const socket = new WebSocket(`${member.url.replace('http', 'ws')}${url}`, { headers: member.headers(role) });
  let text = '';
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) text += data.toString('utf8');
  });
  const closed = once(socket, 'close');
  await once(socket, 'open');
  return {
    closed,
    text: () => text,
    type: (typed: string) => socket.send(Buffer.from(typed)),
    until: (expected: string) => vi.waitUntil(() => text.includes(expected), WAIT),
    close: async () => {
      socket.close();
      await closed;
    },
  };
}

let sequence = 700;

async function makeLesson(client: Client<Api>, title: string) {
  const lesson = await client.createLesson({ body: { sequence: (sequence += 1), title } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1, type: 'code' } });
  return { lessonId: lesson.id, screenId: newScreenId };
}

/** Polls until the run has ended. */
async function resultOf({ client }: TestMember, screenId: number, reply: RunReply): Promise<RunReply> {
  if (reply.status !== 'pending') return reply;
  const { runner_name: runnerName, session_id: sessionId, code_run_id: codeRunId } = reply;
  const ask = () => client('staff').getCodeRunResults({ params: { screenId, runnerName, sessionId, codeRunId } });
  return vi.waitUntil(async () => {
    const now = await ask();
    return now.status === 'pending' ? null : now;
  }, WAIT);
}

describe('several servers', () => {
  it('show what was saved on another one, in lists and live', async () => {
    const params = await makeLesson(one.client('staff'), 'Loops');
    const topic = `lesson:${params.lessonId}`;
    const page = await openPage(other, topic);
    await one.client('staff').saveScreen({ params, body: { title: 'For' } });
    await vi.waitUntil(
      () => page.received.some((message) => message.topic === topic && 'event' in message && message.event.type === 'saved'),
      WAIT,
    );
    page.close();
    for (const { client } of [servers.git, one, other]) {
      const listed = await client('staff').listLessons();
      expect(listed.map(({ title }) => title)).toContain('Loops');
      expect((await client('staff').getScreen({ params })).title).toBe('For');
    }
  });

  it('keep the lessons list of each in step, whoever saves', async () => {
    const titles = async ({ client }: TestMember) =>
      (await client('staff').listLessons()).map(({ id, title }) => `${id} ${title}`).toSorted();
    const { lessonId: id } = await makeLesson(one.client('staff'), 'Listed');
    for (const [writer, title] of [
      [one, 'First'],
      [other, 'Second'],
      [servers.git, 'Third'],
    ] as const) {
      await writer.client('staff').saveLesson({ params: { id }, body: { title } });
      const [here, there, atGit] = await Promise.all([titles(one), titles(other), titles(servers.git)]);
      expect(here).toContain(`${id} ${title}`);
      expect(there).toEqual(here);
      expect(atGit).toEqual(here);
    }
    await other.client('staff').deleteLesson({ params: { id } });
    for (const member of [one, other, servers.git]) expect(await titles(member)).not.toContain(`${id} Third`);
  });

  it('forward what needs git to the server that has it', async () => {
    const params = await makeLesson(other.client('staff'), 'Synced');
    await one.client('staff').saveScreen({ params, body: { title: 'Title' } });
    const { outcome } = await other.client('staff').syncLesson({ params: { id: params.lessonId }, body: {} });
    expect(outcome).not.toBe('');
    const status = async () => (await one.client('staff').getScreen({ params })).commit_status;
    await vi.waitUntil(async () => (await status())?.state === 'pushed', WAIT);
    const exported = await fetch(`${one.url}/api/lesson/${params.lessonId}/export`, { headers: one.headers('staff') });
    expect(exported.status).toBe(200);
    expect(
      Buffer.from(await exported.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    // Refused before it is forwarded, and by the server that it is forwarded to.
    await expect(one.client('nobody').syncLesson({ params: { id: params.lessonId }, body: {} })).rejects.toMatchObject({ status: 401 });
    await expect(one.client('staff').syncLesson({ params: { id: 999_999 }, body: {} })).rejects.toMatchObject({ status: 404 });
  });

  it('serve git over HTTP from each', async () => {
    const [, token = ''] = (one.headers('staff')['authorization'] ?? '').split(' ');
    const authorization = `Basic ${Buffer.from(`git:${token}`).toString('base64')}`;
    const refs = await fetch(`${one.url}/git/content.git/info/refs?service=git-upload-pack`, { headers: { authorization } });
    expect(refs.status).toBe(200);
    expect(await refs.text()).toContain('refs/heads/main');
  });

  it('answer about a run and stop it, wherever it was started', async () => {
    const params = await makeLesson(one.client('staff'), 'Running');
    const place = { lesson_id: params.lessonId, screen_id: params.screenId };
    for (const { client } of [one, other]) {
      const begun = await client('staff').runCode({ body: { ...place, code: 'print(6 * 7)' } });
      expect(await resultOf(other, params.screenId, begun)).toMatchObject({ output: '42\n' });
    }
    const stream_id = randomUUID();
    const page = await openPage(other, `run:${stream_id}`);
    const code = 'import time\nprint("begun", flush=True)\ntime.sleep(600)';
    const pending = await one.client('staff').runCode({ body: { ...place, code, stream_id } });
    await vi.waitUntil(() => page.received.some((message) => 'event' in message && message.event.type === 'stdout'), WAIT);
    page.close();
    if (pending.status !== 'pending') throw new Error('The run ended too early.');
    const { code_run_id: codeRunId, session_id: sessionId, runner_name: runnerName } = pending;
    const address = { params: { screenId: params.screenId, runnerName, sessionId, codeRunId } };
    for (const { client } of [one, other, servers.git])
      expect(await client('staff').getCodeRunResults(address)).toMatchObject({ status: 'pending' });
    // Each server that isn't the one that waits for it asks that one.
    const [row] = await one.platform.db.selectFrom('runs').select('server_id').where('id', '=', codeRunId).execute();
    const elsewhere = [one, other, servers.git].filter(({ platform }) => platform.cluster?.servers.self.id !== row?.server_id);
    expect(elsewhere).toHaveLength(2);
    await elsewhere[0]?.client('staff').stopRun({ params: { codeRunId } });
    for (const { client } of [one, other]) expect(await client('staff').getCodeRunResults(address)).toMatchObject({ output: 'begun\n' });
    await expect(one.client('external').stopRun({ params: { codeRunId } })).rejects.toMatchObject({ status: 404 });
  });

  it('connect a page with its terminal, whichever server it speaks to', async () => {
    const params = await makeLesson(one.client('staff'), 'Terminal');
    await one.client('staff').saveLesson({ params: { id: params.lessonId }, body: { language: 'cli', custom_check_enabled: true } });
    await one
      .client('staff')
      .saveScreen({ params, body: { setup_code: 'mkdir garden', custom_check_code: 'file_exists("garden/note.txt")' } });
    const body = { lesson_id: params.lessonId, screen_id: params.screenId };
    const opened = await one.client('staff').getRunnerConnection({ body });
    expect(await other.client('staff').getRunnerConnection({ body })).toMatchObject({ url: opened.url, session_id: opened.session_id });
    // One of them is its home, and the others forward the connection to it.
    for (const [index, member] of [one, other, servers.git].entries()) {
      const page = await openTerminal(member, opened.url);
      page.type(`echo through $((${index} + 40)); touch garden/note.txt\n`);
      await page.until(`through ${index + 40}`);
      await page.close();
    }
    for (const { client } of [one, other]) {
      const checked = await client('staff').checkTerminal({ body: { screen_id: params.screenId, terminal_lines: [] } });
      expect(checked.success).toBe(true);
    }
    const foreign = await openTerminal(other, opened.url, 'external');
    await foreign.closed;
    expect(foreign.text()).toBe('');
  });

  it('answer the visitors of a share link, whichever server they speak to', async () => {
    const params = await makeLesson(one.client('staff'), 'Shared');
    const { lessonId: id } = params;
    await markBuilt(one.platform, id);
    const { build_number } = await one.client('staff').startDeploy({ params: { id }, body: {} });
    await vi.waitUntil(async () => {
      const { deploy } = await other.client('staff').getDeploy({ params: { id, buildNumber: build_number }, query: {} });
      return deploy.status === 'succeeded';
    }, WAIT);
    const { url } = await other.client('staff').createShareLink({ params: { id }, body: { build_number } });
    const token = url.split('/').at(-1) ?? '';
    const visitor = randomUUID();
    const members = [one, other, servers.git];
    const start = ({ client }: TestMember, code: string) =>
      client('nobody').runPreview({ params: { token, screen: 1 }, body: { visitor, code, submit: false } });
    const { run_id: runId } = await start(other, 'print(6 * 7)');
    // A busy machine takes longer than the call waits.
    await expect
      .poll(() => other.client('nobody').getPreviewRun({ params: { token, runId } }), WAIT)
      .toMatchObject({ status: 'done', output: '42\n' });
    // In the memory of one server, and found from all.
    const pending = await start(one, 'import time\nprint("begun", flush=True)\ntime.sleep(600)');
    if (pending.status !== 'pending') throw new Error('The run ended too early.');
    const address = { params: { token, runId: pending.run_id } };
    for (const { client } of members) expect(await client('nobody').getPreviewRun(address)).toMatchObject({ status: 'pending' });
    await other.client('nobody').stopPreviewRun(address);
    for (const { client } of members) expect(await client('nobody').getPreviewRun(address)).toMatchObject({ status: 'done' });
    await expect(other.client('nobody').getPreviewRun({ params: { token: 'guessed', runId: pending.run_id } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('count wrong passwords together, and unlock an account together', async () => {
    const { email } = servers.people.users.external;
    const attempt = ({ client }: TestMember) => client('nobody').loginWithPassword({ body: { email, password: 'wrong' } });
    for (let count = 0; count < 5; count += 1) {
      await expect(attempt(one)).rejects.toMatchObject({ status: 422 });
      await expect(attempt(other)).rejects.toMatchObject({ status: 422 });
    }
    for (const member of [one, other, servers.git]) await expect(attempt(member)).rejects.toMatchObject({ status: 429 });
    const locked = async ({ client }: TestMember) =>
      (await client('staff').listExternalAuthors()).filter(({ locked_until }) => locked_until !== null).map((person) => person.email);
    expect(await locked(other)).toEqual([email]);
    await one.client('staff').unlockAccount({ body: { email } });
    expect(await locked(other)).toEqual([]);
    await expect(attempt(other)).rejects.toMatchObject({ status: 422 });
  });

  it('add up the calls of a person per minute', async () => {
    const call = ({ client }: TestMember) =>
      client('staff')
        .runReleasePreflight({ params: { id: 999_999 }, body: {} })
        .then(
          () => 200,
          (error: unknown) => (error as ApiError).status,
        );
    const calls = (member: TestMember, count: number) => Promise.all(Array.from({ length: count }, () => call(member)));
    // Not from the database: a server goes by the sum once it has set it in its memory.
    const set = vi.spyOn(RateLimit.prototype, 'setShared');
    const untilCounted = (count: number) => vi.waitUntil(() => set.mock.calls.some(([, taken]) => taken === count), WAIT);
    expect(await calls(one, 20)).not.toContain(429);
    await untilCounted(20);
    expect(await calls(other, 8)).not.toContain(429);
    await untilCounted(28);
    // Thirty a minute: of three more, one is too many.
    expect((await calls(other, 3)).toSorted((first, second) => first - second)).toEqual([404, 404, 429]);
    await untilCounted(30);
    await call(one);
    await untilCounted(31);
    await vi.waitUntil(async () => (await call(one)) === 429, WAIT);
    set.mockRestore();
  });

  it('believe only each other about a caller', async () => {
    const { self, secret } = one.platform.cluster?.servers ?? { self: { id: '' }, secret: '' };
    const request = { method: 'GET', url: '/api/user', to: self.id };
    const by = { from: self.id, address: '203.0.113.7', protocol: 'http' as const };
    const ask = (token: string) => fetch(`${one.url}/api/user`, { headers: { ...one.headers('staff'), [SERVER_TOKEN_HEADER]: token } });
    expect((await ask(signForwarded(secret, request, by, Date.now()))).status).toBe(200);
    expect((await ask(signForwarded('guessed', request, by, Date.now()))).status).toBe(403);
    expect((await ask(signForwarded(secret, { ...request, url: '/api/audit' }, by, Date.now()))).status).toBe(403);
    // A personal token or a session is none either.
    expect((await ask(one.headers('owner')['authorization'] ?? '')).status).toBe(403);
  });

  it('tell the server that replies who called', async () => {
    const response = await fetch(`${one.url}/api/lessons`, {
      method: 'POST',
      headers: { ...one.headers('staff'), 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ sequence: 801, title: 'Audited' }),
    });
    expect(response.status).toBe(200);
    const { id } = (await response.json()) as { id: number };
    const entries = await servers.git.platform.db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').limit(1).execute();
    expect(entries).toMatchObject([{ user_id: servers.people.users.staff.id, address: '203.0.113.9' }]);
    expect(id).toBeGreaterThan(0);
  });
});
