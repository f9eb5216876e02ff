/** What an answer is tried with, and what its failures are blamed on. Pure: the runs are given. */

import { LANGUAGES, type Language } from '#platform/contract/languages.ts';
import type { Circumstances, RunnerHealth } from '#platform/contract/runner-protocol.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import type { TrustCause } from '../contract.ts';
import { combine, listCircumstances, readsOtherClock, runsToBlame, settingsOf, USUAL, type Circumstance } from './circumstances.ts';

const NOT_TRIED = {
  oldRunner: 'Other circumstances were not tried: the runner has an earlier version.',
  language: 'Other circumstances were not tried: code in this language runs in the same circumstances everywhere.',
  luck: 'Other circumstances were not tried: the answer fails too often without them.',
  noDates: 'Other dates were not tried: the runner’s machine can’t show code another date.',
  noDatesHere: 'Other dates were not tried: the programs that the code starts use the real date.',
  otherClocks: 'Other dates were not tried: the code reads file dates or starts programs, which use the real date.',
} as const;

/** How often an answer was run as usual, and failed. */
export interface UsualRuns {
  readonly failed: number;
  readonly all: number;
}

export interface Trials {
  readonly tried: readonly Circumstance[];
  /** How often the answer has to fail in a circumstance to name that as the cause. */
  readonly runs: number;
  /** For people. */
  readonly notTried: readonly string[];
}

/** Decides what an answer is tried with. */
export function planTrials(given: {
  readonly language: Language;
  /** The code runs in a database server, which has its own circumstances. */
  readonly isOnServer: boolean;
  /** All code that runs with the answer, and its checks. */
  readonly texts: readonly string[];
  /** What the runner can vary; null: nothing. */
  readonly varies: RunnerHealth['varies'] | null;
  readonly usual: UsualRuns;
  readonly now: Date;
}): Trials {
  const { language, isOnServer, texts, varies, usual, now } = given;
  const none = (why: string): Trials => ({ tried: [], runs: 0, notTried: [why] });
  if (!varies) return none(NOT_TRIED.oldRunner);
  const runs = runsToBlame(usual.failed, usual.all);
  if (runs === null) return none(NOT_TRIED.luck);
  const isOther = readsOtherClock(language, texts);
  const tried = isOnServer ? [] : listCircumstances(language, varies, isOther, now);
  if (tried.length === 0) return none(NOT_TRIED.language);
  const can: readonly TrustCause[] = LANGUAGES[language].circumstances;
  const whyNoDates = !can.includes('date') ? NOT_TRIED.noDatesHere : isOther ? NOT_TRIED.otherClocks : NOT_TRIED.noDates;
  return { tried, runs, notTried: tried.some(({ cause }) => cause === 'date') ? [] : [whyNoDates] };
}

/**
 * Finds what the verdict on an answer depends on. First everything at once; only where that fails each circumstance for itself.
 *
 * @param passes Runs the answer.
 * @param onTried Is called for each combination.
 */
export async function findCauses(
  { tried, runs }: Pick<Trials, 'tried' | 'runs'>,
  passes: (circumstances: Circumstances) => Promise<boolean>,
  atOnce: number,
  onTried: () => void,
): Promise<Circumstance[]> {
  const fails = async (circumstances: Circumstances, times: number): Promise<boolean> => {
    for (let run = 0; run < times; run += 1) if (await passes(circumstances)) return false;
    return true;
  };
  const found: Circumstance[] = [];
  await inParallel(combine(tried), atOnce, async (combination) => {
    const isFailing = await fails(settingsOf(combination), 1);
    onTried();
    if (!isFailing) return;
    let isExplained = false;
    for (const circumstance of combination) {
      const { control } = circumstance;
      if (!(await fails(settingsOf([circumstance]), runs))) continue;
      isExplained = true;
      if (!control || !(await fails({ ...USUAL, ...control }, 1))) found.push(circumstance);
    }
    if (!isExplained && combination.length > 1 && (await fails(settingsOf(combination), runs))) found.push(together(combination));
  });
  const order = (circumstance: Circumstance) => tried.indexOf(circumstance);
  return found.toSorted((one, other) => order(one) - order(other));
}

function together(combination: readonly Circumstance[]): Circumstance {
  const cause: TrustCause = 'together';
  return { cause, label: combination.map(({ label }) => label).join(' '), settings: settingsOf(combination) };
}
