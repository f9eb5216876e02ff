import { beforeAll, describe } from 'vitest';
import { startTestRunner, type TestRunner } from './test-runner.ts';

/**
 * Two things change how code comes into its sandbox and what it meets there.
 *
 * - `warm`: a run of Python is forked from an interpreter that serves many. Dangerous for what stays behind, for what attacks the
 *   interpreter, and for what must be set up again for every run (folders, name spaces, limits).
 *   `cold`: each run has a sandbox of its own. Dangerous for what only the sandbox itself holds back.
 * - `as root`: the runner may do everything, and gives runs users of their own. Dangerous for what would use those rights: mounts,
 *   devices, name spaces, files of others.
 *   `as a user`: runs have the user of the runner, and no control group bounds them. Dangerous for what looks into or signals other
 *   processes, and for what takes memory or processes.
 */
type Situation = 'cold, as root' | 'warm, as root' | 'cold, as a user' | 'warm, as a user';

// One run at a time: the next one always comes after the one before in the same slot.
const COLD = { LESSONWRIGHT_RUNNER_CAPACITY: '1', LESSONWRIGHT_RUNNER_WARM: 'off' };
const WARM = { LESSONWRIGHT_RUNNER_CAPACITY: '1', LESSONWRIGHT_RUNNER_WARM: 'only' };

const SITUATIONS: Readonly<Record<Situation, NonNullable<Parameters<typeof startTestRunner>[0]>>> = {
  'cold, as root': { env: COLD, isOrdinaryUser: false },
  'warm, as root': { env: WARM, isOrdinaryUser: false },
  'cold, as a user': { env: COLD, isOrdinaryUser: true },
  'warm, as a user': { env: WARM, isOrdinaryUser: true },
};
const EVERYWHERE = Object.keys(SITUATIONS) as Situation[];
const EITHER_WAY = ['cold, as root', 'warm, as root'] as const;
const EITHER_USER = ['warm, as root', 'warm, as a user'] as const;

/** Set by `npm run test:all`. */
const IS_FULL = readMatrix(process.env['TEST_MATRIX']);

/** @throws Error for a value that means nothing. */
function readMatrix(value: string | undefined): boolean {
  if (value !== undefined && value !== 'full') throw new Error(`TEST_MATRIX is "full" or not set, not "${value}".`);
  return value === 'full';
}

/** Those of this process, which runs several test files one after another: a runner takes longer to start than most files take. */
const shared = new Map<string, Promise<TestRunner>>();

function sharedRunner(situation: Situation, isForHostile: boolean): Promise<TestRunner> {
  const key = `${situation}, ${isForHostile ? 'hostile' : 'usual'}`;
  const runner = shared.get(key) ?? startTestRunner({ ...SITUATIONS[situation], isShared: true });
  shared.set(key, runner);
  return runner;
}

/** The runner that test files share which do nothing to it: it is never closed, and other tests came before. */
export function usualRunner(): Promise<TestRunner> {
  return sharedRunner('warm, as root', false);
}

/**
 * Describes programs in the situations that are named, and with the full matrix in all. A suite names the one in which its programs
 * are the most dangerous, and says why.
 */
type DescribeIn<Among extends Situation> = (
  named: readonly Among[],
  title: string,
  suite: (runner: () => TestRunner, situation: Among) => void,
) => void;

function describeIn<Among extends Situation>(
  all: readonly Among[],
  isHostile: boolean,
  prepare: (runner: TestRunner) => Promise<unknown> = () => Promise.resolve(),
): DescribeIn<Among> {
  return (named, title, suite) => {
    describe.each(IS_FULL ? all : named)(`${title} (%s)`, (situation) => {
      let runner: TestRunner;
      beforeAll(async () => {
        runner = await sharedRunner(situation, isHostile);
        await prepare(runner);
      });
      suite(() => runner, situation);
    });
  };
}

/** For hostile Python. @param prepare of the runner, before each suite. */
export const hostilePython = (prepare?: (runner: TestRunner) => Promise<unknown>): DescribeIn<Situation> =>
  describeIn(EVERYWHERE, true, prepare);

/** For hostile code of other languages, which are always run the same way. */
export const hostileCode = (prepare?: (runner: TestRunner) => Promise<unknown>): DescribeIn<(typeof EITHER_USER)[number]> =>
  describeIn(EITHER_USER, true, prepare);

/** For what Python does, not for what holds it: it is the same whoever the runner is. */
export const inWays: DescribeIn<(typeof EITHER_WAY)[number]> = describeIn(EITHER_WAY, false);
