import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#testing/real-server.ts';
import { measureInTurn, sorted, type TimedWork } from './measure.ts';
import { JupyterLab } from './peers/jupyter-lab.ts';
import { bareServer, settingsOf, StartedProgram } from './product.ts';
import type { Line } from './report.ts';
import type { Sizes } from './sizes.ts';

const FIRST_STARTS = 2;
const STARTS = 7;
const FIRST_LIMIT_MS = 600_000;
const LATER_LIMIT_MS = 120_000;
const REPOSITORY = join(import.meta.dirname, '..');

/**
 * From `npm start` to a reply of /api/health: on a new clone whose packages are in npm's cache, then again on the same one; in turn with
 * starting JupyterLab and a minimal process of the same Node.
 */
export async function measureStart(sizes: Sizes): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-start-'));
  try {
    const first: number[] = [];
    let clone = '';
    // The first of all isn't measured: it may download packages. A smoke run has no other.
    const warmUp = sizes.isSmoke ? 0 : 1;
    for (let round = 0; round < warmUp + sizes.times(FIRST_STARTS); round += 1) {
      if (clone !== '') await rm(clone, { recursive: true, force: true });
      clone = await cloneInto(join(folder, `clone-${round}`));
      const duration = await startProduct(clone, FIRST_LIMIT_MS)();
      if (round >= warmUp) first.push(duration);
    }
    const later = await measureInTurn(
      {
        ours: startProduct(clone),
        jupyter: startOnce(() => JupyterLab.start()),
        bare: startOnce(async () => bareServer(await freePort())),
      },
      { rounds: sizes.times(STARTS), warmUp: 1 },
    );
    const bare = { against: 'a process of the same Node that only answers', baseline: later.bare };
    const what = 'npm start, later ones, to its first answer';
    return [
      { what: 'npm start, the first: a new clone, packages in the cache', samples: sorted(first), ...bare },
      {
        what,
        samples: later.ours,
        against: `JupyterLab ${await JupyterLab.installedVersion()}, to its first answer`,
        baseline: later.jupyter,
      },
      { what, samples: later.ours, ...bare },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Clones what is committed, as a stranger would get it. */
async function cloneInto(folder: string): Promise<string> {
  await promisify(execFile)('git', ['clone', '--quiet', '--no-hardlinks', REPOSITORY, folder]);
  return folder;
}

function startProduct(clone: string, limitMs = LATER_LIMIT_MS): TimedWork {
  return startOnce(async () => {
    const port = await freePort();
    const env = {
      ...settingsOf(join(clone, 'data'), port),
      NODE_COMPILE_CACHE: join(clone, 'node_modules/.cache/compiled'),
      npm_config_prefer_offline: 'true',
    };
    return StartedProgram.start(['npm', 'start'], `http://127.0.0.1:${port}/api/health`, env, { folder: clone, limitMs });
  });
}

/** Times a start. Ending the program again isn't part of it. */
function startOnce(start: () => Promise<AsyncDisposable>): TimedWork {
  return async () => {
    const began = performance.now();
    const program = await start();
    const duration = performance.now() - began;
    await program[Symbol.asyncDispose]();
    return duration;
  };
}
