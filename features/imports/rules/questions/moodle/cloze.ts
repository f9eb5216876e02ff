import type { ForeignGap } from '../blanks.ts';
import type { ScoredAnswer } from '../drafts.ts';
import { foreignText, type QuestionTexts } from '../texts.ts';

/** What learners see of a gap in a question that can't be imported. */
export const EMPTY_GAP = '____';

/** A gap of Moodle in a text: `{1:SHORTANSWER:=Berlin~%50%Bonn#Not any more}`. */
interface WrittenGap {
  readonly from: number;
  readonly to: number;
  /** `SHORTANSWER`, or what else is written there; empty: the gap has no end. */
  readonly type: string;
  readonly answers: string;
}

const TYPES: Readonly<Record<string, { readonly type: ForeignGap['type']; readonly isCased?: true }>> = {
  SHORTANSWER: { type: 'text' },
  SA: { type: 'text' },
  MW: { type: 'text' },
  SHORTANSWER_C: { type: 'text', isCased: true },
  SAC: { type: 'text', isCased: true },
  MWC: { type: 'text', isCased: true },
  NUMERICAL: { type: 'number' },
  NM: { type: 'number' },
  ...Object.fromEntries(
    [
      'MULTICHOICE',
      'MC',
      'MULTICHOICE_S',
      'MCS',
      'MULTICHOICE_V',
      'MCV',
      'MULTICHOICE_VS',
      'MCVS',
      'MULTICHOICE_H',
      'MCH',
      'MULTICHOICE_HS',
      'MCHS',
    ].map((name) => [name, { type: 'menu' }] as const),
  ),
};

const START = /\{\d{0,9}:([A-Z_]{2,20}):/y;

/** The gaps of a text, also those of kinds that plugins of Moodle add. One that has no end takes the rest of the text. */
function gapsIn(text: string): WrittenGap[] {
  const gaps: WrittenGap[] = [];
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    START.lastIndex = at;
    const [start, type = ''] = START.exec(text) ?? [];
    if (start === undefined) continue;
    const end = endOf(text, at + start.length);
    if (end < 0) {
      gaps.push({ from: at, to: text.length, type: '', answers: '' });
      break;
    }
    gaps.push({ from: at, to: end + 1, type, answers: text.slice(at + start.length, end) });
    at = end;
  }
  return gaps;
}

function endOf(text: string, from: number): number {
  let at = text.indexOf('}', from);
  while (at > 0 && isEscaped(text, at)) at = text.indexOf('}', at + 1);
  return at;
}

/** Whether an odd number of backslashes is before a place. */
function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === '\\') from--;
  return (at - from) % 2 === 1;
}

/** A text without its gaps, whose answers learners don't see. `isCut`: the last one has no end, so the rest of the text is gone with it. */
export function withoutGaps(text: string): { text: string; isCut: boolean } {
  const gaps = gapsIn(text);
  let shown = '';
  let from = 0;
  for (const gap of gaps) {
    shown += `${text.slice(from, gap.from)}${EMPTY_GAP}`;
    from = gap.to;
  }
  return { text: shown + text.slice(from), isCut: gaps.at(-1)?.type === '' };
}

/**
 * The gaps of a cloze question, and its text with marks in their place. Null: a gap is of a kind that lessons don't have, or has no end.
 *
 * @param markOf the mark of a gap, by its number from 0
 */
export function readCloze(
  text: string,
  markOf: (index: number) => string,
  texts: QuestionTexts,
  place: string,
): { text: string; gaps: ForeignGap[] } | null {
  const written = gapsIn(text);
  let marked = '';
  let from = 0;
  const gaps: ForeignGap[] = [];
  for (const [index, gap] of written.entries()) {
    const kind = TYPES[gap.type];
    if (!kind) return null;
    const answers = splitAnswers(gap.answers).map((each) => readAnswer(each, kind.type === 'number', texts, place));
    gaps.push(kind.type === 'text' ? { type: 'text', answers, isCased: kind.isCased === true } : { type: kind.type, answers });
    marked += text.slice(from, gap.from) + markOf(index);
    from = gap.to;
  }
  return { text: marked + text.slice(from), gaps };
}

/** Splits at a sign that has no backslash before it. */
function splitAt(text: string, sign: string): string[] {
  const parts: string[] = [];
  for (const part of text.split(sign)) {
    const last = parts.at(-1);
    if (last !== undefined && isEscaped(last, last.length)) parts[parts.length - 1] = `${last}${sign}${part}`;
    else parts.push(part);
  }
  return parts;
}

function splitAnswers(text: string): string[] {
  return splitAt(text, '~').filter((part) => part !== '');
}

function readAnswer(written: string, isNumber: boolean, texts: QuestionTexts, place: string): ScoredAnswer {
  const [, right, percent, rest = ''] = /^\s*(?:(=)|%(-?\d{1,3}(?:\.\d{1,7})?)%)?(.*)$/s.exec(written) ?? [];
  const [answer = '', ...feedback] = splitAt(rest, '#');
  const plain = texts.line(foreignText(withoutEscapes(answer)), place);
  const [value = '', tolerance] = isNumber ? plain.split(':') : [plain];
  return {
    text: value.trim(),
    share: right === '=' ? 1 : Number(percent ?? 0) / 100,
    feedback: texts.markdown(foreignText(withoutEscapes(feedback.join('#'))), place),
    ...(tolerance !== undefined && { tolerance: tolerance.trim() }),
  };
}

function withoutEscapes(text: string): string {
  return text.replaceAll(/\\([}#~/"\\])/g, '$1');
}
