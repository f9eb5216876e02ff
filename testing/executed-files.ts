import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readWays } from '../scripts/ways/read-ways.ts';

const ROOT = resolve(import.meta.dirname, '..');
const ROOT_URL = `${pathToFileURL(ROOT).href}/`;

/** The files of this repository, by path, of which a function ran in this process while `work` did. */
export async function executedFiles(work: () => Promise<unknown>): Promise<Set<string>> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    // What ran until now.
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const executed = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
    return new Set(executed.filter(({ url }) => url.startsWith(ROOT_URL)).map(({ url }) => url.slice(ROOT_URL.length)));
  } finally {
    session.disconnect();
  }
}

/** The files of the server that ARCHITECTURE names in the way of a save or a run. */
export function serverFilesOnWay(name: 'save' | 'run'): readonly string[] {
  const ways = readWays(readFileSync(resolve(ROOT, 'docs/ARCHITECTURE.md'), 'utf8'));
  return ways.find((way) => way.name === name)?.files.get('server') ?? [];
}
