import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Driver } from './driver.ts';
import { Program, startDisplay } from './program.ts';

/** What people have is as it comes, apart from what would look for other machines. */
const PREFERENCES = {
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'ui.prefersReducedMotion': 1,
};

/** Runs in each page, before its own scripts. */
const REPORT_VIOLATIONS = `(report) => addEventListener('securitypolicyviolation', (event) =>
  report([event.effectiveDirective, event.blockedURI, event.sourceFile].join(' ')))`;

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly data?: { readonly value?: unknown } };
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

interface Tree {
  readonly contexts: readonly { readonly context: string }[];
}

interface Evaluated {
  readonly result?: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly text: string };
}

/** Firefox, through WebDriver BiDi, which it speaks itself. */
export async function startFirefox(): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'lessonwright-firefox-'));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const display = await startDisplay();
  const program = new Program(
    // A first page of its own: on an empty one, the address field would have the focus, and no page would get it.
    ['firefox-esr', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'data:text/html,<title>Start</title>'],
    'firefox-esr',
    { DISPLAY: display.name, HOME: profile },
  );
  const session = await BidiSession.open(`${await program.announced(/WebDriver BiDi listening on (ws:\S+)/)}/session`);
  return firefoxDriver(session, async () => {
    await session.close();
    await program.end();
    await display.program.end();
    await rm(profile, { recursive: true, force: true });
  });
}

async function firefoxDriver(session: BidiSession, end: () => Promise<void>): Promise<Driver> {
  await session.send('session.new', { capabilities: {} });
  const windows = async () =>
    ((await session.send('browsingContext.getTree', { maxDepth: 0 })) as Tree).contexts.map((each) => each.context);
  const [first = ''] = await windows();
  await session.send('browsingContext.setViewport', { context: first, viewport: { width: 1440, height: 900 } });
  let window = first;
  let context = first;
  const evaluate = async (functionDeclaration: string, ...values: string[]): Promise<unknown> => {
    const given = values.map((value) => ({ type: 'string', value }));
    const reply = (await session.send('script.callFunction', {
      functionDeclaration,
      awaitPromise: true,
      target: { context },
      arguments: given,
    })) as Evaluated;
    if (reply.exceptionDetails) throw new Error(reply.exceptionDetails.text);
    return reply.result?.value;
  };
  return {
    pastesPictures: true,
    violations: await session.listen(REPORT_VIOLATIONS),
    windows,
    end,
    open: async (url) => {
      context = window;
      await session.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    run: async (source, values) => {
      const json = await evaluate(
        `async (values) => JSON.stringify((await (${source})(...JSON.parse(values))) ?? null)`,
        JSON.stringify(values),
      );
      return JSON.parse(String(json)) as unknown;
    },
    perform: async (actions) => {
      await session.send('input.performActions', { context, actions });
    },
    show: async (name) => {
      window = name;
      context = name;
      await session.send('browsingContext.activate', { context });
    },
    enter: async (frame) => {
      const inside = (await evaluate('(frame) => document.querySelector(frame).contentWindow', frame)) as { context: string };
      ({ context } = inside);
    },
    screenshot: async () => {
      const { data } = (await session.send('browsingContext.captureScreenshot', { context: window })) as { data: string };
      return Buffer.from(data, 'base64');
    },
  };
}

/** Commands over one connection. */
class BidiSession {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  readonly #messages: string[] = [];
  #sent = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const reply = JSON.parse(String(data)) as Reply;
      if (reply.method === 'script.message') this.#messages.push(String(reply.params?.data?.value));
      if (reply.id === undefined) return;
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
    });
    socket.addEventListener('close', () => {
      for (const settle of this.#waiting.values()) settle({ error: 'closed', message: 'Firefox has ended.' });
    });
  }

  static async open(address: string): Promise<BidiSession> {
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error(`Firefox doesn't answer at ${address}.`)));
    });
    return new BidiSession(socket);
  }

  async send(method: string, params: object): Promise<unknown> {
    this.#sent += 1;
    const id = this.#sent;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    this.#waiting.set(id, resolve);
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { error, message, result } = await promise;
    if (error !== undefined) throw new Error(`${method}: ${message ?? error}`);
    return result;
  }

  /** Runs a function in each page before anything else, and returns the list that what it reports is added to. */
  async listen(functionDeclaration: string): Promise<string[]> {
    await this.send('session.subscribe', { events: ['script.message'] });
    const channel = { type: 'channel', value: { channel: 'reports' } };
    await this.send('script.addPreloadScript', { functionDeclaration, arguments: [channel] });
    return this.#messages;
  }

  async close(): Promise<void> {
    await this.send('browser.close', {}).catch(() => undefined);
    this.#socket.close();
  }
}
