import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { BlobCache } from './blob-cache.ts';
import { createApi } from './http-api.ts';
import { languagesHere, plan } from './languages.ts';
import { findInterpreters } from './python/interpreters.ts';
import { preparePython } from './python/prepare-python.ts';
import { RunDesk } from './run-desk.ts';
import { openSandbox } from './sandbox/open-sandbox.ts';
import type { Settings } from './settings.ts';
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
  const [state, blobs, pythons] = await Promise.all([
    openSandbox({ bubblewrap: settings.bubblewrap, folder: workshop.folder, hidden, firstUserId: settings.firstUserId }),
    BlobCache.open(workshop.blobs, settings.blobBytes),
    findInterpreters(settings.pythons).then((found) =>
      Promise.all(found.map((python) => preparePython(python, { modules: workshop.pythonModules, caches: workshop.caches }))),
    ),
  ]);
  const desk = new RunDesk(settings.capacity);
  const languages = languagesHere(pythons);
  const server = createApi({
    token,
    desk,
    blobs,
    unfit: state.ok ? null : state.reason,
    health: () => ({
      name: settings.name,
      version: VERSION,
      sandbox: { ok: state.ok, reason: state.ok ? null : state.reason },
      languages,
      requirements: [],
      capacity: settings.capacity,
      running: desk.running,
      queued: desk.queued,
    }),
    plan: (request) => {
      if (!state.ok) throw new Error(state.reason);
      return plan(request, { sandbox: state.sandbox, workshop, blobs, pythons });
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
      if (state.ok) await state.sandbox.close();
    },
  };
}
