import { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { type Draw, drawsOf } from '#features/screens/rules/values/draw-values.ts';
import { drawFields, drawQuestion } from '#features/screens/rules/values/fill-in-values.ts';
import { tryValues } from '#features/screens/rules/values/try-values.ts';
import type { StoredScreen } from '#features/screens/server/index.ts';
import { PROBLEMS } from './messages.ts';
import { error, warning, type DeployProblem } from './problem.ts';

/** A screen of a build has at most this many draws, and fewer if its screens with values are long: a build holds all of them. */
const DRAWS = { most: 20, least: 2, characters: 2_000_000 } as const;

type BuiltScreen = Pick<StoredScreen, 'uuid' | 'folder' | 'fields' | 'attached'>;

/** Values in braces of the questions of one screen: more would hold up other requests for every draw. */
const PLACEHOLDERS_MAX = 20_000;

/** One of the draws of a screen; null: it has no values. */
export interface ScreenDraw {
  readonly draw: Draw | null;
  /** The screen with it. Drawn when it is built, because all draws at once would hold up other requests. */
  readonly drawn: () => BuiltScreen;
}

/** How many draws the screens of a build have, so that the build stays quick to read. */
export function countDraws(screens: readonly Pick<BuiltScreen, 'fields' | 'attached'>[]): number {
  const drawn = screens.filter(({ fields }) => fields.values !== '');
  const size = JSON.stringify(drawn.map(({ fields, attached }) => [fields, attached.questions])).length;
  return Math.min(DRAWS.most, Math.max(DRAWS.least, Math.floor(DRAWS.characters / size)));
}

interface DrawOptions {
  /** From {@link countDraws}. */
  readonly count: number;
  /** Where another screen's answer is what learners begin with: it is complete, whatever is written in it. Null: its own initial code. */
  readonly start: string | null;
}

/**
 * A screen once for each draw that its build holds, the author's first. One without values is alone, as it is. `problems` grows while draws
 * are made.
 */
export function drawScreen(
  screen: BuiltScreen,
  { count, start }: DrawOptions,
): { draws: [ScreenDraw, ...ScreenDraw[]]; problems: DeployProblem[] } {
  const { attached } = screen;
  const begun = start === null ? {} : { initial_code: start };
  const fields = { ...screen.fields, ...begun };
  const asIs: ScreenDraw = { draw: null, drawn: () => ({ ...screen, fields }) };
  if (fields.values === '') return { draws: [asIs], problems: [] };
  if (JSON.stringify(attached.questions).split('{{').length > PLACEHOLDERS_MAX)
    return { draws: [asIs], problems: [error(PROBLEMS.tooManyDrawn)] };
  const [first, ...others] = drawsOf(fields.values, count);
  const problems = valuesProblems(fields.values, first === undefined);
  if (first === undefined) return { draws: [asIs], problems };
  const drawn = (draw: Draw, isFirst: boolean): BuiltScreen => {
    const note = (problem: string) => problems.push(error(PROBLEMS.drawn(problem)));
    const questions = attached.questions.map((asked) => drawQuestion(asked, draw, note));
    for (const [index, { task }] of questions.entries())
      if (task && !QuestionTask.safeParse(task).success) note(PROBLEMS.question(index + 1, PROBLEMS.drawnTooLong));
    return { ...screen, fields: { ...drawFields(fields, draw, isFirst, note), ...begun }, attached: { ...attached, questions } };
  };
  const drawAt = (draw: Draw, isFirst: boolean): ScreenDraw => ({ draw, drawn: () => drawn(draw, isFirst) });
  return { draws: [drawAt(first, true), ...others.map((draw) => drawAt(draw, false))], problems };
}

function valuesProblems(values: string, isImpossible: boolean): DeployProblem[] {
  return tryValues(values).problems.map(({ line, message }) => (isImpossible ? error : warning)(PROBLEMS.values(line, message)));
}

/** Problems of several draws, each once. */
export function distinctProblems(problems: readonly DeployProblem[]): DeployProblem[] {
  return [...new Map(problems.map((problem) => [`${problem.level} ${problem.text}`, problem])).values()];
}
