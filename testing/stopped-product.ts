import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { api, type Api } from '#app/contract/api.ts';
import { startProduct } from '#app/server/start.ts';
import { createClient, type Client } from '#platform/contract/client.ts';
import { readConfig, type Config } from '#platform/server/config.ts';

/** Settings of a product in its own folder, which no test starts twice at once. */
export interface ProductFolder {
  readonly folder: string;
  config(env?: Readonly<Record<string, string>>): Config;
  remove(): Promise<void>;
}

export async function createProductFolder(): Promise<ProductFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-product-'));
  return {
    folder,
    config: (env = {}) =>
      readConfig({
        LESSONWRIGHT_DATA: folder,
        LESSONWRIGHT_WEB: join(folder, 'no-web'),
        LESSONWRIGHT_LOCAL_RUNNER: '0',
        PORT: '0',
        ...env,
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const OWNER = { email: 'ada@example.org', password: 'a long password of hers' };

/** The signed-in owner of a running product. */
export interface OwnerCalls {
  readonly address: string;
  /** Headers that authenticate the owner. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Starts the product, passes the owner's calls to `work`, and stops it. The first start creates the owner. */
export async function whileRunning<T>(config: Config, work: (client: Client<Api>, calls: OwnerCalls) => Promise<T>): Promise<T> {
  const product = await startProduct(config, pino({ level: 'silent' }));
  try {
    const { address, setupToken } = product;
    const [path, body] = setupToken === null ? ['password', OWNER] : ['setup', { ...OWNER, token: setupToken, name: 'Ada' }];
    const reply = await fetch(`${address}/api/login/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`The owner could not sign in: ${await reply.text()}`);
    const headers = { cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '', origin: address };
    return await work(createClient(api, { baseUrl: address, headers }), { address, headers });
  } finally {
    await product.stop();
  }
}
