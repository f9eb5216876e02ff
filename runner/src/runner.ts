import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { eachLanguage } from '#contract/runner-protocol.ts';
import { BlobCache } from './blob-cache.ts';
import { createApi } from './http-api.ts';
import { Environments } from './environments/environments.ts';
import { environmentsApi } from './environments/environments-api.ts';
import { NO_RUNNER } from './cannot-run.ts';
import type { Equipment } from './language-runtime.ts';
import { Languages } from './languages.ts';
import { RunDesk } from './run-desk.ts';
import { openSandbox } from './sandbox/open-sandbox.ts';
import { Sessions } from './sessions/sessions.ts';
import type { Settings } from './settings.ts';
import { Terminals } from './terminals/terminals.ts';
import { UserIds } from './user-ids.ts';
import { openWorkshop } from './workshop.ts';

interface RunningRunner {
  readonly port: number;
  /** Stops every run, and waits until nothing of them is left. */
  close(): Promise<void>;
}

const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'))).version;

/**
 * Starts a runner: looks at what this machine has, tries the sandbox, listens. Without a sandbox it listens as well, so
 * that it can say why, but nothing runs.
 *
 * @param hidden folders that must never show in a run.
 */
export async function startRunner(settings: Settings, token: string, hidden: readonly string[]): Promise<RunningRunner> {
  const workshop = await openWorkshop(settings.folder);
  const [state, blobs] = await Promise.all([
    openSandbox({
      bubblewrap: settings.bubblewrap,
      folder: workshop.folder,
      hidden,
      memoryBytes: settings.memoryBytes,
      firstUserId: settings.firstUserId,
    }),
    BlobCache.open(workshop.blobs, settings.blobBytes),
  ]);
  const desk = new RunDesk(settings.capacity, settings.shares);
  const parts = state.ok ? await openParts({ settings, sandbox: state.sandbox, workshop, blobs }) : null;
  const server = createApi({
    token,
    desk,
    blobs,
    unfit: state.ok ? null : state.reason,
    parts: parts ? [environmentsApi(parts.environments), parts.sessions.api, parts.terminals.api] : [],
    health: () => ({
      name: settings.name,
      version: VERSION,
      sandbox: state.ok
        ? { ok: true, reason: null, not_enforced: state.sandbox.notEnforced }
        : { ok: false, reason: state.reason, not_enforced: [] },
      languages: parts?.languages.health ?? eachLanguage(() => ABSENT),
      requirements: [...settings.offers],
      capacity: settings.capacity,
      running: desk.running,
      queued: desk.queued,
      slots: parts?.languages.slots ?? [],
      sessions: parts?.sessions.size ?? 0,
      terminals: parts?.terminals.size ?? 0,
    }),
    plan: (request) => {
      if (!parts) throw new Error('Nothing can run here.');
      if (!Sessions.takes(request)) return parts.languages.plan(request);
      parts.languages.requireOffered(request.requirements);
      return parts.sessions.plan(request);
    },
  });
  server.listen(settings.port, settings.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: async () => {
      await desk.close();
      server.closeAllConnections();
      server.close();
      await Promise.all([parts?.sessions.close(), parts?.terminals.close(), parts?.environments.close()]);
      await parts?.languages.close();
      if (state.ok) await state.sandbox.close();
    },
  };
}

const ABSENT = { available: false, versions: [], reason: NO_RUNNER };

async function openParts(given: Pick<Equipment, 'settings' | 'sandbox' | 'workshop' | 'blobs'>) {
  const userIds = new UserIds(given.settings.firstUserId, given.settings.userCount);
  const equipment: Equipment = { ...given, userIds, environments: new Environments({ ...given, userIds }) };
  const languages = await Languages.open(equipment);
  return {
    environments: equipment.environments,
    languages,
    sessions: new Sessions(equipment, languages),
    terminals: new Terminals(equipment, languages.pythons),
  };
}
