import { once } from 'node:events';
import { chmod, mkdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { applyStaffList, isSetupNeeded, ensureSetupToken, removeSetupToken } from '#features/accounts/server/index.ts';
import { closeIdleGitHost } from '#features/git/server/index.ts';
import { serveMetrics, warnOfUnreachable } from '#features/operations/server/index.ts';
import { PreviewPages } from '#features/publishing/server/index.ts';
import { whatCannotRun } from '#features/runners/server/index.ts';
import { startApplications } from '#features/runs/server/index.ts';
import { defaultApplicationsUrl, portAfter, type Config } from '#platform/server/config.ts';
import { lockDataFolder } from '#platform/server/data-folder-lock.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { migrateToLatest } from '#platform/server/database/migrate.ts';
import type { Platform } from '#platform/server/platform.ts';
import { exportTraces } from '#platform/server/tracing/export-traces.ts';
import { buildApp } from './app.ts';
import { startSingles } from './features.ts';
import { openPlatform, startWorkers } from './open-platform.ts';
import { waitForDatabase } from './wait-for-database.ts';

/** The initial lessons of a new content repository. */
const SAMPLE_FOLDER = resolve(import.meta.dirname, 'sample-content');

export interface Product {
  /** Address that it listens on, without a trailing slash. */
  readonly address: string;
  /** Null once the owner has an account. */
  readonly setupToken: string | null;
  /** Which lessons can't run here, and why: known once the runners have started. */
  readonly cannotRun: Promise<readonly string[]>;
  /** Accepts no more calls, finishes running ones, and closes everything. */
  stop(): Promise<void>;
}

interface StartOptions {
  /** Ends the wait for the database, or for another server that writes to git. */
  readonly signal?: AbortSignal;
  /** Another server writes to git now. Start again: this one must not go on. */
  readonly onLeaseLost?: () => void;
}

/**
 * Starts all parts in the order of their dependencies; stopping goes in reverse. If a part fails to start, those before
 * it are stopped again.
 */
export async function startProduct(configured: Config, log: Logger, options: StartOptions = {}): Promise<Product> {
  await using started = new AsyncDisposableStack();
  const config = await withPorts(configured);
  // Other users of the machine must not read accounts and content, even in an existing folder.
  process.umask(0o077);
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 });
  await chmod(config.dataFolder, 0o700);

  started.defer(closeIdleGitHost);
  started.defer(exportTraces(config.traces, log));
  const lock = await lockDataFolder(config.dataFolder);
  started.defer(() => lock.release());
  const database = await waitForDatabase(() => openDatabase({ ...config, log, isOwner: true }), { log, signal: options.signal });
  started.defer(() => database.close());
  await migrateToLatest(database.db);
  const sampleFolder = config.sample ? SAMPLE_FOLDER : null;
  const platform = await openPlatform({ config, log, database, sampleFolder, ...options }, started);
  const runsSingles = config.server.role !== 'web' && !config.quiet;
  // Before the jobs begin, because it may refuse the start.
  if (runsSingles) await applyStaffList(platform);
  await startWorkers(platform);
  // A copy deletes nothing in a bucket that may be the original's.
  if (runsSingles) startSingles(platform, started);

  const app = await buildApp(platform);
  started.defer(() => app.close());
  started.defer(await serveMetrics(platform, app, database.pool));
  const setupToken = await offerSetup(platform);
  await app.listen({ host: config.host, port: config.port });
  // Before the calls that run here are finished, so that others send no more.
  started.defer(() => platform.cluster?.servers.leave());
  const applications = await startApplications(platform, new PreviewPages(app, platform));
  started.defer(() => applications.close());
  started.defer(warnOfUnreachable(config, log));

  const running = started.move();
  return { address: addressOf(config), setupToken, cannotRun: listCannotRun(platform), stop: () => running.disposeAsync() };
}

/** Runners that announce themselves may come later, so nothing is known of them yet. */
async function listCannotRun({ config, runners }: Platform): Promise<readonly string[]> {
  return config.localRunner || config.runners.length > 0 ? whatCannotRun(await runners.health()) : [];
}

async function offerSetup({ db, config }: Platform): Promise<string | null> {
  // The server with the repositories checks the token, so it is in that server's data folder.
  if (config.server.role === 'web') return null;
  if (await isSetupNeeded(db)) return ensureSetupToken(config.dataFolder);
  // Left over if the process died between creating the owner and removing the token.
  await removeSetupToken(config.dataFolder);
  return null;
}

function addressOf({ host, port }: Config): string {
  const isAnyAddress = host === '0.0.0.0' || host === '::';
  return `http://${isAnyAddress ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Ports are chosen before the parts start, because links sent to users contain them. */
async function withPorts(configured: Config): Promise<Config> {
  const port = configured.port === 0 ? await freePort(configured.host, 0) : configured.port;
  const publicUrl = configured.publicUrl.replace(/:0$/, `:${port}`);
  const wished = configured.applicationsPort ?? portAfter(port);
  const applicationsPort = configured.applicationsPort === null || wished === 0 ? await freePort(configured.host, wished) : wished;
  const guessed = defaultApplicationsUrl(configured.publicUrl, configured.applicationsPort ?? portAfter(configured.port));
  const applicationsUrl =
    configured.applicationsUrl === guessed ? defaultApplicationsUrl(publicUrl, applicationsPort) : configured.applicationsUrl;
  return { ...configured, port, publicUrl, applicationsPort, applicationsUrl };
}

/** The preferred port, or any free one if that is taken or 0. */
async function freePort(host: string, wished: number): Promise<number> {
  const probe = createServer().listen(wished, host);
  try {
    await once(probe, 'listening');
    return (probe.address() as AddressInfo).port;
  } catch (error) {
    if (wished === 0) throw error;
    return await freePort(host, 0);
  } finally {
    probe.close();
  }
}
