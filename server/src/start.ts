import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { isSetupNeeded } from './login/service.ts';
import { ensureSetupToken, removeSetupToken } from './login/setup-token.ts';
import { openPlatform, startWork } from './open-platform.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/database/database.ts';
import { migrateToLatest } from './platform/database/migrate.ts';
import type { Platform } from './platform/platform.ts';
import { watchMain } from './workflows/import-main.ts';

/** The lessons that a new content repository begins with. */
const SAMPLE_FOLDER = resolve(import.meta.dirname, '../sample-content');

export interface Product {
  /** Where it listens, without a slash at its end. */
  readonly address: string;
  /** Null once somebody has an account. */
  readonly setupToken: string | null;
  /** Takes no more calls, finishes what runs, and closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts everything, each part after what it stands on; stopping goes back the same way. What was started is stopped
 * again when a later part fails.
 */
export async function startProduct(given: Config, log: Logger): Promise<Product> {
  await using started = new AsyncDisposableStack();
  const config = given.port === 0 ? await withFreePort(given) : given;
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 });

  const database = await openDatabase({ ...config, log });
  started.defer(() => database.close());
  await migrateToLatest(database.db);
  const platform = await openPlatform({ config, log, database, sampleFolder: config.sample ? SAMPLE_FOLDER : null }, started);
  await startWork(platform);
  const main = watchMain(platform);
  started.defer(() => main.stop());

  const app = await buildApp(platform);
  started.defer(() => app.close());
  const setupToken = await offerSetup(platform);
  await app.listen({ host: config.host, port: config.port });

  const running = started.move();
  return { address: addressOf(config), setupToken, stop: () => running.disposeAsync() };
}

async function offerSetup({ db, config }: Platform): Promise<string | null> {
  if (await isSetupNeeded(db)) return ensureSetupToken(config.dataFolder);
  // Left behind when the process died between making the owner and taking the token away.
  await removeSetupToken(config.dataFolder);
  return null;
}

function addressOf({ host, port }: Config): string {
  const isAnyAddress = host === '0.0.0.0' || host === '::';
  return `http://${isAnyAddress ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Port 0 asks for any: it is settled before the parts start, because links that are sent to people hold it. */
async function withFreePort(config: Config): Promise<Config> {
  const probe = createServer().listen(0, config.host);
  try {
    await new Promise((resolveListening, reject) => probe.once('listening', resolveListening).once('error', reject));
    const { port } = probe.address() as AddressInfo;
    return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) };
  } finally {
    probe.close();
  }
}
