import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { FormulaError, tokensOf } from '#features/questions/contract/kinds/formula-tokens.ts';
import { evaluate, showValue } from '#features/questions/contract/kinds/formula.ts';
import { kindOf } from '#features/questions/contract/kinds/kinds.ts';
import { onlyNumber } from '#features/questions/contract/kinds/near.ts';
import type { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { SCREEN_TEXT_FIELDS } from '../../contract/screen-texts.ts';
import type { ScreenFields } from '../../contract/screens.ts';
import { type Draw, drawsOf } from './draw-values.ts';

/** Receives why something can't be calculated with a draw. */
type OnFailure = (problem: string) => void;

/** Placeholders of one text. */
const PLACEHOLDERS_MAX = 2_000;

/** `{{ n }}` or `{{ n * 2 }}`. */
const PLACEHOLDER = /\{\{([^{}\n]{1,200})\}\}/g;

/**
 * A text with the values of a draw in place of its placeholders. What names no value stays as it is: other things are written with two braces
 * as well. So does what can't be calculated; `onFailure` receives why.
 */
export function drawText(text: string, draw: Draw, onFailure: OnFailure = () => undefined): string {
  if (!text.includes('{{')) return text;
  let added = 0;
  let count = 0;
  return text.replaceAll(PLACEHOLDER, (written, formula: string) => {
    // Before anything is read, so that a text of nothing else costs no more.
    if (++count > PLACEHOLDERS_MAX) {
      if (count === PLACEHOLDERS_MAX + 1)
        onFailure(`Only the first ${PLACEHOLDERS_MAX.toLocaleString('en')} places in braces of a text are filled in.`);
      return written;
    }
    if (!namesIn(formula).some((name) => draw.has(name))) return written;
    try {
      const value = showValue(evaluate(formula, draw));
      added += Math.max(0, value.length - written.length);
      if (text.length + added > LIMITS.textMax) throw new FormulaError('The text becomes too long.');
      return value;
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      onFailure(`${written} can’t be calculated. ${error.message}`);
      return written;
    }
  });
}

/** The names in a formula, apart from those of functions if it is only about values; none in what is no formula. */
function namesIn(formula: string, { isOfValues = false } = {}): string[] {
  try {
    const tokens = tokensOf(formula);
    return tokens.flatMap(({ kind, text }, at) => (kind === 'name' && !(isOfValues && tokens[at + 1]?.text === '(') ? [text] : []));
  } catch (error) {
    if (error instanceof FormulaError) return [];
    throw error;
  }
}

/** Formulas between two braces that name no value, such as those with a value that was renamed: learners see them as they are written. */
export function unknownNames(text: string, draw: Draw): { name: string; start: number; end: number }[] {
  // Nothing is put into those behind.
  const places = [...text.matchAll(PLACEHOLDER)].slice(0, PLACEHOLDERS_MAX);
  return places.flatMap(({ 0: written, 1: formula = '', index }) => {
    const [name] = namesIn(formula).some((each) => draw.has(each)) ? [] : valuesIn(formula);
    return name === undefined ? [] : [{ name, start: index, end: index + written.length }];
  });
}

/** The names in a formula that stand for values; none in what can't be calculated: other things are written with two braces as well. */
function valuesIn(formula: string): string[] {
  const names = namesIn(formula, { isOfValues: true });
  try {
    // Different numbers, so that a difference is not zero.
    evaluate(formula, new Map(names.map((name, at) => [name, at + 2])));
    return names;
  } catch (error) {
    if (error instanceof FormulaError) return [];
    throw error;
  }
}

/**
 * The fields of a screen as the learner of a draw gets them. The result has no values, so that drawing again changes nothing.
 *
 * @param isFirst The recorded output is of the first draw; for others, the answer runs beside the code that is checked.
 */
export function drawFields(fields: ScreenFields, draw: Draw, isFirst: boolean, onFailure?: OnFailure): ScreenFields {
  return { ...drawTexts(fields, draw, onFailure), values: '', dynamic_answer: fields.dynamic_answer || !isFirst };
}

function drawTexts<F extends Partial<ScreenFields>>(fields: F, draw: Draw, onFailure?: OnFailure): F {
  const drawn = SCREEN_TEXT_FIELDS.flatMap((field) => {
    const text = fields[field];
    return field === 'values' || typeof text !== 'string' ? [] : [[field, drawText(text, draw, onFailure)]];
  });
  return { ...fields, ...(Object.fromEntries(drawn) as Partial<F>) };
}

/** The fields of a screen with the first draw of its values, as its author runs and checks them. Without values, they stay as they are. */
export function drawFirst<F extends Partial<ScreenFields>>(fields: F): F {
  const draw = firstDraw(fields);
  return draw === null ? fields : drawTexts(fields, draw);
}

/** By the fields they were drawn from: what runs on each screen of a lesson is asked for one screen after the other. */
const firstDraws = new WeakMap<ScreenFields, ScreenFields>();

/** {@link drawFirst} for a screen. */
export function withFirstDraw<S extends { readonly fields: ScreenFields }>(screen: S): S {
  const fields = firstDraws.get(screen.fields) ?? drawFirst(screen.fields);
  firstDraws.set(screen.fields, fields);
  return { ...screen, fields };
}

/** {@link withFirstDraw} for a screen that is read, with its questions. */
export function contentWithFirstDraw(screen: ScreenContent): ScreenContent {
  const draw = firstDraw(screen.fields);
  return draw === null ? screen : { ...withFirstDraw(screen), questions: screen.questions.map((asked) => drawQuestion(asked, draw)) };
}

/** The draw that the author of a screen works with; null: it has no values, or none that can be drawn. */
export function firstDraw({ values = '' }: Partial<Pick<ScreenFields, 'values'>>): Draw | null {
  return values === '' ? null : (drawsOf(values, 1)[0] ?? null);
}

interface DrawnOption {
  readonly label: string;
  readonly feedback_message: string;
}
interface DrawnQuestion {
  readonly question: string;
  readonly task?: QuestionTask | null | undefined;
  /** Of a stored question. */
  readonly options?: readonly DrawnOption[];
  /** Of one that is edited. */
  readonly answer_options?: readonly DrawnOption[];
}

/** A question with its options as the learner of a draw gets it. */
export function drawQuestion<Q extends DrawnQuestion>(asked: Q, draw: Draw, onFailure?: OnFailure): Q {
  const { task, options, answer_options } = asked;
  const drawOption = (option: DrawnOption) => ({
    ...option,
    label: drawText(option.label, draw, onFailure),
    feedback_message: drawText(option.feedback_message, draw, onFailure),
  });
  return {
    ...asked,
    question: drawText(asked.question, draw, onFailure),
    ...(task && { task: drawTask(task, draw, onFailure) }),
    ...(options && { options: options.map(drawOption) }),
    ...(answer_options && { answer_options: answer_options.map(drawOption) }),
  };
}

const STAYS_AS_WRITTEN = 'The code names a value in braces, but stays as it is, because its output is recorded. Write the value itself.';

/** Everything that is written in a task, apart from what has a recorded output: that is of the code as it is written. */
function drawTask<T extends QuestionTask>(task: T, draw: Draw, onFailure?: OnFailure): T {
  const { recorded, expressions = [] } = kindOf(task);
  const entries = Object.entries(task).map(([key, value]: [string, unknown]): [string, unknown] => {
    if (key === recorded?.of && typeof value === 'string' && drawText(value, draw) !== value) onFailure?.(STAYS_AS_WRITTEN);
    if (key === 'kind' || key === recorded?.field || key === recorded?.of) return [key, value];
    const drawn = drawAll(value, draw, onFailure);
    return [key, typeof drawn === 'string' && expressions.some((each) => each === key) ? numberOf(drawn, draw, onFailure) : drawn];
  });
  return Object.fromEntries(entries) as T;
}

function drawAll(value: unknown, draw: Draw, onFailure?: OnFailure): unknown {
  if (typeof value === 'string') return drawText(value, draw, onFailure);
  if (Array.isArray(value)) return value.map((each) => drawAll(each, draw, onFailure));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, drawAll(each, draw, onFailure)]));
}

/** A number, or a formula with the values: `n * price`. */
function numberOf(written: string, draw: Draw, onFailure: OnFailure = () => undefined): string {
  if (written.trim() === '' || onlyNumber(written) !== null) return written;
  try {
    return showValue(evaluate(written, draw));
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    onFailure(`${written.trim()} can’t be calculated. ${error.message}`);
    return written;
  }
}
