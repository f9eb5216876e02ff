import { onlyNumber } from '#features/questions/contract/kinds/near.ts';
import type { QuestionTask, TaskOf } from '#features/questions/contract/kinds/tasks.ts';
import type { QuestionReport } from './report.ts';

/** A question of another system in our terms; `text` is Markdown. */
export interface QuestionDraft {
  readonly text: string;
  readonly options?: readonly { readonly label: string; readonly feedback_message: string; readonly valid: boolean }[];
  readonly select_type?: 'single' | 'multiple';
  readonly task?: QuestionTask;
}

/** Answers, gaps or interactions of one question. Lessons have fewer, and what reads them compares each with each. */
export const PARTS_MAX = 200;

/** An answer and how much of the points it gives: 1 is all. Feedback is Markdown. */
export interface ScoredAnswer {
  readonly text: string;
  readonly share: number;
  readonly feedback: string;
  /** Of a number. */
  readonly tolerance?: string;
  /** Letter case counts in this text, other than in the question's others. */
  readonly isCased?: boolean;
}

/** A question under construction: where it is, and what it reports. */
export interface DraftContext {
  readonly place: string;
  readonly report: QuestionReport;
}

const FULL = 0.99;

/** The shares with which answers are right: all points, or the most that any answer gives. */
function fullShare(answers: readonly ScoredAnswer[], { place, report }: DraftContext): number {
  const most = Math.max(0, ...answers.map(({ share }) => share));
  if (most > 0 && most < FULL) report.note(place, 'No answer gives all points. The best one counts as right.');
  const full = most >= FULL ? FULL : most || FULL;
  if (answers.some(({ share }) => share > 0 && share < full)) report.count('partial', place);
  if (answers.some(({ share }) => share < 0)) report.count('negative', place);
  return full;
}

/** Of several options, each that gives points is right: together they give all. */
export function choiceDraft(text: string, answers: readonly ScoredAnswer[], isMultiple: boolean, context: DraftContext): QuestionDraft {
  const full = isMultiple ? Number.MIN_VALUE : fullShare(answers, context);
  const right = answers.filter(({ share }) => share >= full);
  if (!isMultiple && right.length > 1)
    context.report.note(context.place, 'Several options are right, and one can be picked. Only the first one counts as right.');
  const valid = new Set(isMultiple ? right : right.slice(0, 1));
  return {
    text,
    select_type: isMultiple ? 'multiple' : 'single',
    options: answers.map((answer) => ({ label: answer.text, feedback_message: answer.feedback, valid: valid.has(answer) })),
  };
}

/** Wrong answers that the author expected, with their feedback. */
function wrongFeedback(
  answers: readonly ScoredAnswer[],
  full: number,
  { place, report }: DraftContext,
): { answer: string; message: string }[] {
  const told = answers.filter(({ feedback }) => feedback.trim() !== '');
  if (told.some(({ share }) => share >= full)) report.count('right', place);
  const wrong = told.filter(({ share }) => share < full);
  if (wrong.some(({ text }) => text.trim() === '*')) report.count('other', place);
  return wrong.filter(({ text }) => text.trim() !== '*').map(({ text, feedback }) => ({ answer: text, message: feedback }));
}

/** @param isCased letter case counts. Texts have `*` for any characters, and `\*` for an asterisk. */
export function textDraft(text: string, answers: readonly ScoredAnswer[], isCased: boolean, context: DraftContext): QuestionDraft {
  const full = fullShare(answers, context);
  const right = answers.filter(({ share }) => share >= full);
  const task: TaskOf<'text'> = {
    kind: 'text',
    answers: right.map((answer) => acceptedText(answer.text, answer.isCased ?? isCased, context)),
    feedback: wrongFeedback(answers, full, context).map((each) => ({ ...each, answer: each.answer.replaceAll('\\*', '*') })),
  };
  return { text, task };
}

function acceptedText(text: string, isCased: boolean, { place, report }: DraftContext): TaskOf<'text'>['answers'][number] {
  const isPattern = /(?:^|[^\\])\*/.test(text);
  if (!isPattern) return { text: text.replaceAll('\\*', '*'), match: isCased ? 'exact' : 'ignore-case' };
  if (isCased) report.note(place, `The answer “${text.slice(0, 100)}” has wildcards, with which letter case doesn’t count.`);
  if (text.includes('\\*')) report.note(place, `Each asterisk of the answer “${text.slice(0, 100)}” stands for any characters.`);
  return { text: text.replaceAll('\\*', '*'), match: 'wildcards' };
}

/** @param unit learners must type it; empty: none */
export function numberDraft(text: string, answers: readonly ScoredAnswer[], unit: string, context: DraftContext): QuestionDraft {
  const { value, tolerance, full } = rightNumber(answers, context);
  const feedback = wrongFeedback(answers, full, context);
  if (feedback.length > 0 && answers.some((answer) => answer.share < full && answer.feedback !== '' && isWide(answer)))
    context.report.note(context.place, 'Feedback on a range of wrong numbers is shown for the number in its middle only.');
  return { text, task: { kind: 'number', value, tolerance, tolerance_type: 'absolute', unit, allows_formula: false, feedback } };
}

function isWide({ tolerance = '' }: ScoredAnswer): boolean {
  return (onlyNumber(tolerance) ?? 0) > 0;
}

/** The number that is right, with its tolerance: the widest, if several are. */
export function rightNumber(answers: readonly ScoredAnswer[], context: DraftContext): { value: string; tolerance: string; full: number } {
  const full = fullShare(answers, context);
  const right = answers.filter(({ share }) => share >= full);
  const width = ({ tolerance = '' }: ScoredAnswer) => onlyNumber(tolerance) ?? 0;
  const [widest] = right.toSorted((one, other) => width(other) - width(one));
  if (!widest) return { value: '', tolerance: '', full };
  const [value, reach] = [onlyNumber(widest.text), width(widest)];
  const isInside = (answer: ScoredAnswer) =>
    Math.abs((onlyNumber(answer.text) ?? Infinity) - (value ?? 0)) + width(answer) <= reach * (1 + 1e-9);
  const others = right.filter((answer) => answer !== widest && answer.text !== widest.text && !isInside(answer));
  if (others.length > 0)
    context.report.note(
      context.place,
      `Only ${widest.text.slice(0, 100)} is accepted. These numbers are right in the file, too: ${others
        .map((each) => each.text)
        .join(', ')
        .slice(0, 200)}.`,
    );
  return { value: widest.text, tolerance: reach === 0 ? '' : (widest.tolerance ?? ''), full };
}

/** Pairs with an empty left side are spare choices. */
export function matchDraft(
  text: string,
  pairs: readonly { readonly left: string; readonly right: string }[],
  spares: readonly string[] = [],
): QuestionDraft {
  const isPair = ({ left }: { readonly left: string }) => left.trim() !== '';
  const rights = new Set(pairs.filter(isPair).map(({ right }) => right));
  const left = [...pairs.filter((pair) => !isPair(pair)).map(({ right }) => right), ...spares];
  return { text, task: { kind: 'match', pairs: pairs.filter(isPair), spares: left.filter((spare) => !rights.has(spare)), feedback: [] } };
}

export function orderDraft(text: string, lines: readonly string[], isCode: boolean, distractors: readonly string[] = []): QuestionDraft {
  const task: TaskOf<'order'> = {
    kind: 'order',
    lines: lines.map((line) => ({ text: line, group: null })),
    distractors: [...distractors],
    checks_indentation: false,
    is_code: isCode,
    accepts_other_orders: false,
    feedback: [],
  };
  return { text, task };
}
