import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#testing/real-server.ts';
import type { Samples } from './measure.ts';
import { bareServer, settingsOf, StartedProgram } from './product.ts';
import type { Comparison } from './report.ts';

const STARTS = 5;

/**
 * From `npm start` to a reply of /api/health: on a new data folder without anything built or compiled, then on the same one;
 * compared with a minimal process of the same Node.
 */
export async function measureStart(starts = STARTS): Promise<Comparison[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-start-'));
  try {
    const port = await freePort();
    const env = { ...settingsOf(join(folder, 'data'), port), NODE_COMPILE_CACHE: join(folder, 'compiled') };
    const product = () => StartedProgram.start(['npm', 'start'], `http://127.0.0.1:${port}/api/health`, env);
    await Promise.all(['web', 'server'].map((part) => rm(join(import.meta.dirname, `../dist/${part}.sources`), { force: true })));
    const first = await timeStarts(product, 1);
    const second = await timeStarts(product, starts);
    const bare = await timeStarts(async () => bareServer(await freePort()), starts);
    const against = 'a process that only answers';
    return [
      { what: 'npm start, the first: packages are there, nothing is built', samples: first, against, baseline: bare },
      { what: 'npm start, later ones', samples: second, against, baseline: bare },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function timeStarts(start: () => Promise<AsyncDisposable>, count: number): Promise<Samples> {
  const samples: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const began = performance.now();
    const program = await start();
    samples.push(performance.now() - began);
    await program[Symbol.asyncDispose]();
  }
  return samples.toSorted((one, other) => one - other);
}
