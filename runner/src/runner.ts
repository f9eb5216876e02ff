/** Starts the runner: its folders, sandbox, languages, queue and HTTP interface. */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import {
  ARCHIVE_HASH_HEADER,
  eachLanguage,
  EnvironmentRef,
  EnvironmentRequest,
  PLATFORM_HEADER,
  Sha256,
  type RunnerHealth,
} from '#platform/contract/runner-protocol.ts';
import { Announcer } from './announce.ts';
import type { ApiPart } from './api-part.ts';
import { BlobCache } from './blob-cache.ts';
import { NO_RUNNER } from './cannot-run.ts';
import { Environments } from './environments/environments.ts';
import { InstallError } from './environments/run-installer.ts';
import { bounded, createApi, openStream, readBody, reply } from './http-api.ts';
import type { RuntimeDeps } from './language-runtime.ts';
import { Languages } from './languages.ts';
import { whatVaries } from './python/what-varies.ts';
import { Refusal } from './refusal.ts';
import { repeatsApi } from './repeats.ts';
import { RunQueue } from './run-queue.ts';
import { prepareFolders } from './runner-folders.ts';
import { openSandbox } from './sandbox/open-sandbox.ts';
import { Sessions } from './sessions/sessions.ts';
import type { Settings } from './settings.ts';
import { Terminals } from './terminals/terminals.ts';
import { UserIds } from './user-ids.ts';

interface RunningRunner {
  readonly port: number;
  /**
   * Stops everything and waits until it is gone. If the settings give it time (`drainSeconds`), it first gives waiting runs back and
   * waits for the running ones; clients then see runs that were cut off as lost, not as stopped.
   */
  close(): Promise<void>;
}

const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'))).version;

/**
 * Starts a runner: detects what this machine has, tests the sandbox, and listens. Without a working sandbox it still listens, to
 * report why, but runs nothing.
 *
 * @param hidden folders that must never be visible in a run
 */
