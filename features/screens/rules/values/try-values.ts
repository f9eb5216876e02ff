import { kindOf } from '#features/questions/contract/kinds/kinds.ts';
import { numbersFrom } from '#features/questions/contract/kinds/shuffled.ts';
import { SCREEN_TEXT_FIELDS, type ScreenTextField } from '../../contract/screen-texts.ts';
import type { QuestionFields, ScreenFields } from '../../contract/screens.ts';
import { type Draw, DrawError, parseValues, seedOf, tryDraw, type ValueProblem } from './draw-values.ts';
import { drawQuestion, drawText } from './fill-in-values.ts';

/** Draws that are tried. */
const TRIES = 100;

/** What the page and preflight say about values whose definitions leave nothing to draw. */
export const EQUAL_DRAWS = 'All draws are equal, so every learner gets the same values.';

/** What trying a screen's values found: each problem once, with how many of the draws have it. */
export interface TriedValues {
  /** Of lines. */
  readonly problems: readonly ValueProblem[];
  /** Different draws among those that were tried. */
  readonly different: number;
  /** The draws that could be drawn, for looking at what they make of the screen. */
  readonly draws: readonly Draw[];
}

/** Tries the values of a screen alone. Without definitions there is nothing to find. */
export function tryValues(text: string): TriedValues {
  const { definitions, problems } = parseValues(text);
  if (definitions.length === 0 || problems.length > 0) return { problems, different: 0, draws: [] };
  const random = numbersFrom(seedOf(definitions));
  const failures = new Counted<ValueProblem>();
  const draws: Draw[] = [];
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const draw = tryDraw(definitions, random);
    if (draw instanceof DrawError) failures.add({ line: draw.line, message: draw.message });
    else draws.push(draw);
  }
  return {
    problems: failures.all().map(([{ line, message }, count]) => ({ line, message: inDraws(message, count) })),
    different: new Set(draws.map((draw) => JSON.stringify([...draw]))).size,
    draws,
  };
}

/** What the draws make of a screen, and where. */
export interface DrawnProblem {
  readonly in: { readonly field: ScreenTextField } | { readonly question: number };
  readonly message: string;
}

/** The parts of a screen that values are put into. */
interface DrawnContent {
  readonly fields: ScreenFields;
  readonly questions: readonly QuestionFields[];
}

/** What is wrong with a screen in some of the draws: formulas without a result, answers that become equal to what must be wrong. */
export function tryDraws({ fields, questions }: DrawnContent, draws: readonly Draw[]): DrawnProblem[] {
  const found = new Counted<DrawnProblem>();
  for (const draw of draws) {
    for (const field of SCREEN_TEXT_FIELDS) {
      if (field === 'values') continue;
      drawText(fields[field] ?? '', draw, (message) => found.add({ in: { field }, message }));
    }
    if (fields.type === 'code' && isSolvedFromStart(fields, draw))
      found.add({ in: { field: 'initial_code' }, message: 'The initial code is the answer.' });
    for (const [question, asked] of questions.entries())
      for (const message of problemsOf(asked, draw)) found.add({ in: { question }, message });
  }
  return found.all().map(([problem, count]) => ({ ...problem, message: inDraws(problem.message, count, draws.length) }));
}

function isSolvedFromStart({ initial_code, answer_code, initially_passing }: ScreenFields, draw: Draw): boolean {
  if (initially_passing || answer_code.trim() === '' || initial_code === answer_code) return false;
  return drawText(initial_code, draw).trim() === drawText(answer_code, draw).trim();
}

/** What is wrong with a question once values are drawn. What is wrong with options as they are written is left out. */
function problemsOf(asked: QuestionFields, draw: Draw): string[] {
  const failures = new Set<string>();
  const drawn = drawQuestion(asked, draw, (message) => failures.add(message));
  const warnings = drawn.task ? kindOf(drawn.task).warnings(drawn.task) : equalOptions(asked, drawn);
  return [...failures, ...warnings];
}

function equalOptions(written: QuestionFields, drawn: QuestionFields): string[] {
  const labels = drawn.answer_options.map(({ label }) => label.trim());
  return labels.flatMap((label, at) => {
    const first = labels.indexOf(label);
    const isWritten = written.answer_options[first]?.label.trim() === written.answer_options[at]?.label.trim();
    return label === '' || first === at || isWritten ? [] : [`Options ${first + 1} and ${at + 1} are the same.`];
  });
}

function inDraws(message: string, count: number, of = TRIES): string {
  return count === of ? message : `${message} (In ${count} of ${of} draws.)`;
}

/** Things that were found, with how often. */
class Counted<T> {
  readonly #found = new Map<string, { thing: T; count: number }>();

  add(thing: T): void {
    const key = JSON.stringify(thing);
    const known = this.#found.get(key);
    if (known) known.count++;
    else this.#found.set(key, { thing, count: 1 });
  }

  all(): [T, number][] {
    return [...this.#found.values()].map(({ thing, count }) => [thing, count]);
  }
}
