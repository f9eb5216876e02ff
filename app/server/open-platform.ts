import type { Logger } from 'pino';
import { openChangeQueues, startChangeWorkers } from '#features/changes/server/index.ts';
import { type CodeHost, openCodeHost } from '#features/code-hosts/server/index.ts';
import { GitLease, ContentGit, type GitLocks, gitElsewhere, guardGit, findOwnRepositories } from '#features/git/server/index.ts';
import { AnnouncedRunners, EnvironmentArchives, RunnerPool } from '#features/runners/server/index.ts';
import { importMain } from '#features/sync/server/index.ts';
import { openBlobStore } from '#platform/server/blobs/open-blob-store.ts';
import { Cluster } from '#platform/server/cluster/cluster.ts';
import { internalUrlOf } from '#platform/server/cluster/server-config.ts';
import { Servers } from '#platform/server/cluster/servers.ts';
import type { Config } from '#platform/server/config.ts';
import { DatabaseClock } from '#platform/server/database-clock.ts';
import { moveRefs, unlessBackup } from '#platform/server/database/backup-locks.ts';
import type { Database } from '#platform/server/database/database.ts';
import { Notifications } from '#platform/server/database/notifications.ts';
import { DatabaseStartError } from '#platform/server/database/start-error.ts';
import { Jobs } from '#platform/server/jobs.ts';
import { LiveHub } from '#platform/server/live.ts';
import { LiveRelay } from '#platform/server/live/relay.ts';
import { Notices } from '#platform/server/notices.ts';
import { Operations } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { addSampleDatasets } from './add-sample-datasets.ts';
import { startGitWorkers, startWorkersWithoutGit } from './features.ts';

/** A first start imports the whole content repository. */
const IMPORT_LIMIT_MS = 10 * 60_000;
/** The connections of a killed server may live on for a moment. */
const ALONE_LIMIT_MS = 30_000;

interface OpenPlatformOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Migrated. */
  readonly database: Database;
  /** Initial content of a new content repository; null: empty. */
  readonly sampleFolder: string | null;
  /** Called if another server writes to git now, so that this one has to start again. */
  readonly onLeaseLost?: () => void;
  /** Ends the wait for the right to write to git. */
  readonly signal?: AbortSignal;
}

/**
 * Opens the shared services, each after what it needs. Closing the result closes them in reverse order; the caller
 * closes the database.
 */
export async function openPlatform(options: OpenPlatformOptions, opened: AsyncDisposableStack): Promise<Platform> {
  const { config, log, database } = options;
  const codeHost = openCodeHost(config);
  const notices = new Notices(log);
  if (config.quiet) notices.set('quiet', 'Quiet mode: this is a copy. Nothing is pushed, mailed, deployed or called outside.');
  const clock = await DatabaseClock.open(database.db, notices);
  opened.defer(() => clock.close());
  const notifications = await Notifications.open(database, { log });
  opened.defer(() => notifications.close());
  const cluster = config.databaseUrl === null ? null : await joinServers(options, { notifications, clock }, opened);
  const hasGit = config.server.role !== 'web';
  const git = hasGit ? await openGit(options, codeHost, cluster, opened) : gitElsewhere(codeHost.mainBranch);
  const token = config.runnersToken;
  const announced = token === null ? null : await AnnouncedRunners.open(database.db, { token, log });
  const runners = await RunnerPool.start(config, log, announced);
  opened.defer(() => runners.stop());
  const jobs = await Jobs.start(database, { log, notifications });
  opened.defer(() => jobs.stop());
  const blobs = await openBlobStore(config);
  opened.defer(() => blobs.close?.());
  runners.shareEnvironments(new EnvironmentArchives({ db: database.db, blobs, log }));
  const live = new LiveHub();
  await live.connectServers(new LiveRelay(notifications, log));
  return {
    config,
    db: database.db,
    notifications,
    jobs,
    blobs,
    git,
    cluster,
    codeHost,
    runners,
    live,
    operations: new Operations(live),
    notices,
    clock,
    log,
  };
}

/** Only with a database server: the built-in database belongs to one process. */
async function joinServers(
  { config, log, database }: OpenPlatformOptions,
  shared: { readonly notifications: Notifications; readonly clock: DatabaseClock },
  opened: AsyncDisposableStack,
): Promise<Cluster> {
  const { s3, dataFolder } = config;
  const blobs = s3 === null ? `the folder ${dataFolder}` : `the bucket ${s3.bucket} of ${s3.endpoint ?? 'AWS'}`;
  const self = { url: internalUrlOf(config), role: config.server.role };
  const servers = await Servers.join(database.db, { self, blobs, ...shared, log });
  opened.defer(() => servers.leave());
  const cluster = new Cluster(servers);
  opened.defer(() => cluster.close());
  return cluster;
}

async function openGit(
  { config, log, database, sampleFolder, onLeaseLost = () => undefined, signal }: OpenPlatformOptions,
  codeHost: CodeHost,
  cluster: Cluster | null,
  opened: AsyncDisposableStack,
): Promise<ContentGit> {
  const { db } = database;
  const { dataFolder } = config;
  const remote = { mainBranch: codeHost.mainBranch, ...(codeHost.remote === null ? {} : { remote: codeHost.remote }) };
  const removeObjects: GitLocks['removeObjects'] = (work) => unlessBackup(db, work);
  if (cluster === null) {
    const locks: GitLocks = { moveRefs: (work) => moveRefs(db, work), removeObjects };
    const git = await ContentGit.open({ dataFolder, sampleFolder, ...remote, locks, log });
    opened.defer(() => git.close());
    return config.checkReplies ? guardGit(git) : git;
  }
  const lease = await GitLease.take(database, { servers: cluster.servers, log, onLost: onLeaseLost, signal: waitFor(config, signal) });
  opened.defer(() => lease.release());
  const locks: GitLocks = { moveRefs: (work) => lease.whileHeld(work), mayWrite: () => lease.check(), removeObjects };
  const { isRebuilt, record } = await findOwnRepositories(config, lease);
  const git = await ContentGit.open({ dataFolder, sampleFolder, ...remote, locks, isRebuilt, log });
  opened.defer(() => git.close());
  await record();
  return config.checkReplies ? guardGit(git) : git;
}

/** A server of a team waits for its turn; one that was started by itself was probably started twice. */
function waitFor({ server }: Config, signal: AbortSignal | undefined): AbortSignal {
  const given = signal ?? new AbortController().signal;
  if (server.role !== 'all') return given;
  const text =
    'Another server already writes to git for this database. To add servers, start them with LESSONWRIGHT_ROLE=web (docs/operating.md, Several servers).';
  const over = new AbortController();
  setTimeout(() => over.abort(new DatabaseStartError(text)), ALONE_LIMIT_MS).unref();
  return AbortSignal.any([given, over.signal]);
}

/** Starts the workers and updates the rows of main. Call it before the first save: it opens the queues. */
export async function startWorkers(platform: Platform): Promise<void> {
  const hasGit = platform.config.server.role !== 'web';
  await (hasGit ? startChangeWorkers(platform) : openChangeQueues(platform));
  await startWorkersWithoutGit(platform);
  if (!hasGit) return;
  const signal = AbortSignal.timeout(IMPORT_LIMIT_MS);
  await importMain(platform, signal);
  if (platform.config.sample) await addSampleDatasets(platform, signal);
  await startGitWorkers(platform);
}