export async function startRunner(settings: Settings, token: string, hidden: readonly string[]): Promise<RunningRunner> {
  const folders = await prepareFolders(settings.folder);
  const [state, blobs] = await Promise.all([
    openSandbox({
      bubblewrap: settings.bubblewrap,
      folder: folders.folder,
      hidden,
      memoryBytes: settings.memoryBytes,
      firstUserId: settings.firstUserId,
    }),
    BlobCache.open(folders.blobs, settings.blobBytes),
  ]);
  const queue = new RunQueue(settings.capacity, settings.shares);
  const runtime = state.ok ? await openRuntime({ settings, sandbox: state.sandbox, folders, blobs }) : null;
  let varies: NonNullable<RunnerHealth['varies']> | null = null;
  const python = runtime?.languages.python.interpreters[0];
  // It needs no one to wait for it: until it is known, nothing is varied.
  const finding = python && whatVaries(python.path, folders.pythonModules).then((found) => (varies = found));
  const health = (): RunnerHealth => ({
    name: settings.name,
    version: VERSION,
    sandbox: state.ok
      ? { ok: true, reason: null, not_enforced: state.sandbox.notEnforced }
      : { ok: false, reason: state.reason, not_enforced: [] },
    languages: runtime?.languages.health ?? eachLanguage(() => ABSENT),
    requirements: [...settings.offers],
    capacity: settings.capacity,
    running: queue.running,
    queued: queue.queued,
    clients: queue.clients,
    slots: runtime?.languages.slots ?? [],
    sessions: runtime?.sessions.size ?? 0,
    terminals: runtime?.terminals.size ?? 0,
    environments: runtime?.environments.usage ?? { count: 0, bytes: 0 },
    draining: queue.isDraining,
    ...(varies === null ? {} : { varies }),
  });
  const server = createApi({
    token,
    queue,
    blobs,
    unfit: state.ok ? null : state.reason,
    parts: runtime
      ? [
          environmentsApi(runtime.environments, settings.environmentBytes),
          runtime.sessions.api,
          runtime.terminals.api,
          repeatsApi({ queue, blobs, lanes: settings.capacity, plan: (request) => runtime.languages.plan(request) }),
        ]
      : [],
    health,
    plan: (request) => {
      if (!runtime) throw new Error('The sandbox does not work here.');
      if (!Sessions.takes(request)) return runtime.languages.plan(request);
      runtime.languages.requireOffered(request.requirements);
      return runtime.sessions.plan(request);
    },
  });
  server.listen(settings.port, settings.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const announcer = settings.announce === null ? null : announce(settings.announce, { ...settings, token, port, health });
  return {
    port,
    close: async () => {
      if (settings.drainSeconds > 0) {
        const drained = queue.drain(AbortSignal.timeout(settings.drainSeconds * 1000));
        await announcer?.announce();
        await drained;
        server.closeAllConnections();
      }
      await announcer?.stop();
      await queue.close();
      server.closeAllConnections();
      server.close();
      await Promise.all([runtime?.sessions.close(), runtime?.terminals.close(), runtime?.environments.close()]);
      await runtime?.languages.close();
      await finding;
      if (state.ok) await state.sandbox.close();
    },
  };
}

function announce(
  { server, url }: NonNullable<Settings['announce']>,
  { name, token, host, port, health }: Pick<Settings, 'name' | 'host'> & { token: string; port: number; health: () => RunnerHealth },
): Announcer {
  const isAnyAddress = host === '0.0.0.0' || host === '::';
  const own = isAnyAddress ? hostname() : host.includes(':') ? `[${host}]` : host;
  return new Announcer({
    server,
    token,
    name,
    url: url ?? `http://${own}:${port}`,
    health,
    onState: (reason) =>
      process.stderr.write(
        reason === null
          ? `Announced to ${server} as "${name}".\n`
          : `Could not announce this runner to ${server}: ${reason}. Trying again every second.\n`,
      ),
  });
}

const ABSENT = { available: false, versions: [], builds: {}, reason: NO_RUNNER };

async function openRuntime(base: Pick<RuntimeDeps, 'settings' | 'sandbox' | 'folders' | 'blobs'>) {
  const userIds = new UserIds(base.settings.firstUserId, base.settings.userCount);
  const deps: RuntimeDeps = { ...base, userIds, environments: new Environments({ ...base, userIds }) };
  const languages = await Languages.open(deps);
  return {
    environments: deps.environments,
    languages,
    sessions: new Sessions(deps, languages),
    terminals: new Terminals(deps, languages.pythons),
  };
}

/**
 * `/environments`: builds packages, and gives and takes archives of what was built. Closing the connection stops the build unless
 * another request waits for it.
 */
function environmentsApi(environments: Environments, mostBytes: number): ApiPart {
  return {
    name: 'environments',
    handle: async ({ request, response, path }) => {
      if (path.length === 2) return handleArchive(environments, mostBytes, path[1] ?? '', request, response);
      if (request.method !== 'POST' || path.length !== 1) throw new Refusal(404, { error: 'Unknown path or method.' });
      const wanted = await readBody(request, EnvironmentRequest);
      const stop = new AbortController();
      response.on('close', () => stop.abort());
      await environments.build(wanted, openStream(response), stop.signal);
      response.end();
    },
  };
}

async function handleArchive(
  environments: Environments,
  mostBytes: number,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const key = Sha256.safeParse(name).data;
  if (key === undefined) throw new Refusal(400, { error: 'An environment is named by the SHA-256 hash of its lock.' });
  const stop = new AbortController();
  response.on('close', () => stop.abort());
  try {
    switch (request.method) {
      case 'GET':
        response.setHeader(PLATFORM_HEADER, await environments.platform());
        reply(request, response, (await environments.has(key)) ? 204 : 404, null);
        return;
      case 'POST': {
        const ref = await readBody(request, EnvironmentRef);
        if (ref.key !== key) throw new Refusal(400, { error: 'The lock is of another environment.' });
        const open = () => response.writeHead(200, { 'content-type': 'application/gzip' });
        if (!(await environments.pack(ref, open))) throw new Refusal(404, { error: 'This environment is not installed here.' });
        return;
      }
      case 'PUT': {
        const sha256 = Sha256.safeParse(request.headers[ARCHIVE_HASH_HEADER]).data;
        if (sha256 === undefined) throw new Refusal(400, { error: `\`${ARCHIVE_HASH_HEADER}\` must be the SHA-256 hash of the archive.` });
        await environments.adopt(key, sha256, bounded(request, mostBytes), stop.signal);
        reply(request, response, 204, null);
        return;
      }
      case undefined:
      default:
        throw new Refusal(404, { error: 'Unknown path or method.' });
    }
  } catch (error) {
    if (error instanceof InstallError) throw new Refusal(400, { error: error.message });
    throw error;
  }
}
