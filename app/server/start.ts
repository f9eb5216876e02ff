import { once } from 'node:events';
import { chmod, mkdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { endUnlistedStaff, isSetupNeeded, ensureSetupToken, removeSetupToken } from '#features/accounts/server/index.ts';
import { closeIdleGitHost } from '#features/git/server/index.ts';
import { listSeenLessonIds } from '#features/lesson-store/server/index.ts';
import { startDigests } from '#features/notifications/server/index.ts';
import { serveMetrics, startHousekeeping, warnOfUnreachable } from '#features/operations/server/index.ts';
import { PreviewPages } from '#features/publishing/server/index.ts';
import { startApplications } from '#features/runs/server/index.ts';
import { pollCodeHost } from '#features/webhooks/server/index.ts';
import { defaultApplicationsUrl, portAfter, type Config } from '#platform/server/config.ts';
import { lockDataFolder } from '#platform/server/data-folder-lock.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { migrateToLatest } from '#platform/server/database/migrate.ts';
import type { Platform } from '#platform/server/platform.ts';
import { exportTraces } from '#platform/server/tracing/export-traces.ts';
import { buildApp } from './app.ts';
import { openPlatform, startWorkers } from './open-platform.ts';

/** The initial lessons of a new content repository. */
const SAMPLE_FOLDER = resolve(import.meta.dirname, 'sample-content');

export interface Product {
  /** Address that it listens on, without a trailing slash. */
  readonly address: string;
  /** Null once the owner has an account. */
  readonly setupToken: string | null;
  /** Accepts no more calls, finishes running ones, and closes everything. */
  stop(): Promise<void>;
}

interface StartOptions {
  /** Ends the wait for another server that writes to git. */
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
  const database = await openDatabase({ ...config, log, isOwner: true });
  started.defer(() => database.close());
  await migrateToLatest(database.db);
  const sampleFolder = config.sample ? SAMPLE_FOLDER : null;
  const platform = await openPlatform({ config, log, database, sampleFolder, ...options }, started);
  await startWorkers(platform);
  await endUnlistedStaff(platform);
  if (config.server.role !== 'web') startSingles(platform, started);

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
  return { address: addressOf(config), setupToken, stop: () => running.disposeAsync() };
}

/** What must not run twice. The server with the repositories does it, because there is only one. */
function startSingles(platform: Platform, started: AsyncDisposableStack): void {
  const codeHost = pollCodeHost(platform);
  started.defer(() => codeHost.stop());
  const housekeeping = startHousekeeping(platform);
  started.defer(() => housekeeping.stop());
  const digests = startDigests(platform, listSeenLessonIds);
  started.defer(() => digests.stop());
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
