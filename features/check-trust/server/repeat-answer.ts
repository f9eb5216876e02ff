/** Runs an answer many times, and in other circumstances, to find checks that don't always give the same verdict. */

import { randomUUID } from 'node:crypto';
import { didPass, type RunResult } from '#features/runs/contract/runs.ts';
import {
  type RunContext,
  type RunServices,
  runForGuest,
  canRepeat,
  repeatForGuest,
  codeBefore,
  runnerNeeds,
} from '#features/runs/server/index.ts';
import { CHECK_LANGUAGE } from '#platform/contract/languages.ts';
import { RUN_DEFAULTS, DEFAULT_RUN_LIMITS, type Circumstances, type RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import { isLoad, type Circumstance } from './circumstances.ts';
import { findCauses, planTrials, type UsualRuns } from './find-causes.ts';

/** Submissions that run at once. */
export const AT_ONCE = 2;
/** A busy neighbor slows others too: it is only tried with so many repeats, which authors ask for. */
const ENOUGH_FOR_LOAD = 100;
const BUSY_RUNS = 10;
const BUSY_SECONDS = 20;
/** Twice as many processes as processors, none of which ever waits. */
const BUSY_CODE = `import os, time
for _ in range(2 * (os.cpu_count() or 1) - 1):
    if os.fork() == 0:
        break
end = time.monotonic() + ${BUSY_SECONDS}
while time.monotonic() < end:
    pass`;

/** What repeats found besides how often the answer passed. */
export interface Dependence {
  readonly found: readonly Circumstance[];
  readonly tried: readonly Circumstance[];
  /** For people. */
  readonly notTried: readonly string[];
}

interface Answer {
  readonly context: RunContext;
  readonly code: string;
  /** Runs of one owner share a turn in a runner's queue, so that authors don't wait for them. */
  readonly owner: string;
}

/** Repeats an answer; `onResult` receives each result. `isBrief`: its runs are known to end within moments. @throws AppError `unavailable`; the signal's reason if it was stopped. */
export async function repeatAnswer(
  platform: RunServices,
  { context, code, owner }: Answer,
  count: number,
  signal: AbortSignal,
  onResult: (result: RunResult) => void,
  isBrief = false,
): Promise<void> {
  if (count === 0) return;
  const runnerName = await runnerFor(platform, context);
  const id = randomUUID();
  if (canRepeat(context) && (await platform.runners.variesOn(runnerName)) !== null) {
    await repeatForGuest(platform, { id, owner, context, code, runnerName, isBrief }, count, { signal, onResult });
    return;
  }
  await inParallel(Array.from({ length: count }), AT_ONCE, async () => onResult(await runOnce(platform, { context, code, owner }, signal)));
}

/** Finds what the verdict on an answer depends on. @param onTried Is called for each combination of circumstances. */
export async function findDependence(
  platform: RunServices,
  { context, code, owner }: Answer,
  usual: UsualRuns,
  signal: AbortSignal,
  onTried: () => void,
): Promise<Dependence> {
  const { fields, lesson } = context;
  const runnerName = await runnerFor(platform, context);
  const trials = planTrials({
    language: lesson.language,
    isOnServer: lesson.enabled_features.includes('Postgres'),
    texts: [
      code,
      ...codeBefore(fields, lesson.language),
      fields.custom_check_code,
      fields.legacy_check_code,
      fields.unit_test_code,
      ...context.setup.ofLesson,
      ...context.setup.ofScreen,
      ...context.earlier.map((cell) => cell.code),
    ],
    varies: await platform.runners.variesOn(runnerName),
    usual,
    now: new Date(),
  });
  const { tried, notTried } = trials;
  if (tried.length === 0) return { found: [], tried, notTried };
  const passes = async (circumstances: Circumstances) =>
    didPass(await runOnce(platform, { context, code, owner }, signal, { runnerName, circumstances }));
  const found = await findCauses(trials, passes, AT_ONCE, onTried);
  const load = await findLoad(platform, { context, code, owner }, runnerName, usual, signal);
  return { found: [...found, ...load], tried, notTried };
}

/** Runs the answer beside a neighbor that uses all processors. */
async function findLoad(
  platform: RunServices,
  answer: Answer,
  runnerName: string,
  usual: UsualRuns,
  signal: AbortSignal,
): Promise<Circumstance[]> {
  if (usual.all < ENOUGH_FOR_LOAD || !canRepeat(answer.context)) return [];
  const capacity = await platform.runners.capacityOf(runnerName);
  // The neighbor takes a slot for itself.
  if (capacity < 2) return [];
  const done = new AbortController();
  const busy = makeBusy(platform, runnerName, answer.owner, AbortSignal.any([signal, done.signal]));
  try {
    await busy.started;
    let [failed, all] = [0, 0];
    const note = (result: RunResult) => {
      all += 1;
      if (!didPass(result)) failed += 1;
    };
    // Otherwise they would wait for the neighbor, which has the slot of the background, and run without it.
    await repeatAnswer(platform, answer, BUSY_RUNS, signal, note, true);
    if (!isLoad(usual, { failed, all })) return [];
    return [{ cause: 'load', label: `${failed} of ${all} times while the machine is busy`, settings: {} }];
  } finally {
    done.abort();
    await busy.ended;
  }
}

function makeBusy(
  platform: RunServices,
  runnerName: string,
  owner: string,
  signal: AbortSignal,
): { started: Promise<void>; ended: Promise<void> } {
  const { promise: started, resolve } = Promise.withResolvers<void>();
  const limits = { ...DEFAULT_RUN_LIMITS, wall_seconds: 2 * BUSY_SECONDS, cpu_seconds: 2 * BUSY_SECONDS };
  const needs = { language: CHECK_LANGUAGE, language_version: null, values: [], limits };
  const rest = { id: randomUUID(), owner, is_background: true, code: BUSY_CODE, preamble: [], files: [], requirements: [] };
  const request: RunnerRunRequest = { ...RUN_DEFAULTS, ...needs, ...rest };
  const readBlob = () => Promise.reject(new Error('The neighbor has no files.'));
  const onEvent = ({ type }: { type: string }) => {
    if (type === 'started') resolve();
  };
  const ended = platform.runners.run(runnerName, request, { signal, onEvent, readBlob }).then(
    () => resolve(),
    // Without a neighbor the runs are as usual, and blame nothing.
    () => resolve(),
  );
  return { started, ended };
}

async function runnerFor(platform: RunServices, { lesson }: RunContext): Promise<string> {
  const { language, version, requirements } = runnerNeeds(lesson);
  return platform.runners.pick(language, version, requirements);
}

/** Runs and judges code like a learner's. @throws AppError `unavailable`; the signal's reason if it was stopped. */
export async function runOnce(
  platform: RunServices,
  { context, code, owner }: Answer,
  signal: AbortSignal,
  where: { runnerName: string; circumstances: Circumstances } | null = null,
): Promise<RunResult> {
  signal.throwIfAborted();
  const run = { id: randomUUID(), owner, context, code, isChecked: true, session: null, where };
  const result = await runForGuest(platform, run, { signal, onEvent: () => undefined });
  signal.throwIfAborted();
  return result;
}
