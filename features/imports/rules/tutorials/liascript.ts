import type { Cell } from '../cells.ts';
import { endOfFence, type Line, numberedLines } from '../kramdown.ts';
import { choicesIn, readGapParagraph } from './liascript-gaps.ts';
import { findLine, noteHints, questionCell, textPart, type TutorialContext, type TutorialPart } from './parts.ts';

const CHOICE = /^[ \t]{0,8}(?:[-*+][ \t]{1,4})?\[\(([ xX])\)\][ \t]{1,10}(.*)$/;
const SEVERAL = /^[ \t]{0,8}(?:[-*+][ \t]{1,4})?\[\[([ xX])\]\][ \t]{1,10}(.*)$/;
const HINT = /^[ \t]{0,8}\[\[\?\]\][ \t]{1,10}(.*)$/;
const TEXT = /^[ \t]{0,8}\[\[((?:[^[\]]|\[[^[\]]{0,500}\]){1,500})\]\][ \t]*$/;
const SOLUTION = /^[ \t]{0,8}\*{3,}[ \t]*$/;
const FENCE = /^[ \t]{0,8}(`{3,}|~{3,})/;
const HEADING = /^[ \t]{0,3}#{1,6}[ \t]/;
/** A row of a table of choices, such as `[(X) ( )] Ada`. */
const ROW = /^([ \t]{0,8}(?:[-*+][ \t]{1,4})?)\[(?:\([ xX]\)|\[[ xX]\])(?:[ \t]{0,8}(?:\([ xX]\)|\[[ xX]\])){1,50}\][ \t]{1,10}/;
/** What quizzes of LiaScript begin with, and nothing else does. */
const LIASCRIPT = /^[ \t]{0,8}(?:[-*+][ \t]{1,4})?(?:\[\([ xX]\)[\] \t]|\[\[[xX]\]\])[ \t]?|^[ \t]{0,8}\[\[\?\]\][ \t]/m;
/** Fields of the comment that a course begins with. */
const FIELD = /^[ \t]{0,8}(author|email|version|language|narrator|comment|logo|import|script|link)[ \t]{0,8}:[ \t]{0,8}(\S{0,200})/gm;

/** Macros of a course, which stand in its comment. */
const MACRO = /^[ \t]{0,8}@(?:onload|end)\b/m;
/** Steps, spoken texts and media of slides, which nothing else has. */
const SLIDE = /^[ \t]{0,16}(?:--\{\{\d{1,3}\}\}--|\{\{\d{1,3}(?:-\d{1,3})?\}\}[ \t]*$)|(?:!|\?)\?\[[^[\]\n]{0,200}\]\(/;
/** A text in double brackets, which wikis use for links. */
const BRACKETS = /\[\[([^[\]\n]{1,500})\]\]/g;

interface Option {
  readonly label: string;
  readonly isRight: boolean;
}

/** Whether a document is a course of LiaScript: by its comment, or by marks that nothing else has. */
function isCourse(comment: string, lines: readonly Line[]): boolean {
  const fields = new Map([...comment.matchAll(FIELD)].map(([, name = '', value = '']) => [name, value]));
  if (isCourseHeader(fields) || MACRO.test(comment)) return true;
  return hasLine(lines, (text) => SLIDE.test(text) || isMenu(text, fields.size > 0) || (fields.size > 0 && isGapLine(text)));
}

/** Whether a line outside of listings is one. */
function hasLine(lines: readonly Line[], isOne: (text: string) => boolean): boolean {
  for (let at = 0; at < lines.length;) {
    const { text } = lines[at] as Line;
    const marks = FENCE.exec(text)?.[1];
    if (marks === undefined && isOne(text)) return true;
    at = marks === undefined ? at + 1 : Math.max(endOfFence(lines, at, marks), at + 1);
  }
  return false;
}

/** A gap with choices, `[[one|(two)]]`. A wiki may have links that look like it inside of a line. */
function isMenu(text: string, isInside: boolean): boolean {
  if (!isInside) return choicesIn(TEXT.exec(text)?.[1] ?? '') !== null;
  return [...text.matchAll(BRACKETS)].some(([, inner = '']) => choicesIn(inner) !== null);
}

/** A gap on its own line, as courses indent it. In other documents, that is a listing: of a shell, it begins with a space, `[[ -f x ]]`. */
function isGapLine(text: string): boolean {
  return /^(?: {4}|\t)/.test(text) && /^\S(?:.*\S)?$/.test(TEXT.exec(text)?.[1] ?? '');
}

/**
 * Whether a document begins like a course. Comments of other documents name versions and authors, too: a narrator, an address that is
 * imported, or the language of the texts beside another field is what only courses have.
 */
function isCourseHeader(fields: ReadonlyMap<string, string>): boolean {
  if (fields.has('narrator')) return true;
  if (['import', 'script', 'link'].some((name) => /^https?:/i.test(fields.get(name) ?? ''))) return true;
  return fields.size > 1 && /^[a-z]{2}(?:-[a-z]{2})?$/i.test(fields.get('language') ?? '');
}

/** A course of LiaScript with quizzes; null: another document. */
export function readLiascript(text: string, context: TutorialContext): TutorialPart[] | null {
  const end = text.trimStart().startsWith('<!--') ? text.indexOf('-->') : -1;
  const comment = end < 0 ? '' : text.slice(0, end);
  const lines = numberedLines(text);
  const isKnown = isCourse(comment, lines);
  if (!isKnown && !LIASCRIPT.test(text)) return null;
  const behindComment = comment === '' ? 0 : comment.split('\n').length;
  const parts: TutorialPart[] = [];
  let waiting: Line[] = lines.slice(0, behindComment);
  // Other documents may have the same signs in their listings, and links in double brackets.
  let isSure = false;
  let hasQuiz = false;
  const addText = () => {
    if (waiting.some((line) => line.text.trim() !== '')) parts.push(textPart(waiting));
    waiting = [];
  };
  const addCells = (cells: readonly Cell[]) => {
    addText();
    parts.push({ kind: 'cells', cells });
    hasQuiz = true;
  };
  for (let at = behindComment; at < lines.length;) {
    const line = lines[at] as Line;
    const place = context.placeOf(line.from);
    const marks = FENCE.exec(line.text)?.[1];
    const quiz = marks === undefined ? readQuiz(lines, at) : null;
    if (quiz !== null) {
      isSure ||= quiz.options.length > 0 || quiz.hints.length > 0;
      addCells(cellsOf(quiz, place, context));
      at = quiz.end;
      continue;
    }
    const next = marks === undefined ? endOfParagraph(lines, at) : Math.max(endOfFence(lines, at, marks), at + 1);
    const paragraph = lines.slice(at, next);
    const gaps = marks === undefined ? readGapParagraph(paragraph.map((each) => each.text).join('\n')) : null;
    const shown = marks === undefined ? withoutRows(paragraph) : paragraph;
    at = next;
    if (shown !== paragraph) {
      [isSure, hasQuiz] = [true, true];
      context.note(place, 'A table of choices has no counterpart. Only its texts were imported.');
    }
    if (gaps === null) waiting.push(...shown);
    else if (gaps.task !== null) {
      context.note(place, 'Text with gaps has no formatting and no images here.');
      addCells([questionCell(place, { question: 'Fill in the blanks.', task: gaps.task }, context.note)]);
    } else {
      hasQuiz = true;
      context.note(place, 'A gap has too many characters. The text was imported without its answers.');
      waiting.push(...gaps.shown.split('\n').map((each) => ({ text: each, from: line.from })));
    }
  }
  addText();
  return hasQuiz && (isSure || isKnown) ? parts : null;
}

/** The index behind the lines that belong together, up to a blank line, a listing or a quiz. */
function endOfParagraph(lines: readonly Line[], start: number): number {
  const isEnd = ({ text }: Line) => text.trim() === '' || [HEADING, FENCE, CHOICE, SEVERAL, TEXT].some((pattern) => pattern.test(text));
  let end = start + 1;
  if (HEADING.test(lines[start]?.text ?? '')) return end;
  while (end < lines.length && !isEnd(lines[end] as Line)) end++;
  return end;
}

/** Rows of a table of choices without the marks of the right ones; the same lines if there are none. */
function withoutRows(lines: readonly Line[]): readonly Line[] {
  if (!lines.some(({ text }) => ROW.test(text))) return lines;
  return lines.map((line) => ({ ...line, text: line.text.replace(ROW, '$1') }));
}

interface Quiz {
  readonly options: readonly Option[];
  readonly isMultiple: boolean;
  readonly texts: readonly string[];
  readonly hints: readonly string[];
  readonly explanation: string;
  /** The index behind it. */
  readonly end: number;
}

function readQuiz(lines: readonly Line[], start: number): Quiz | null {
  const at = (index: number) => lines[index]?.text ?? '';
  const options: Option[] = [];
  const texts: string[] = [];
  const hints: string[] = [];
  const isMultiple = SEVERAL.test(at(start));
  const pattern = isMultiple ? SEVERAL : CHOICE;
  let end = start;
  for (; ; end++) {
    const [, mark, label = ''] = pattern.exec(at(end)) ?? [];
    if (mark === undefined) break;
    options.push({ label: label.trim(), isRight: mark !== ' ' });
  }
  if (options.length === 0) {
    const given = TEXT.exec(at(start))?.[1];
    if (given === undefined || given.trim() === '' || given === '!' || given === '?') return null;
    texts.push(given);
    end = start + 1;
  }
  for (let hint = HINT.exec(at(end)); hint; hint = HINT.exec(at(++end))) hints.push(hint[1] ?? '');
  const last = SOLUTION.test(at(end)) ? findLine(lines, end + 1, SOLUTION) : -1;
  const explanation =
    last < 0
      ? ''
      : lines
          .slice(end + 1, last)
          .map((line) => line.text)
          .join('\n')
          .trim();
  return { options, isMultiple, texts, hints, explanation, end: last < 0 ? end : last + 1 };
}

function cellsOf({ options, isMultiple, texts, hints, explanation }: Quiz, place: string, { note }: TutorialContext): Cell[] {
  noteHints(note, place, hints);
  if (options.length > 0) {
    const answers = options.map(({ label, isRight }) => ({
      label,
      valid: isRight,
      feedback_message: isRight ? explanation : '',
      skill_uuid: null,
    }));
    return [questionCell(place, { select_type: isMultiple ? 'multiple' : 'single', options: answers }, note)];
  }
  if (explanation !== '') note(place, `The explanation of a solution was left out: ${explanation.slice(0, 300)}`);
  const [given = ''] = texts;
  const choices = choicesIn(given);
  if (choices === null)
    return [questionCell(place, { task: { kind: 'text', answers: [{ text: given.trim(), match: 'ignore-case' }], feedback: [] } }, note)];
  const right = choices.find(({ isRight }) => isRight);
  return [
    questionCell(
      place,
      { options: choices.map((choice) => ({ label: choice.text, valid: choice === right, feedback_message: '', skill_uuid: null })) },
      note,
    ),
  ];
}
