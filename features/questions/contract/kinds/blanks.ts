import { codePieces } from '#platform/contract/code-pieces.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { list, listing, span } from './as-markdown.ts';
import type { Given } from './asks.ts';
import { feedbackPaths, feedbackTexts } from './expected-wrong.ts';
import { firstWrong } from './first-wrong.ts';
import { gapsOf, piecesOf, type Gap } from './gaps.ts';
import { verdict, type JudgedTask, type QuestionKind } from './kind.ts';
import { commaWarning, isNear, onlyNumber, onlyNumbers } from './near.ts';
import { foldSpaces, noteOnLookAlike, withoutCase, withKeyboardSigns } from './same-answer.ts';
import { withoutIdleSpaces } from './same-code.ts';
import { shuffledIndexes } from './shuffled.ts';
import type { TaskOf } from './tasks.ts';

type BlanksTask = TaskOf<'blanks'>;

/** As many as a learner can send. */
const GAPS_MAX = 100;
/** Characters of one gap. */
const GAP_TEXT_MAX = 1_000;

/** A text or code with gaps, each a text, a number or a menu. */
export const BLANKS: QuestionKind<'blanks'> = {
  kind: 'blanks',
  label: 'Fill in the blanks',
  description: 'Learners fill gaps in a text or in code.',
  empty: () => ({ kind: 'blanks', text: '', is_code: false, match_case: false, feedback: [] }),
  // It has the answers between its words.
  texts: ({ text, is_code, feedback }) => [
    { path: 'text', label: 'text with gaps', format: is_code ? 'code' : 'plain', shown: 'never', text },
    ...feedbackTexts(feedback),
  ],
  warnings,
  isAnswerable,
  listings: ({ text, is_code }): Record<string, string[]> => (is_code ? { text: betweenGaps(text) } : {}),
  ask: ({ text, is_code }, seed, htmlOf) => ({
    kind: 'blanks',
    is_code,
    pieces: shownPieces(text, seed),
    pieces_html: piecesHtml(text, htmlOf('text')),
  }),
  judge,
  inDocuments: (task, seed) => ({
    asks: 'Fill in the blanks:',
    shown: listing(shownPieces(task.text, seed).map(blankText).join('')),
    answer: list(gapsOf(task.text).map((gap) => span(rightAnswer(gap)))),
  }),
  solution: ({ text }) => gapsOf(text).map(rightAnswer),
  mutants,
};

function isAnswerable({ text }: BlanksTask): boolean {
  const gaps = gapsOf(text);
  return gaps.length > 0 && gaps.length <= GAPS_MAX && gaps.every((gap) => problemOf(gap) === null);
}

function shownPieces(text: string, seed: string) {
  let gaps = 0;
  return piecesOf(text).map((piece) => {
    if (typeof piece === 'string') return piece;
    gaps++;
    if (piece.type !== 'menu') return { choices: null };
    return { choices: shuffledIndexes(piece.choices.length, `${seed}/${gaps}`).map((index) => piece.choices[index] ?? '') };
  });
}

/** One text more than there are gaps. */
function betweenGaps(text: string): string[] {
  const between = [''];
  for (const piece of piecesOf(text)) {
    if (typeof piece === 'string') between.push(`${between.pop()}${piece}`);
    else between.push('');
  }
  return between;
}

function piecesHtml(text: string, listing: SafeHtml): (SafeHtml | null)[] | undefined {
  const html = codePieces(listing, gapsOf(text).length + 1);
  let gaps = 0;
  return html === null ? undefined : piecesOf(text).map((piece) => (typeof piece === 'string' ? (html[gaps] ?? null) : (gaps++, null)));
}

function blankText(piece: ReturnType<typeof shownPieces>[number]): string {
  if (typeof piece === 'string') return piece;
  return piece.choices === null ? '____' : `[${piece.choices.join(' / ')}]`;
}

function rightAnswer(gap: Gap): string {
  if (gap.type === 'number') return gap.value;
  return (gap.type === 'menu' ? gap.choices[0] : gap.answers[0]) ?? '';
}

/** Why a gap can't be filled in rightly. */
function problemOf(gap: Gap): string | null {
  if (gap.type === 'text') return gap.answers.every((answer) => foldSpaces(answer) === '') ? 'accepts no answer yet.' : null;
  if (gap.type === 'menu') return gap.choices.length < 2 ? 'needs at least two choices.' : null;
  if (onlyNumber(gap.value) === null) return `asks for a number, but “${gap.value}” isn’t one.`;
  return toleranceOf(gap.tolerance) === null ? `has the tolerance “${gap.tolerance}”, which is not a number.` : null;
}

const TORN = 'has unmatched brackets. Write \\[[ for brackets that aren’t a gap.';

/** Its brackets don't match, as where a nested list was read as a gap. */
function isTorn(gap: Gap): boolean {
  if (gap.type !== 'text') return false;
  return gap.answers.some((answer) => {
    let depth = 0;
    let least = 0;
    for (const sign of answer) {
      depth += sign === '[' ? 1 : sign === ']' ? -1 : 0;
      least = Math.min(least, depth);
    }
    return least < 0;
  });
}

function toleranceOf(text: string): number | null {
  const tolerance = text === '' ? 0 : onlyNumber(text);
  return tolerance !== null && tolerance >= 0 ? tolerance : null;
}

