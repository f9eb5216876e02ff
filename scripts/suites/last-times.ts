import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { SuiteResult } from './run-suite.ts';

const FILE = 'node_modules/.cache/test-times.json';

/** The time of a test file and the number of its tests, or of a suite that reports no tests. */
const LastTime = z.object({ seconds: z.number(), tests: z.number() });
/** By file, or by the name of the suite. */
const LastTimes = z.record(z.string(), LastTime);
export type LastTimes = Readonly<z.infer<typeof LastTimes>>;

/** The times of earlier runs on this machine; empty on a new clone. */
export async function readLastTimes(): Promise<LastTimes> {
  const text = await readFile(FILE, 'utf8').catch(() => '{}');
  return LastTimes.safeParse(JSON.parse(text)).data ?? {};
}

/** Replaces the times of what has run, and keeps the others. */
export async function writeLastTimes(earlier: LastTimes, results: readonly SuiteResult[]): Promise<void> {
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(FILE, JSON.stringify({ ...earlier, ...timesOf(results) }));
}

export function timesOf(results: readonly Pick<SuiteResult, 'name' | 'seconds' | 'tests' | 'files'>[]): LastTimes {
  const times: Record<string, { seconds: number; tests: number }> = {};
  for (const { name, seconds, tests, files } of results) {
    if (files.length === 0) times[name] = { seconds, tests: 1 };
    for (const { file, seconds: ofFile } of files) {
      times[file] = { seconds: ofFile, tests: Math.max(1, tests.filter((test) => test.file === file).length) };
    }
  }
  return times;
}
