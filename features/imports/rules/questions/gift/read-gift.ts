import type { ImportedDocument } from '../../cells.ts';
import { categoryName } from '../category-name.ts';
import { choiceDraft, type DraftContext, matchDraft, numberDraft, type QuestionDraft, type ScoredAnswer, textDraft } from '../drafts.ts';
import type { QuestionList } from '../question-list.ts';
import { shortNumber } from '../short-number.ts';
import { type ForeignText, foreignText } from '../texts.ts';

/** Characters with a backslash before them mean themselves. They are exchanged for others while a question is taken apart. */
const ESCAPED = '~=#{}:';
const FIRST_ESCAPED = 0xe010;

function hideEscapes(text: string): string {
  return text.replaceAll(/[\uE010-\uE01F]/g, '').replaceAll(/\\([~=#{}:n\\])/g, (_, sign: string) => {
    if (sign === 'n') return '\n';
    return sign === '\\' ? '\uE01F' : String.fromCharCode(FIRST_ESCAPED + ESCAPED.indexOf(sign));
  });
}

function shown(text: string): string {
  return text
    .replaceAll(/[\uE010-\uE015]/g, (sign) => ESCAPED[sign.charCodeAt(0) - FIRST_ESCAPED] ?? '')
    .replaceAll('\uE01F', '\\')
    .trim();
}

/** Reads questions in GIFT, the text format of Moodle: blank lines are between them. */
export function readGift(text: string, list: QuestionList): ImportedDocument {
  let title = '';

  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  const questions: string[][] = [[]];
  for (const line of lines) {
    const category = /^\s*\$CATEGORY:(.*)$/.exec(line)?.[1];
    if (category !== undefined) title ||= categoryName(category.trim());
    const isComment = line.trimStart().startsWith('//');
    if (isComment || category !== undefined) continue;
    if (line.trim() === '') questions.push([]);
    else questions.at(-1)?.push(line);
  }
  for (const question of questions) if (question.length > 0) readQuestion(hideEscapes(question.join('\n')), list);
  return list.finish(title);
}

interface Reading {
  readonly text: string;
  readonly list: QuestionList;
  readonly context: DraftContext;
  /** Of the question; an answer can have its own. */
  readonly format: ForeignText['format'];
}

function readQuestion(written: string, list: QuestionList): void {
  const context = list.next();
  const { place, report } = context;
  const [, name = '', rest = ''] = /^\s*(?:::([^]*?)::)?([^]*)$/.exec(written) ?? [];
  const { format, text } = withFormat(rest, 'html');
  const begin = text.indexOf('{');
  const end = text.lastIndexOf('}');
  const title = shown(name);
  const markdown = (source: string) => markdownOf(source, { list, context, format });
  if (begin < 0 || end < begin) return list.addText(title, markdown(text), place);
  const after = text.slice(end + 1);
  const stem = after.trim() === '' ? text.slice(0, begin) : `${text.slice(0, begin)}_____${after}`;
  const [answers = '', general = ''] = text.slice(begin + 1, end).split('####', 2);
  if (general.trim() !== '') report.count('general', place);
  const draft = draftOf(answers.trim(), { text: markdown(stem), list, context, format });
  if (draft) list.add(title, draft, context);
  else list.addUnknown(title, 'essay', markdown(stem), context);
}

/** `[html]` and the like before a text. */
function withFormat(text: string, otherwise: ForeignText['format']): { format: ForeignText['format']; text: string } {
  const found = /^\s*\[(html|moodle|plain|markdown)\]/.exec(text);
  if (!found) return { format: otherwise, text };
  const format = found[1] === 'plain' ? 'plain' : found[1] === 'markdown' ? 'markdown' : 'html';
  return { format, text: text.slice(found[0].length) };
}

function markdownOf(source: string, { list, context, format }: Omit<Reading, 'text'>): string {
  const own = withFormat(source, format);
  const text = shown(own.text);
  // Line ends are line breaks, as in Moodle.
  return list.texts.markdown(foreignText(own.format === 'html' ? text.replaceAll('\n', '<br>') : text, own.format), context.place);
}

/** Null: learners write a free text. */
function draftOf(answers: string, reading: Reading): QuestionDraft | null {
  const { text, context } = reading;
  if (answers === '') return null;
  const boolean = /^(T|TRUE|F|FALSE)\s*(?:#([^#]*))?(?:#([^#]*))?$/i.exec(answers);
  if (boolean) return trueFalse(boolean, reading);
  if (answers.startsWith('#')) return numberDraft(text, numbersIn(answers.slice(1), reading), '', context);
  const parts = partsOf(answers);
  if (parts.length > 0 && parts.every(({ sign, rest }) => sign === '=' && rest.includes('->'))) return pairs(parts, reading);
  const isChoice = parts.some(({ sign }) => sign === '~');
  const scored = parts.map((part) => scoredAnswer(part, reading, isChoice));
  if (!isChoice) return textDraft(text, scored, false, context);
  return choiceDraft(
    text,
    scored,
    parts.every(({ sign }) => sign === '~') && scored.filter(({ share }) => share > 0).length !== 1,
    context,
  );
}

function trueFalse([, value = '', wrong = '', right = '']: RegExpExecArray, reading: Reading): QuestionDraft {
  const isTrue = value.toUpperCase().startsWith('T');
  const answers = [true, false].map((each): ScoredAnswer => ({
    text: each ? 'True' : 'False',
    share: each === isTrue ? 1 : 0,
    feedback: markdownOf(each === isTrue ? right : wrong, reading),
  }));
  return choiceDraft(reading.text, answers, false, reading.context);
}

interface Part {
  readonly sign: string;
  /** `%50%`, as 50; null: not given. */
  readonly percent: number | null;
  readonly rest: string;
  readonly feedback: string;
}

/** Answers, each behind `=` or `~`. */
function partsOf(answers: string): Part[] {
  return [...answers.matchAll(/([=~])([^=~]*)/g)].map(([, sign = '', written = '']) => {
    const [, percent, content = ''] = /^\s*(?:%(-?\d{1,3}(?:\.\d{1,7})?)%)?([^]*)$/.exec(written) ?? [];
    const at = content.indexOf('#');
    const [rest, feedback] = at < 0 ? [content, ''] : [content.slice(0, at), content.slice(at + 1)];
    return { sign, percent: percent === undefined ? null : Number(percent), rest, feedback };
  });
}

function scoredAnswer({ sign, percent, rest, feedback }: Part, reading: Reading, isChoice: boolean): ScoredAnswer {
  return {
    text: isChoice ? markdownOf(rest, reading) : shown(rest).replaceAll(/\s+/g, ' '),
    share: (percent ?? (sign === '=' ? 100 : 0)) / 100,
    feedback: markdownOf(feedback, reading),
  };
}

function pairs(parts: readonly Part[], reading: Reading): QuestionDraft {
  const sides = parts.map(({ rest }) => {
    const at = rest.indexOf('->');
    return { left: markdownOf(rest.slice(0, at), reading), right: markdownOf(rest.slice(at + 2), { ...reading, format: 'plain' }) };
  });
  return matchDraft(reading.text, sides);
}

/** `3.14:0.01`, `3..4`, or several behind `=`. */
function numbersIn(answers: string, reading: Reading): ScoredAnswer[] {
  const isList = /^\s*[=~]/.test(answers);
  return partsOf(isList ? answers : `=${answers}`).map((part) => {
    const { share, feedback } = scoredAnswer(part, reading, false);
    return { share, feedback, ...numberOf(shown(part.rest)) };
  });
}

function numberOf(written: string): { text: string; tolerance?: string } {
  const [from, to] = written.split('..', 2).map(Number);
  if (from !== undefined && to !== undefined && Number.isFinite(from) && Number.isFinite(to))
    return { text: shortNumber((from + to) / 2), tolerance: shortNumber(Math.abs(to - from) / 2) };
  const [value = '', tolerance] = written.split(':', 2);
  return { text: value.trim() === '' ? '*' : value.trim(), ...(tolerance !== undefined && { tolerance: tolerance.trim() }) };
}
