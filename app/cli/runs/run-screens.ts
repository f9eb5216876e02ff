/** Runs the code of lessons, screen by screen. */

import { located, type CheckedLesson, type RepositoryFinding } from '#features/preflight/rules/check-repository.ts';
import { runFindings } from '#features/preflight/server/index.ts';
import { fromTrust, judgeContent, type ScreenWarning } from '#features/tests/server/index.ts';
import { AppError } from '#platform/server/errors.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import type { Call } from '../command.ts';
import type { ClonedLesson, CodePlace, ScreenCode } from './code-places.ts';
import { toStored } from './lesson-inputs.ts';

/** A lesson with what its files say. */
export type RunLesson = ClonedLesson & CheckedLesson;

/** What running code found, and what didn't run. */
export interface RunReport {
  readonly findings: RepositoryFinding[];
  /** One sentence for each lesson or screen. */
  readonly notRun: string[];
}

type Screen = RunLesson['lesson']['screens'][number];
type Work = (lesson: RunLesson, screen: Screen, code: ScreenCode) => Promise<readonly ScreenWarning[]>;

/** Whether a screen has code of an author that can run. */
const hasCode = ({ fields, tests }: Screen): boolean => fields.type === 'code' && (fields.answer_code.trim() !== '' || tests.length > 0);

/** Runs the answers, the initial code and the tests of lessons. */
export function runLessons(place: CodePlace, lessons: readonly RunLesson[], call: Pick<Call, 'output' | 'signal'>): Promise<RunReport> {
  return eachScreen(place, lessons, call, ({ lesson }, screen, code) => judgeContent(lesson.fields, toStored(screen), code));
}

/** Examines the checks of lessons. The runs of one screen use all that the machine has, so one follows the other. */
export function examineLessons(
  place: CodePlace,
  lessons: readonly RunLesson[],
  repeats: number,
  call: Pick<Call, 'output' | 'signal'>,
): Promise<RunReport> {
  return eachScreen({ ...place, atOnce: 1 }, lessons, call, async ({ folder }, screen, code) => {
    const where = `lessons/${folder}/screens/${screen.folder}`;
    const report = await code.examine(repeats);
    if (report === null) return [];
    const { level, mistakes, rewrites } = report;
    call.output.note(
      `${where}: ${level}. ${mistakes.right} of ${mistakes.all} mistakes are noticed, ${rewrites.right} of ${rewrites.all} rewrites pass.`,
    );
    return fromTrust(report);
  });
}

/** Does work on each screen with code. What can't be run is named and hides nothing else. */
async function eachScreen(
  place: CodePlace,
  lessons: readonly RunLesson[],
  { output, signal }: Pick<Call, 'output' | 'signal'>,
  work: Work,
): Promise<RunReport> {
  const notRun: string[] = [];
  const steps: { lesson: RunLesson; screen: Screen; code: ScreenCode | string }[] = [];
  for (const lesson of lessons) {
    const screens = lesson.lesson.fields.language === null ? [] : lesson.lesson.screens.filter(hasCode);
    const open = screens.length === 0 ? null : await place.open(lesson, signal);
    if (typeof open === 'string') notRun.push(`lessons/${lesson.folder} didn’t run: ${open}`);
    else if (open !== null) steps.push(...screens.map((screen) => ({ lesson, screen, code: open(screen.folder) })));
  }
  let done = 0;
  const findings = await inParallel(steps, place.atOnce, async ({ lesson, screen, code }) => {
    signal.throwIfAborted();
    const found = typeof code === 'string' ? code : await findingsOf(lesson, screen, code, work);
    done += 1;
    if (output.isTerminal && done < steps.length) output.note(`Ran ${done} of ${steps.length} screens`);
    if (typeof found !== 'string') return found;
    notRun.push(`lessons/${lesson.folder}/screens/${screen.folder} didn’t run: ${found}`);
    return [];
  });
  return { findings: findings.flat(), notRun };
}

/** A text: why the code couldn't run. */
async function findingsOf(lesson: RunLesson, screen: Screen, code: ScreenCode, work: Work): Promise<RepositoryFinding[] | string> {
  try {
    const judgements = await work(lesson, screen, code);
    const { uuid, folder } = screen;
    return located(lesson, runFindings({ uuid, folder, language: lesson.lesson.fields.language, state: code.state, judgements }));
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
