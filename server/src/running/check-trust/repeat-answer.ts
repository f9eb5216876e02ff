/** Runs an answer many times, and in other circumstances, to find checks that don't always give the same verdict. */

import { randomUUID } from 'node:crypto';
import { CHECK_LANGUAGE, LANGUAGES } from '#contract/languages.ts';
import type { TrustCause } from '#contract/check-trust.ts';
import { RUN_DEFAULTS, DEFAULT_RUN_LIMITS, type Circumstances, type RunnerRunRequest } from '#contract/runner-protocol.ts';
import { didPass, type RunResult } from '#contract/runs.ts';
import { inParallel } from '#server/platform/in-parallel.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { RunContext } from '#server/running/runs/run-context.ts';
import { runForGuest } from '#server/running/runs/run-for-guest.ts';
import { canRepeat, repeatForGuest } from '#server/running/runs/repeat-run.ts';
import { runnerNeeds } from '#server/running/runs/run-request.ts';
import { combine, isLoad, listCircumstances, readsOtherClock, runsToBlame, settingsOf, USUAL, type Circumstance } from './circumstances.ts';

/** All examinations share one turn in a runner's queue, so that authors don't wait for them. */
const OWNER = 'check-trust';
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

const NOT_TRIED = {
  oldRunner: 'Other circumstances were not tried: the runner is of an earlier version.',
  language: 'Other circumstances were not tried: code of this language runs in the same ones everywhere.',
  luck: 'Other circumstances were not tried: the answer fails too often without them.',
  noDates: 'Other dates were not tried: the runner’s machine can’t show code another date.',
  noDatesHere: 'Other dates were not tried: the programs that the code starts have the real date.',
  otherClocks: 'Other dates were not tried: the code reads dates of files or starts programs, which have the real date.',
} as const;

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
}

/** Repeats an answer; `onResult` receives each result. `isBrief`: its runs are known to end within moments. @throws AppError `unavailable`; the signal's reason if it was stopped. */
export async function repeatAnswer(
  platform: Platform,
  { context, code }: Answer,
  count: number,
  signal: AbortSignal,
  onResult: (result: RunResult) => void,
  isBrief = false,
): Promise<void> {
  if (count === 0) return;
  const runnerName = await runnerFor(platform, context);
  const id = randomUUID();
  if (canRepeat(context) && (await platform.runners.variesOn(runnerName)) !== null) {
    await repeatForGuest(platform, { id, owner: OWNER, context, code, runnerName, isBrief }, count, { signal, onResult });
    return;
  }
  await inParallel(Array.from({ length: count }), AT_ONCE, async () => onResult(await runOnce(platform, { context, code }, signal)));
}

/**
 * Finds what the verdict on an answer depends on. First everything at once; only where that fails each circumstance for itself.
 *
 * @param usual How often the answer was run as usual, and failed.
 * @param onTried Is called for each combination.
 */
