/** Runs the screens of a lesson on both sides, and compares. */

import { createHash, randomUUID } from 'node:crypto';
import type { StoredLesson } from '#features/lesson-store/server/index.ts';
import type { RunResult } from '#features/runs/contract/runs.ts';
import { getRunContext, runForGuest, type RunContext } from '#features/runs/server/index.ts';
import { listStoredScreens, type StoredScreen } from '#features/screens/server/index.ts';
import { testsOfScreen } from '#features/tests/server/index.ts';
import type { LanguageVersion } from '#platform/contract/languages.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import type { Platform } from '#platform/server/platform.ts';
import { runTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import type { RunComparison, Observation } from './compare/compare-runs.ts';
import type { ScreenReport, StoredRehearsalBuild } from './queries.ts';

/** Screens that are under way at once. They run in the background, so that authors don't wait for them. */
const AT_ONCE = 4;
const OWNER = 'rehearsal';
/** Screens of a lesson that are compared before their results are stored. */
const BATCH = 20;
/** What a screen runs with again, as long as something differs: today's packages, to find what varies anyway, then the others. */
const AGAIN = ['today', 'today', 'today', 'today', 'candidate', 'candidate'] as const;

interface Rehearsed {
  readonly actor: Actor;
  readonly lesson: StoredLesson;
  readonly screenIds: readonly number[];
  readonly build: Pick<StoredRehearsalBuild, 'lock'>;
  /** Null: the lesson's own. */
  readonly language_version: string | null;
}

interface Side {
  readonly today: RunContext;
  readonly candidate: RunContext;
  readonly tests: readonly { readonly name: string; readonly code: string }[];
}

/** @throws AppError `unavailable` if nothing can run the code; the signal's reason if it was stopped. */
export async function rehearseScreens(
  platform: Platform,
  { actor, lesson, screenIds, build, language_version }: Rehearsed,
  signal: AbortSignal,
  keep: (reports: { screen_id: number; report: ScreenReport }[]) => Promise<void>,
): Promise<void> {
  const wanted = new Set(screenIds);
  const screens = (await listStoredScreens(platform.db, lesson.id)).filter(({ id }) => wanted.has(id));
  for (let start = 0; start < screens.length; start += BATCH) {
    const batch = screens.slice(start, start + BATCH);
    const sides = await Promise.all(
      batch.map(async (screen): Promise<Side> => {
        const today = await getRunContext(platform, actor, { lesson_id: lesson.id, screen_id: screen.id });
        return { today, candidate: withCandidate(today, build.lock, language_version), tests: otherTests(screen) };
      }),
    );
    // One side after the other: interpreters of one environment stay warm.
    const observe = (list: readonly Side[], side: 'today' | 'candidate') =>
      inParallel(list, AT_ONCE, (each) => observation(platform, each[side], each.tests, signal));
    const before = await observe(sides, 'today');
    const after = await observe(sides, 'candidate');
    const runs = sides.map((side, index) => ({ side, today: [before[index]].flatMap(given), candidate: [after[index]].flatMap(given) }));
    let differing = await stillDiffering(runs);
    for (const side of AGAIN) {
      const more = await observe(
        differing.map((run) => run.side),
        side,
      );
      for (const [index, run] of differing.entries()) run[side].push(...[more[index]].flatMap(given));
      // More runs can only excuse a difference.
      differing = await stillDiffering(differing);
    }
    const reports = await Promise.all(runs.map(async (each) => reportOf(await compare(each))));
    await keep(batch.map(({ id }, index) => ({ screen_id: id, report: reports[index] ?? reportOf(NOT_COMPARED) })));
  }
}

async function stillDiffering<T extends Parameters<typeof compare>[0]>(runs: readonly T[]): Promise<T[]> {
  const compared = await Promise.all(runs.map(compare));
  return runs.filter((_, index) => differs(compared[index]));
}

function given<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}

/** Results that take too long to compare count as a difference, so that an author looks at them. */
async function compare({ today, candidate }: { today: readonly Observation[]; candidate: readonly Observation[] }): Promise<RunComparison> {
  const compared = await runTextTask('compareRuns', [today, candidate]);
  return typeof compared === 'object' ? compared.result : NOT_COMPARED;
}

const NOT_COMPARED: RunComparison = {
  breaks: [{ kind: 'changed', key: 'not compared', title: 'The results are too long to be compared.' }],
  differences: [],
};

function differs(comparison: RunComparison = NOT_COMPARED): boolean {
  return comparison.breaks.length > 0 || comparison.differences.length > 0;
}

function reportOf({ breaks, differences }: RunComparison): ScreenReport {
  // A difference without a break has no cause to be listed by.
  return { breaks: [...breaks], differences: breaks.length === 0 ? [] : [...differences] };
}

function withCandidate(context: RunContext, lock: string | null, language_version: string | null): RunContext {
  const version = language_version === null ? context.lesson.language_version : (language_version as LanguageVersion);
  return {
    ...context,
    lesson: { ...context.lesson, language_version: version },
    environment: lock === null ? null : { key: createHash('sha256').update(lock).digest('hex'), lock },
  };
}

/** The answer runs anyway. */
function otherTests(screen: StoredScreen): { name: string; code: string }[] {
  return testsOfScreen(screen)
    .filter(({ is_default }) => !is_default)
    .map(({ slug, description, code }) => ({ name: description === '' ? slug : description, code }));
}

async function observation(platform: Platform, context: RunContext, tests: Side['tests'], signal: AbortSignal): Promise<Observation> {
  const run = async (code: string): Promise<RunResult> => {
    signal.throwIfAborted();
    const request = { id: randomUUID(), owner: OWNER, isBackground: true, context, code, isChecked: true, session: null };
    const result = await runForGuest(platform, request, { signal, onEvent: () => undefined });
    signal.throwIfAborted();
    return result;
  };
  const answer = await run(context.fields.answer_code);
  const others = new Map<string, RunResult>();
  for (const { name, code } of tests) others.set(name, await run(code));
  return { answer, tests: others };
}
