import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { TERMINAL_PAUSE_BYTES, type TerminalFromPage, TerminalToPage } from '#platform/contract/terminal-frames.ts';
import { buildUser } from '#testing/factories.ts';
import { cookieOf, startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';

const PROMPT = 'learner@lesson';
// The setup installs it where it may.
const hasBats = spawnSync('bats', ['--version']).status === 0;
const SIGNED_OUT = 4001;

let server: TestServer;
let address: string;
let cli: { lessonId: number; screenId: number };
let python: { lessonId: number; screenId: number };
beforeAll(async () => {
  server = await startTestServer({ hasRunner: true });
  address = (await server.listen()).replace('http:', 'ws:');
  cli = await makeLesson('cli', { setup_code: 'mkdir garden', custom_check_code: 'file_exists("garden/note.txt")' });
  python = await makeLesson('python', {});
});
afterAll(() => server.close());

let sequence = 100;
async function makeLesson(language: 'cli' | 'python', fields: Partial<ScreenFields>): Promise<{ lessonId: number; screenId: number }> {
  sequence += 1;
  const client = server.client('staff');
  const { id } = await client.createLesson({ body: { sequence, title: `Lesson ${sequence}` } });
  await client.saveLesson({ params: { id }, body: { language, custom_check_enabled: true } });
  const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
  await client.saveScreen({ params: { lessonId: id, screenId: newScreenId }, body: { type: 'code', ...fields } });
  return { lessonId: id, screenId: newScreenId };
}

/** A page with a terminal. */
class Page {
  readonly messages: TerminalToPage[] = [];
  readonly closed: Promise<number>;
  text = '';
  readonly #socket: WebSocket;
  #onChange: () => void = () => undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.text += data.toString('utf8');
      else this.messages.push(TerminalToPage.parse(JSON.parse(data.toString('utf8'))));
      this.#onChange();
    });
    this.closed = once(socket, 'close').then(([code]) => code as number);
    void this.closed.then(() => this.#onChange());
  }

  static async connect(url: string, headers: Record<string, string> = server.headers('staff'), after = 0): Promise<Page> {
    const socket = new WebSocket(`${address}${url}?after=${after}`, { headers });
    const page = new Page(socket);
    await once(socket, 'open');
    return page;
  }

  type(text: string): void {
    this.#socket.send(Buffer.from(text));
  }

  /** From now on it says what it has read. Its text must be ASCII. */
  acknowledge(): void {
    const send = (): void => this.#socket.send(JSON.stringify({ type: 'ack', bytes: this.text.length } satisfies TerminalFromPage));
    this.#socket.on('message', send);
    send();
  }

  async until(text: string): Promise<void> {
    await this.#untilIt(() => this.text.includes(text), `"${text}"`);
  }

  async untilBytes(count: number): Promise<void> {
    await this.#untilIt(() => this.text.length >= count, `${count} bytes`);
  }

  async #untilIt(isThere: () => boolean, what: string): Promise<void> {
    while (!isThere()) {
      if (this.#socket.readyState === WebSocket.CLOSED) throw new Error(`Closed before ${what}: ${this.text}`);
      await new Promise<void>((resolve) => (this.#onChange = resolve));
    }
  }

  async close(): Promise<void> {
    this.#socket.close();
    await this.closed;
  }
}

async function openTerminal(
  body: { restart?: boolean; is_preview?: boolean; setup_code?: string; runs_after?: ScreenFields['runs_after'] } = {},
  place = cli,
): Promise<{ url: string; session_id: string }> {
  return server.client('staff').getRunnerConnection({ body: { lesson_id: place.lessonId, screen_id: place.screenId, ...body } });
}

describe('POST /api/get-runner-connection', () => {
  it('returns where to connect, and the same terminal while it is open', async () => {
    const first = await openTerminal();
    expect(first).toEqual({
      url: `/api/terminal/${first.session_id}`,
      session_id: first.session_id,
      ip: expect.any(String),
      port: expect.any(Number),
    });
    expect(await server.client('staff').getRunnerConnection({ body: { lesson_id: cli.lessonId } })).toEqual(first);
    expect((await openTerminal({ restart: true })).session_id).not.toBe(first.session_id);
  });

  it('has another terminal for the preview as learner', async () => {
    const own = await openTerminal();
    const preview = await openTerminal({ is_preview: true });
    expect(preview.session_id).not.toBe(own.session_id);
    expect(await openTerminal({ is_preview: true })).toEqual(preview);
    await openTerminal({ is_preview: true, restart: true });
    expect(await openTerminal()).toEqual(own);
  });

  it('runs the unsaved setup', async () => {
    const { url } = await openTerminal({ restart: true, setup_code: 'echo unsaved $((6 * 7))' });
    const page = await Page.connect(url);
    await page.until('unsaved 42');
    await page.close();
  });

  it('opens after the answers of earlier screens, each after its setup, and before the setup of its own', async () => {
    const first = await makeLesson('cli', { setup_code: 'mkdir seeds', answer_code: 'cd seeds\necho carrots > a; tool=spade' });
    const client = server.client('staff');
    const { newScreenId } = await client.createScreen({ params: { id: first.lessonId }, body: { sequence: 2 } });
    const second = { lessonId: first.lessonId, screenId: newScreenId };
    const fields = {
      type: 'code',
      runs_after: 'all',
      setup_code: 'cp seeds/a seeds/b',
      custom_check_code: 'file_contains("seeds/b", "carrots")',
    } as const;
    await client.saveScreen({ params: second, body: fields });
    const page = await Page.connect((await openTerminal({}, second)).url);
    await page.until(PROMPT);
    page.type('echo "$tool in $PWD: $(cat b)"\n');
    await page.until('spade in /work/seeds: carrots');
    expect(await client.checkTerminal({ body: { screen_id: newScreenId, terminal_lines: [] } })).toMatchObject({ success: true });
    await page.close();
    // The unsaved choice counts.
    const alone = await Page.connect((await openTerminal({ restart: true, runs_after: null, setup_code: '' }, second)).url);
    await alone.until(PROMPT);
    alone.type('echo "[$tool] $(ls | wc -l)"\n');
    await alone.until('[] 0');
    await alone.close();
  });

  it.each([
    ['a lesson that is not there', () => ({ lessonId: 999_999, screenId: 1 }), 404],
    ['another language', () => python, 422],
    ['a screen of another lesson', () => ({ ...cli, screenId: python.screenId }), 404],
  ] as const)('rejects: %s', async (_, place, status) => {
    const { lessonId, screenId } = place();
    const call = server.client('staff').getRunnerConnection({ body: { lesson_id: lessonId, screen_id: screenId } });
    await expect(call).rejects.toMatchObject({ status });
  });

  it('rejects invalid input', async () => {
    const reply = await server.inject({
      method: 'POST',
      url: '/api/get-runner-connection',
      headers: server.headers('staff'),
      payload: { lesson_id: 'x' },
    });
    expect(reply.statusCode).toBe(400);
  });

  it('reports that no runner is available if there is none', async () => {
    const alone = await startTestServer();
    const client = alone.client('staff');
    const { id } = await client.createLesson({ body: { sequence: 1, title: 'Alone' } });
    await client.saveLesson({ params: { id }, body: { language: 'cli' } });
    const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
    await client.saveScreen({ params: { lessonId: id, screenId: newScreenId }, body: { type: 'code' } });
    await expect(client.getRunnerConnection({ body: { lesson_id: id } })).rejects.toMatchObject({
      status: 503,
      message: 'No runner is available for this lesson',
    });
    await alone.close();
  });
});

describe('the connection of a terminal', () => {
  it('sends input and output, and continues where the page was', async () => {
    const { url } = await openTerminal({ restart: true });
    const page = await Page.connect(url);
    await page.until(PROMPT);
    page.type('echo $((20 + 22)) > answer; cat answer\n');
    await page.until('\r42\r\n');
    await page.close();
    const again = await Page.connect(url);
    await again.until('\r42\r\n');
    expect(again.messages[0]).toMatchObject({ type: 'from', byte: 0 });
    const later = await Page.connect(url, undefined, 30);
    await later.until('42');
    expect(later.messages[0]).toMatchObject({ type: 'from', byte: 30 });
    expect(await again.closed).toBe(1000);
    later.type('exit 7\n');
    expect(await later.closed).toBe(1000);
    expect(later.messages.at(-1)).toEqual({ type: 'exit', code: 7, reason: 'exit' });
    expect((await openTerminal()).url).not.toBe(url);
  });

  it('waits for a page that does not read, and goes on when it does', async () => {
    const { url } = await openTerminal({ restart: true });
    const page = await Page.connect(url);
    await page.until(PROMPT);
    page.type('seq 1 100000; echo fi""nished\n');
    await page.untilBytes(TERMINAL_PAUSE_BYTES);
    await new Promise((resolve) => setTimeout(resolve, 300));
    // Data on its way in pipes comes on top of the limit.
    expect(page.text.length).toBeLessThan(TERMINAL_PAUSE_BYTES + 256 * 1024);
    page.acknowledge();
    await page.until('finished');
    expect(page.text.split('\n').filter((line) => /(?:^|\r)\d+\r$/.test(line))).toHaveLength(100_000);
    await page.close();
  });

  it('belongs to its user only', async () => {
    const { url } = await openTerminal();
    const other = await Page.connect(url, server.headers('owner'));
    expect(await other.closed).toBe(1008);
    expect(other.messages).toEqual([{ type: 'error', error: 'Terminal not found.' }]);
  });

  it('ends when its session is signed out', async () => {
    const { id } = await server.client('staff').createLesson({ body: { sequence: 900, title: 'Signed out' } });
    expect(id).toBeGreaterThan(0);
    const cookie = await signIn();
    const { url } = await server.clientWith({ cookie }).getRunnerConnection({ body: { lesson_id: cli.lessonId, screen_id: cli.screenId } });
    const page = await Page.connect(url, { cookie });
    await page.until(PROMPT);
    await server.inject({ url: '/api/logout', headers: { cookie } });
    expect(await page.closed).toBe(SIGNED_OUT);
  });
});

describe('revoking an external author', () => {
  it('closes the open terminal and ends its processes', async () => {
    const author = await buildUser(server.platform.db, { role: 'external' });
    const { token } = await server.client('owner').createToken({ body: { name: 'terminal', email: author.email } });
    const headers = { authorization: `Bearer ${token}` };
    const client = server.clientWith(headers);
    const { id } = await client.createLesson({ body: { sequence: 950, title: 'Of an author' } });
    await client.saveLesson({ params: { id }, body: { language: 'cli' } });
    const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
    await client.saveScreen({ params: { lessonId: id, screenId: newScreenId }, body: { type: 'code' } });
    const { url, session_id } = await client.getRunnerConnection({ body: { lesson_id: id, screen_id: newScreenId } });
    const page = await Page.connect(url, headers);
    await page.until(PROMPT);
    await server.client('staff').revokeExternalAuthor({ params: { id: author.id } });
    expect(await page.closed).toBe(SIGNED_OUT);
    // Not earlier: the runner gives a terminal to the page that connected last.
    expect(await exitOnRunner(session_id)).toMatchObject({ type: 'exit', reason: 'stopped' });
    const again = new WebSocket(`${address}${url}?after=0`, { headers });
    const [, response] = (await once(again, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(401);
    again.on('error', () => undefined).terminate();
  });
});

describe('POST /api/cli/check_answer', () => {
  const check = (body: Partial<Parameters<ReturnType<TestServer['client']>['checkTerminal']>[0]['body']>) =>
    server.client('staff').checkTerminal({ body: { screen_id: cli.screenId, terminal_lines: [], ...body } });

  it('checks the files of the terminal', async () => {
    const { url } = await openTerminal({ restart: true });
    const page = await Page.connect(url);
    await page.until(PROMPT);
    expect(await check({})).toMatchObject({
      success: false,
      value: { enabled: false, success: null },
      custom: {
        enabled: true,
        success: false,
        error: null,
        results: [{ pass: false, feedback: 'There is no file or folder garden/note.txt.' }],
      },
    });
    page.type('touch garden/note.txt; echo done $((1 + 1))\n');
    await page.until('done 2');
    expect(await check({})).toMatchObject({ success: true, custom: { enabled: true, success: true } });
    await page.close();
  });

  it.each([
    ['a command', { check_scope: 'cmd', check_val: 'ls garden' }, true],
    ['a command that is only shown', { check_scope: 'cmd', check_val: 'note.txt' }, false],
    ['output', { check_scope: 'stdout', check_val: 'note.txt' }, true],
    ['output that is only typed', { check_scope: 'stdout', check_val: 'ls garden' }, false],
    ['either', { check_scope: null, check_val: String.raw`^ls\s+gar` }, true],
  ] as const)('looks for %s', async (_, draft, success) => {
    const terminal_lines = ['learner@lesson:~$ ls garden', 'note.txt', 'learner@lesson:~$'];
    const reply = await check({ terminal_lines, draft: { ...draft, custom_check_code: '' } });
    expect(reply).toMatchObject({ success, value: { enabled: true, success }, custom: { enabled: false, success: null } });
    expect(reply.value.feedback === null).toBe(success);
  });

  it('reports an error in the check itself, not a verdict', async () => {
    const page = await Page.connect((await openTerminal({ restart: true })).url);
    await page.until(PROMPT);
    expect(await check({ draft: { custom_check_code: 'nonsense(' } })).toMatchObject({
      success: false,
      custom: { enabled: true, success: null, error: expect.stringContaining('SyntaxError') },
    });
    await page.close();
  });

  it('passes a screen without checks', async () => {
    expect(await check({ draft: { custom_check_code: '' } })).toMatchObject({
      success: true,
      value: { enabled: false, success: null },
      custom: { enabled: false, success: null },
    });
  });

  it.skipIf(!hasBats)('runs unit tests on the file that was written there', async () => {
    const tests = await makeLesson('cli', {
      unit_test_code: '@test "no name" {\n  run bash two_fer.sh\n  [ "$output" = "One for you." ]\n}\n',
    });
    const { url } = await openTerminal({}, tests);
    const page = await Page.connect(url);
    await page.until(PROMPT);
    expect(await check({ screen_id: tests.screenId })).toMatchObject({
      success: false,
      unit: { enabled: true, success: false, error: null, results: [{ pass: false, feedback: 'The file two_fer.sh doesn’t exist.' }] },
    });
    page.type('echo "echo One for you." > two_fer.sh; ls -A; echo done $((1 + 1))\n');
    await page.until('done 2');
    expect(await check({ screen_id: tests.screenId })).toMatchObject({
      success: true,
      unit: { success: true, results: [{ name: 'no name', pass: true }] },
    });
    page.type('ls -A; echo listed $((2 + 2))\n');
    await page.until('listed 4');
    expect(page.text).not.toContain('.bats');
    await page.close();
  });

  it('rejects a check without a terminal', async () => {
    const other = await makeLesson('cli', { custom_check_code: 'file_exists("x")' });
    await expect(check({ screen_id: other.screenId })).rejects.toMatchObject({ status: 422 });
  });

  it.each<[what: string, role: TestRole, screenId: () => number, status: number]>([
    ['a screen that is not there', 'staff', () => 999_999, 404],
    ['another language', 'external', () => python.screenId, 422],
  ])('rejects: %s', async (_, role, screenId, status) => {
    const call = server.client(role).checkTerminal({ body: { screen_id: screenId(), terminal_lines: [] } });
    await expect(call).rejects.toMatchObject({ status });
  });

  it('rejects invalid input', async () => {
    const reply = await server.inject({
      method: 'POST',
      url: '/api/cli/check_answer',
      headers: server.headers('staff'),
      payload: { screen_id: cli.screenId },
    });
    expect(reply.statusCode).toBe(400);
  });
});

async function signIn(): Promise<string> {
  const { email } = await buildUser(server.platform.db, { password: 'correct horse battery' });
  const payload = { email, password: 'correct horse battery' };
  return cookieOf(await server.inject({ method: 'POST', url: '/api/login/password', payload }));
}

/** The runner's own message at the end of a terminal. */
async function exitOnRunner(id: string): Promise<unknown> {
  const runner = await server.platform.runners.terminals('local').connect(id, 0);
  const exit = await new Promise<unknown>((resolve) => {
    runner.on('message', (data: Buffer, isBinary) => {
      const message: unknown = isBinary ? null : JSON.parse(data.toString('utf8'));
      if (TerminalToPage.safeParse(message).data?.type === 'exit') resolve(message);
    });
  });
  runner.terminate();
  return exit;
}