export async function findDependence(
  platform: Platform,
  { context, code }: Answer,
  usual: { failed: number; all: number },
  signal: AbortSignal,
  onTried: () => void,
): Promise<Dependence> {
  const none = (why: string): Dependence => ({ found: [], tried: [], notTried: [why] });
  const { language } = context.lesson;
  const runnerName = await runnerFor(platform, context);
  const varies = await platform.runners.variesOn(runnerName);
  if (varies === null) return none(NOT_TRIED.oldRunner);
  const blame = runsToBlame(usual.failed, usual.all);
  if (blame === null) return none(NOT_TRIED.luck);
  const { fields } = context;
  const isOther = readsOtherClock(language, [
    code,
    fields.custom_check_code,
    fields.legacy_check_code,
    fields.unit_test_code,
    ...context.setup.ofLesson,
    ...context.setup.ofScreen,
    ...context.earlier.map((cell) => cell.code),
  ]);
  const isOnServer = context.lesson.enabled_features.includes('Postgres');
  const tried = isOnServer ? [] : listCircumstances(language, varies, isOther, new Date());
  if (tried.length === 0) return none(NOT_TRIED.language);
  const fails = async (circumstances: Circumstances, times: number): Promise<boolean> => {
    for (let run = 0; run < times; run += 1)
      if (didPass(await runOnce(platform, { context, code }, signal, { runnerName, circumstances }))) return false;
    return true;
  };
  const found: Circumstance[] = [];
  await inParallel(combine(tried), AT_ONCE, async (combination) => {
    const isFailing = await fails(settingsOf(combination), 1);
    onTried();
    if (!isFailing) return;
    let isExplained = false;
    for (const circumstance of combination) {
      const { control } = circumstance;
      if (!(await fails(settingsOf([circumstance]), blame))) continue;
      isExplained = true;
      if (!control || !(await fails({ ...USUAL, ...control }, 1))) found.push(circumstance);
    }
    if (!isExplained && combination.length > 1 && (await fails(settingsOf(combination), blame))) found.push(together(combination));
  });
  const can: readonly TrustCause[] = LANGUAGES[language].circumstances;
  const whyNoDates = !can.includes('date') ? NOT_TRIED.noDatesHere : isOther ? NOT_TRIED.otherClocks : NOT_TRIED.noDates;
  const order = (circumstance: Circumstance) => tried.indexOf(circumstance);
  const load = await findLoad(platform, { context, code }, runnerName, usual, signal);
  return {
    found: [...found.toSorted((one, other) => order(one) - order(other)), ...load],
    tried,
    notTried: tried.some(({ cause }) => cause === 'date') ? [] : [whyNoDates],
  };
}

function together(combination: readonly Circumstance[]): Circumstance {
  const cause: TrustCause = 'together';
  return { cause, label: combination.map(({ label }) => label).join(' '), settings: settingsOf(combination) };
}

/** Runs the answer beside a neighbor that uses all processors. */
async function findLoad(
  platform: Platform,
  answer: Answer,
  runnerName: string,
  usual: { failed: number; all: number },
  signal: AbortSignal,
): Promise<Circumstance[]> {
  if (usual.all < ENOUGH_FOR_LOAD || !canRepeat(answer.context)) return [];
  const capacity = await platform.runners.capacityOf(runnerName);
  // The neighbor takes a slot for itself.
  if (capacity < 2) return [];
  const done = new AbortController();
  const busy = makeBusy(platform, runnerName, AbortSignal.any([signal, done.signal]));
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

function makeBusy(platform: Platform, runnerName: string, signal: AbortSignal): { started: Promise<void>; ended: Promise<void> } {
  const { promise: started, resolve } = Promise.withResolvers<void>();
  const limits = { ...DEFAULT_RUN_LIMITS, wall_seconds: 2 * BUSY_SECONDS, cpu_seconds: 2 * BUSY_SECONDS };
  const needs = { language: CHECK_LANGUAGE, language_version: null, values: [], limits };
  const rest = { id: randomUUID(), owner: OWNER, is_background: true, code: BUSY_CODE, preamble: [], files: [], requirements: [] };
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

async function runnerFor(platform: Platform, { lesson }: RunContext): Promise<string> {
  const { language, version, requirements } = runnerNeeds(lesson);
  return platform.runners.pick(language, version, requirements);
}

/** Runs and judges code like a learner's. @throws AppError `unavailable`; the signal's reason if it was stopped. */
export async function runOnce(
  platform: Platform,
  { context, code }: Answer,
  signal: AbortSignal,
  where: { runnerName: string; circumstances: Circumstances } | null = null,
): Promise<RunResult> {
  signal.throwIfAborted();
  const run = { id: randomUUID(), owner: OWNER, context, code, isChecked: true, session: null, where };
  const result = await runForGuest(platform, run, { signal, onEvent: () => undefined });
  signal.throwIfAborted();
  return result;
}
