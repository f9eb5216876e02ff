import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { cpus, loadavg, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { measure, median } from './measure.ts';

const HASHED = Buffer.alloc(4 * 1024 * 1024, 1);
const WRITTEN = Buffer.alloc(4096, 1);
const PROBES = 9;

/** Cores, model, memory and software of this machine. */
export function describeMachine(): string {
  const processors = cpus();
  const memory = (totalmem() / 1024 ** 3).toFixed(0);
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'processor'}, ${memory} GB, Linux ${release()}, Node ${process.version}`;
}

/** How fast the machine is now: one core at a fixed calculation, and its disk. A probe before and one after a run show other load. */
export async function probeSpeed(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-probe-'));
  const file = await open(join(folder, 'synced'), 'w');
  try {
    const calculation = await measure(async () => createHash('sha256').update(HASHED).digest(), { count: PROBES });
    const disk = await measure(
      async () => {
        await file.write(WRITTEN);
        await file.datasync();
      },
      { count: PROBES },
    );
    const load = (loadavg()[0] ?? 0).toFixed(1);
    return `SHA-256 of 4 MB ${median(calculation).toFixed(1)} ms, 4 kB synced to disk ${median(disk).toFixed(2)} ms, load ${load}`;
  } finally {
    await file.close();
    await rm(folder, { recursive: true });
  }
}
