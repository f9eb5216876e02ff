/** Finds out in which circumstances this machine can run code. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { RunnerHealth } from '#platform/contract/runner-protocol.ts';

type Varies = NonNullable<RunnerHealth['varies']>;

/** Locales whose numbers, letters or dates differ most from the usual one, if the machine has them; `C` is everywhere. */
const TELLING = ['de_DE', 'tr_TR', 'fr_FR', 'ar_EG', 'hi_IN', 'ja_JP'];
const MOST_LOCALES = 4;
const LIMIT_MS = 60_000;
/** A day has 86,400 seconds; the two readings are less than one apart. */
const PROBE =
  'import sys, time\nsys.path.insert(0, sys.argv[1])\nfrom lessonwright_run.clock import shift\nbegin = time.time()\nshift(86400)\nprint(86400 <= time.time() - begin < 86460)';

/** @param modules the folder of our Python programs */
export async function whatVaries(python: string, modules: string): Promise<Varies> {
  const run = (file: string, args: readonly string[]) =>
    promisify(execFile)(file, args, { timeout: LIMIT_MS, env: { PATH: '/usr/bin:/bin' }, cwd: '/' }).then(
      ({ stdout }) => stdout,
      () => '',
    );
  const [listed, probed] = await Promise.all([run('locale', ['-a']), run(python, ['-I', '-c', PROBE, modules])]);
  return { locales: tellingLocales(listed.split('\n')), dates: probed.trim() === 'True' };
}

/** @param listed what `locale -a` prints */
export function tellingLocales(listed: readonly string[]): string[] {
  const found = TELLING.flatMap((name) => listed.filter((each) => new RegExp(`^${name}\\.utf-?8$`, 'i').test(each)).slice(0, 1));
  return ['C', ...found].slice(0, MOST_LOCALES);
}
