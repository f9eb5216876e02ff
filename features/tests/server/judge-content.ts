/** Judges a screen whose lesson isn't stored: its answer, its initial code and its tests. */

import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import type { RunResult } from '#features/runs/contract/runs.ts';
import type { StoredScreen } from '#features/screens/server/index.ts';
import { compareResults, firstFailure } from './compare-results.ts';
import { hasAnswer, judgeCode, type ScreenRuns } from './judge-screen.ts';
import { besidesFailure, type ScreenWarning } from './judged-screens.ts';
import { MESSAGES } from './messages.ts';
import { testsOfScreen } from './tests-of-screen.ts';

/** `inputs`: the lines that the code reads; empty: those of the screen. */
type RunTest = (code: string, inputs: string) => Promise<RunResult>;

/** What a screen says once its code has run. Code that several ask for runs once. @throws AppError `unavailable` if nothing can run it */
export async function judgeContent(
  lesson: LessonFields,
  screen: Pick<StoredScreen, 'fields' | 'attached'>,
  { run: runTest, ...runs }: Omit<ScreenRuns, 'run'> & { readonly run: RunTest },
): Promise<ScreenWarning[]> {
  if (lesson.language === null || screen.fields.type !== 'code') return [];
  const run = once(runTest);
  const judged = { lesson: { fields: lesson }, screen };
  const found = await judgeCode(judged, { ...runs, run: (code) => run(code, '') });
  const failing: ScreenWarning[] = [];
  for (const test of testsOfScreen(screen)) {
    if (test.is_default && (!hasAnswer(judged.lesson, screen) || failing.some(({ kind }) => kind === 'answer-fails'))) continue;
    const result = await run(test.code, test.inputs);
    if (result.check_error === null && compareResults(test, result).test_passes) continue;
    const why = result.check_error === null ? firstFailure(result) : MESSAGES.checkIsWrong(result.check_error.message);
    const { slug, description } = test;
    failing.push(test.is_default ? { kind: 'answer-fails', why } : { kind: 'test-fails', slug, description, why });
  }
  return [...failing, ...besidesFailure(found, lesson)];
}

function once(run: RunTest): RunTest {
  const known = new Map<string, Promise<RunResult>>();
  return (code, inputs) => {
    const key = JSON.stringify([code, inputs]);
    const result = known.get(key) ?? run(code, inputs);
    known.set(key, result);
    return result;
  };
}