function warnings(task: BlanksTask): string[] {
  const gaps = gapsOf(task.text);
  if (task.text.trim() === '') return ['The text with gaps is missing.'];
  if (gaps.length === 0) return ['The text has no gaps. Write [[answer]] where learners fill something in.'];
  if (gaps.length > GAPS_MAX) return [`The text has ${gaps.length} gaps. It can have at most ${GAPS_MAX}.`];
  const problems = gaps.map((gap, at) => [`Gap ${at + 1}`, problemOf(gap) ?? (isTorn(gap) ? TORN : null)]);
  const commas = gaps.map((gap, at) => [`Gap ${at + 1}:`, gap.type === 'number' ? commaWarning(gap.value) : null]);
  const accepted = task.feedback.flatMap(({ answer }, at) =>
    answer.trim() !== '' && gaps.every((gap) => isFilled(task, gap, answer)) ? [`Wrong answer ${at + 1} is right in every gap.`] : [],
  );
  return [...[...problems, ...commas].flatMap(([gap, problem]) => (problem === null ? [] : [`${gap} ${problem}`])), ...accepted];
}

/**
 * The forms of a text in which answers are compared: two texts are the same if they share one. Each text is folded once: a learner can send
 * a hundred of them.
 */
function formsOf({ match_case, is_code }: BlanksTask, text: string): string[] {
  const plain = foldSpaces(text);
  const keyed = (form: string) => (is_code ? withoutCase(form) : withKeyboardSigns(withoutCase(form)));
  const cased = (form: string) => (match_case ? form : keyed(form));
  return [`text ${cased(plain)}`, ...(is_code ? [`code ${cased(foldSpaces(withoutIdleSpaces(plain)))}`] : [])];
}

function isFilled(task: BlanksTask, gap: Gap, typed: string, forms: ReadonlySet<string> = new Set(formsOf(task, typed))): boolean {
  if (foldSpaces(typed) === '') return false;
  if (gap.type === 'text') return gap.answers.some((answer) => formsOf(task, answer).some((form) => forms.has(form)));
  if (gap.type === 'menu') return gap.choices[0] !== undefined && foldSpaces(gap.choices[0]) === foldSpaces(typed);
  const [[value], tolerance] = [onlyNumbers(gap.value), toleranceOf(gap.tolerance)];
  return value !== undefined && tolerance !== null && onlyNumbers(typed).some((given) => isNear(value, tolerance, given));
}

function judge(task: BlanksTask, given: Given): JudgedTask {
  const gaps = gapsOf(task.text);
  // A field takes no more, and no gap accepts it.
  const filled = gaps.map((_, at) => given[at] ?? '').map((typed) => (typed.length > GAP_TEXT_MAX ? '' : typed));
  const forms = filled.map((typed) => new Set(formsOf(task, typed)));
  const parts = gaps.map((gap, at) => isFilled(task, gap, filled[at] ?? '', forms[at]));
  const wrong = new Set(forms.flatMap((own, at) => (parts[at] === false && foldSpaces(filled[at] ?? '') !== '' ? [...own] : [])));
  const noNumber = gaps.findIndex(({ type }, at) => type === 'number' && filled[at]?.trim() && onlyNumber(filled[at]) === null);
  return verdict(gaps.length > 0 && parts.every(Boolean), {
    parts,
    feedback: feedbackPaths(task.feedback, (answer) => formsOf(task, answer).some((form) => wrong.has(form))),
    note: noNumber < 0 ? noteOnGap(gaps, filled, parts) : `Enter a number in gap ${noNumber + 1}.`,
  });
}

function noteOnGap(gaps: readonly Gap[], filled: readonly string[], parts: readonly boolean[]): string | null {
  for (const [at, gap] of gaps.entries()) {
    const note = gap.type === 'text' && parts[at] === false ? noteOnLookAlike(gap.answers, filled[at] ?? '') : null;
    if (note !== null) return `Gap ${at + 1}: ${note}`;
  }
  return null;
}

function mutants(task: BlanksTask): Given[] {
  if (!isAnswerable(task)) return [];
  const gaps = gapsOf(task.text);
  const right = gaps.map(rightAnswer);
  const byGap = gaps.map((gap, at) =>
    firstWrong(wrongAnswers(gap, right[at] ?? '', right), (typed) => isFilled(task, gap, typed)).map((typed) => right.with(at, typed)),
  );
  // In turns, so that each gap has its share of the twenty.
  const longest = Math.max(0, ...byGap.map((all) => all.length));
  return Array.from({ length: longest }, (_, turn) => byGap.flatMap((all) => all.slice(turn, turn + 1)))
    .flat()
    .slice(0, 20);
}

function wrongAnswers(gap: Gap, right: string, others: readonly string[]): string[] {
  if (gap.type === 'menu') return [...gap.choices.slice(1), ''];
  if (gap.type === 'number') {
    const value = onlyNumber(gap.value) ?? 0;
    return [value * 10, value / 10, -value, value + 1, value - 1, value * 2].map(String).concat('', 'abc', ...others);
  }
  const letters = Array.from(right);
  return ['', `${right}x`, `x${right}`, `${right}${right}`, ...others, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))];
}
