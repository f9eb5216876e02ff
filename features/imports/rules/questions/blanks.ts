import { type Gap, textWithGaps } from '#features/questions/contract/kinds/gaps.ts';
import { plainText } from '#platform/content/rich-text/inline-texts.ts';
import type { Block } from '#platform/content/rich-text/rich-text.ts';
import type { DraftContext, QuestionDraft, ScoredAnswer } from './drafts.ts';
import { rightNumber } from './drafts.ts';
import type { ForeignText, QuestionTexts } from './texts.ts';

/** A gap of another system. */
export type ForeignGap =
  | { readonly type: 'text'; readonly answers: readonly ScoredAnswer[]; readonly isCased: boolean }
  | { readonly type: 'number' | 'menu'; readonly answers: readonly ScoredAnswer[] };

/** The sign of a gap in HTML: a number between two characters that no text has. */
const [BEGIN, END] = ['\uE000', '\uE001'];
const MARK = new RegExp(`${BEGIN}(\\d{1,5})${END}`);

/** The sign that {@link blanksDraft} finds. */
export function gapMark(index: number): string {
  return `${BEGIN}${index}${END}`;
}

/** A text without what looks like a gap's sign. */
export function withoutGapMarks(text: string): string {
  return text.replaceAll(/[\uE000\uE001]/g, '');
}

/**
 * A question with gaps in its text. What is before the first gap stays Markdown; from there on the text is plain, as gaps have it.
 * Null: a gap has no equal here.
 *
 * @param given with {@link gapMark} where gaps are
 */
export function blanksDraft(
  given: ForeignText,
  gaps: readonly ForeignGap[],
  texts: QuestionTexts,
  context: DraftContext,
): QuestionDraft | null {
  const blocks = texts.blocks(given, context.place);
  const first = blocks.findIndex((block) => MARK.test(plainText([block])));
  if (first < 0) return null;
  const last = blocks.findLastIndex((block) => MARK.test(plainText([block])));
  const inside = blocks.slice(first, last + 1);
  const isCode = inside.length === 1 && inside[0]?.type === 'code';
  const rest = isCode ? blocks.slice(last + 1) : [];
  const shown = isCode ? inside : blocks.slice(first);
  noteFormatting(shown, context);
  const text = textWithGaps(piecesWith(shown.map((block) => plainText([block])).join('\n\n'), gaps, context));
  if (text === null) {
    context.report.note(context.place, 'A gap has too many characters.');
    return null;
  }
  return {
    text: texts.markdownOf([...blocks.slice(0, first), ...rest], given, context.place),
    task: { kind: 'blanks', text, is_code: isCode, match_case: isCased(gaps, context), feedback: feedbackOf(gaps, context) },
  };
}

function piecesWith(text: string, gaps: readonly ForeignGap[], context: DraftContext): (string | Gap)[] {
  return text.split(MARK).flatMap((piece, index): (string | Gap)[] => {
    if (index % 2 === 0) return piece === '' ? [] : [piece];
    const gap = gaps[Number(piece)];
    return gap ? [gapOf(gap, context)] : [];
  });
}

function gapOf(gap: ForeignGap, context: DraftContext): Gap {
  if (gap.type === 'number') {
    const { value, tolerance } = rightNumber(gap.answers, context);
    return { type: 'number', value, tolerance };
  }
  const most = Math.max(0, ...gap.answers.map(({ share }) => share));
  const right = gap.answers.filter(({ share }) => share > 0 && share >= Math.min(most, 0.99));
  if (gap.answers.some(({ share }) => share > 0 && share < Math.min(most, 0.99))) context.report.count('partial', context.place);
  if (gap.type === 'menu') {
    if (right.length > 1) context.report.note(context.place, 'A menu has several right choices. Only the first one counts as right.');
    const wrong = gap.answers.filter((answer) => !right.includes(answer));
    return { type: 'menu', choices: [...right.slice(0, 1), ...wrong].map(({ text }) => text) };
  }
  const patterns = right.filter(({ text }) => /(?:^|[^\\])\*/.test(text));
  if (patterns.length > 0)
    context.report.note(
      context.place,
      `A gap has no wildcards. These answers were left out: ${patterns
        .map(({ text }) => text)
        .join(', ')
        .slice(0, 200)}.`,
    );
  return { type: 'text', answers: right.filter((answer) => !patterns.includes(answer)).map(({ text }) => text.replaceAll('\\*', '*')) };
}

function isCased(gaps: readonly ForeignGap[], { place, report }: DraftContext): boolean {
  const cases = new Set(gaps.flatMap((gap) => (gap.type === 'text' ? [gap.isCased] : [])));
  if (cases.size > 1) report.note(place, 'Letter case counts in some gaps of the file. Here, it counts in none of them.');
  return cases.size === 1 && cases.has(true);
}

function feedbackOf(gaps: readonly ForeignGap[], { place, report }: DraftContext): { answer: string; message: string }[] {
  const told = gaps.flatMap(({ type, answers }) =>
    answers.filter(({ feedback }) => feedback.trim() !== '').map((answer) => ({ ...answer, isText: type === 'text' })),
  );
  if (told.some(({ share }) => share >= 0.99)) report.count('right', place);
  const wrong = told.filter(({ share }) => share < 0.99);
  if (wrong.some(isRest)) report.count('other', place);
  const messages = new Map(
    wrong
      .filter((answer) => !isRest(answer))
      .map(({ text, feedback, isText }) => [isText ? text.replaceAll('\\*', '*') : text, feedback] as const),
  );
  return [...messages].map(([answer, message]) => ({ answer, message }));
}

/** Feedback on all answers that no other is about. */
function isRest({ text }: ScoredAnswer): boolean {
  return text.trim() === '*';
}

/** Text with gaps has no formatting and no images. */
function noteFormatting(blocks: readonly Block[], { place, report }: DraftContext): void {
  const isPlain = (block: Block): boolean => {
    if (block.type === 'code') return blocks.length === 1;
    return (
      block.type === 'paragraph' &&
      block.content.every((inline) => inline.type === 'break' || (inline.type === 'text' && inline.marks === 0 && inline.href === null))
    );
  };
  if (!blocks.every(isPlain)) report.note(place, 'The text with gaps was imported without its formatting and images.');
}
