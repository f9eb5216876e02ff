import { chmod, mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';

// What costs time in a test run is counted and limited, because counts are the same on every machine (docs/decisions/0091-what-a-test-run-starts-is-counted.md).

/** The limits of a whole run, and the name of each kind. */
export const LIMITS_FILE = 'testing/starts.json';
const FOLDER = 'test-results/starts';
const HOOK = 'testing/count-starts.mjs';
/** Files named for each kind that is over its limit. */
const MOST_USERS = 8;

/** By kind. */
const Limits = z.record(z.string(), z.object({ most: z.number().int(), what: z.string() }));
export type Limits = Readonly<z.infer<typeof Limits>>;

/** Number of starts by kind and test file; the file is empty for what no single test started. */
export type Starts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The environment of suites whose starts are counted. Deletes earlier counts. */
export async function beginCounting(): Promise<Readonly<Record<string, string>>> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  // Runners that run as another user count too.
  await chmod(FOLDER, 0o777);
  const options = [process.env['NODE_OPTIONS'], `--import=${resolve(HOOK)}`].filter(Boolean).join(' ');
  return { NODE_OPTIONS: options, TEST_STARTS_FOLDER: resolve(FOLDER) };
}

export async function readStarts(): Promise<Starts> {
  const names = await readdir(FOLDER).catch(() => []);
  return countLines(await Promise.all(names.map((name) => readFile(join(FOLDER, name), 'utf8'))));
}

export async function readLimits(): Promise<Limits> {
  return Limits.parse(JSON.parse(await readFile(LIMITS_FILE, 'utf8')));
}

/** @param texts lines of a kind, a tab and a test file, as testing/count-starts.mjs writes them */
export function countLines(texts: readonly string[]): Starts {
  const starts: Record<string, Record<string, number>> = {};
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const [kind = '', file = ''] = line.split('\t');
    if (kind === '') continue;
    const files = (starts[kind] ??= {});
    files[file] = (files[file] ?? 0) + 1;
  }
  return starts;
}

/** `12 products, 300 databases` */
export function summarizeStarts(starts: Starts, limits: Limits): string {
  return Object.entries(limits)
    .map(([kind, { what }]) => `${total(starts[kind]).toLocaleString('en-GB')} ${what}`)
    .join(', ');
}

/**
 * A problem for each kind that was started more often than allowed, with the files that start most of them, and for each that was
 * never counted: every whole run starts some of all.
 */
export function problemsOf(starts: Starts, limits: Limits): string[] {
  return Object.entries(limits).flatMap(([kind, { most, what }]) => {
    const files = starts[kind] ?? {};
    const count = total(files);
    if (count === 0) return [`No ${what} were counted. Correct what ${HOOK} looks for.`];
    if (count <= most) return [];
    const users = Object.entries(files)
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MOST_USERS)
      .map(([file, number]) => `\n    ${String(number).padStart(6)}  ${file === '' ? 'shared' : file}`);
    const advice = `Share what is started, or raise the limit in ${LIMITS_FILE} in a commit that says why.`;
    return [`${count} ${what} were started, and ${most} are allowed. ${advice} Most are for:${users.join('')}`];
  });
}

function total(files: Readonly<Record<string, number>> = {}): number {
  return Object.values(files).reduce((sum, number) => sum + number, 0);
}
