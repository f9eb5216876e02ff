import { beforeAll, describe } from 'vitest';
import { startTestRunner, type TestRunner } from './test-runner.ts';

/**
 * Two things change how code enters its sandbox and what it meets there.
 *
 * - `warm`: a run of Python is forked from an interpreter that serves many. At risk: leftovers, attacks on the interpreter, and
 * what must be set up for every run (folders, namespaces, limits).
 *   `cold`: each run has its own sandbox. At risk: what only the sandbox itself prevents.
 * - `as root`: the runner has all privileges, and gives each run its own user. At risk: attacks on those privileges: mounts,
 * devices, namespaces, other users' files.
 *   `as a user`: runs have the runner's user, and no control group limits them. At risk: reading or signaling other processes,
 *   and taking memory or processes.
 */
type Situation = 'cold, as root' | 'warm, as root' | 'cold, as a user' | 'warm, as a user';

// One run at a time, so that the next one always follows in the same slot.
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
export const IS_FULL = readMatrix(process.env['TEST_MATRIX']);

/** @throws Error for an unknown value */
function readMatrix(value: string | undefined): boolean {
  if (value !== undefined && value !== 'full') throw new Error(`TEST_MATRIX must be "full" or unset, not "${value}".`);
  return value === 'full';
}

/** Shared by this process, which runs several test files in turn: a runner takes longer to start than most files take. */
const shared = new Map<string, Promise<TestRunner>>();

function sharedRunner(situation: Situation, isForHostile: boolean): Promise<TestRunner> {
  const key = `${situation}, ${isForHostile ? 'hostile' : 'usual'}`;
  const settings = { ...SITUATIONS[situation], hasPostgres: situation.startsWith('warm'), isShared: true };
  const runner = shared.get(key) ?? startTestRunner(settings);
  shared.set(key, runner);
  return runner;
}

/** The runner for tests that don't modify it; it is never closed, and other tests ran on it before. */
export function usualRunner(): Promise<TestRunner> {
  return sharedRunner('warm, as root', false);
}

/**
 * Describes programs in the given situations, or in all with the full matrix. A suite names the situation in which its programs
 * are most dangerous, and says why.
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

/** For hostile Python. @param prepare called with the runner before each suite */
export const hostilePython = (prepare?: (runner: TestRunner) => Promise<unknown>): DescribeIn<Situation> =>
  describeIn(EVERYWHERE, true, prepare);

/** For hostile code in other languages, which always run the same way. */
export const hostileCode = (prepare?: (runner: TestRunner) => Promise<unknown>): DescribeIn<(typeof EITHER_USER)[number]> =>
  describeIn(EITHER_USER, true, prepare);

/** For what Python does rather than what contains it; the same whatever user the runner has. */
export const inWays: DescribeIn<(typeof EITHER_WAY)[number]> = describeIn(EITHER_WAY, false);
