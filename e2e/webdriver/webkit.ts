import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#testing/real-server.ts';
import type { Driver } from './driver.ts';
import { Program, startDisplay } from './program.ts';

const START_LIMIT_MS = 60_000;

/** The small browser of WebKitGTK, through WebDriver. */
export async function startWebKit(): Promise<Driver> {
  const display = await startDisplay();
  const port = await freePort();
  const program = new Program(['WebKitWebDriver', `--port=${port}`], 'webkit2gtk-driver', { DISPLAY: display.name });
  const client = await WebDriverClient.open(`http://127.0.0.1:${port}`);
  return webKitDriver(client, async () => {
    await client.close();
    await program.end();
    await display.program.end();
  });
}

async function webKitDriver(client: WebDriverClient, end: () => Promise<void>): Promise<Driver> {
  await client.send('POST', '/window/rect', { x: 0, y: 0, width: 1440, height: 900 });
  return {
    // WebKitGTK gives pages no picture of the clipboard, unlike Safari.
    pastesPictures: false,
    // WebDriver has no way to run anything before a page does.
    violations: [],
    end,
    windows: async () => (await client.send('GET', '/window/handles')) as string[],
    open: async (url) => {
      await client.send('POST', '/frame', { id: null });
      await client.send('POST', '/url', { url });
    },
    run: async (source, values) => {
      const script = `return (async (values) => JSON.stringify((await (${source})(...JSON.parse(values))) ?? null))(...arguments)`;
      return JSON.parse(String(await client.send('POST', '/execute/sync', { script, args: [JSON.stringify(values)] }))) as unknown;
    },
    perform: async (actions) => {
      await client.send('POST', '/actions', { actions });
    },
    show: async (handle) => {
      await client.send('POST', '/window', { handle });
    },
    enter: async (frame) => {
      await client.send('POST', '/frame', { id: await client.send('POST', '/element', { using: 'css selector', value: frame }) });
    },
    screenshot: async () => Buffer.from(String(await client.send('GET', '/screenshot')), 'base64'),
  };
}

/** Commands of one session. */
class WebDriverClient {
  readonly #address: string;
  #session = '';

  private constructor(address: string) {
    this.#address = address;
  }

  static async open(address: string): Promise<WebDriverClient> {
    const end = Date.now() + START_LIMIT_MS;
    const isReady = () =>
      fetch(`${address}/status`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) {
      if (Date.now() > end) throw new Error('WebKitWebDriver doesn’t answer. Install it: apt-get install webkit2gtk-driver');
      await sleep(50);
    }
    const client = new WebDriverClient(address);
    const { sessionId } = (await client.send('POST', '/session', { capabilities: {} })) as { sessionId: string };
    client.#session = `/session/${sessionId}`;
    return client;
  }

  async send(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const reply = await fetch(`${this.#address}${path === '/session' ? path : this.#session + path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await reply.json()) as { value: unknown };
    if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  }

  async close(): Promise<void> {
    await this.send('DELETE', '');
  }
}
