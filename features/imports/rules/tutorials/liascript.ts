import type { Cell } from '../cells.ts';
import { endOfFence, type Line, numberedLines } from '../kramdown.ts';
import { findLine, noteHints, questionCell, textPart, type TutorialContext, type TutorialPart } from './parts.ts';

const CHOICE = /^[ \t]{0,8}(?:[-*+][ \t]{1,4})?\[\(([ xX])\)\][ \t]{1,10}(.*)$/;
const SEVERAL = /^[ \t]{0,8}(?:[-*+][ \t]{1,4})?\[\[([ xX])\]\][ \t]{1,10}(.*)$/;
const HINT = /^[ \t]{0,8}\[\[\?\]\][ \t]{1,10}(.*)$/;
const TEXT = /^[ \t]{0,8}\[\[([^[\]]{1,500})\]\][ \t]*$/;
const SOLUTION = /^[ \t]{0,8}\*{3,}[ \t]*$/;
const FENCE = /^[ \t]{0,8}(`{3,}|~{3,})/;
/** What quizzes of LiaScript begin with, and nothing else does. */
const LIASCRIPT = /^[ \t]{0,8}(?:[-*+][ \t]{1,4})?(?:\[\([ xX]\)\]|\[\[[xX]\]\])[ \t]|^[ \t]{0,8}\[\[\?\]\][ \t]/m;
const HEADER = /^[ \t]{0,8}(?:narrator|language|version|import|script)[ \t]{0,8}:/m;

interface Option {
  readonly label: string;
  readonly isRight: boolean;
}

/** A course of LiaScript with quizzes; null: another document. */
export function readLiascript(text: string, context: TutorialContext): TutorialPart[] | null {
  const [comment = ''] = text.trimStart().startsWith('<!--') ? text.slice(0, 6_000).split('-->', 1) : [];
  const hasHeader = HEADER.test(comment);
  if (!hasHeader && !LIASCRIPT.test(text)) return null;
  const lines = numberedLines(text);
  const parts: TutorialPart[] = [];
  let waiting: Line[] = [];
  // Other documents may have the same signs in their listings.
  let isSure = hasHeader;
  const addText = () => {
    if (waiting.some((line) => line.text.trim() !== '')) parts.push(textPart(waiting));
    waiting = [];
  };
  for (let at = 0; at < lines.length;) {
    const line = lines[at] as Line;
    const marks = FENCE.exec(line.text)?.[1];
    const end = marks === undefined ? at : endOfFence(lines, at, marks);
    const quiz = marks === undefined ? readQuiz(lines, at) : null;
    if (quiz === null) {
      const next = Math.max(end, at + 1);
      waiting.push(...lines.slice(at, next));
      at = next;
      continue;
    }
    addText();
    isSure ||= quiz.options.length > 0 || quiz.hints.length > 0;
    parts.push({ kind: 'cells', cells: cellsOf(quiz, context.placeOf(line.from), context) });
    at = quiz.end;
  }
  addText();
  return isSure ? parts : null;
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
  // `[[one|(two)|three]]` is a menu, whose right choice is in parentheses.
  const choices = given.split('|').map((choice) => choice.trim());
  const right = choices.findIndex((choice) => /^\(.+\)$/.test(choice));
  if (choices.length > 1 && right >= 0)
    return [
      questionCell(
        place,
        {
          options: choices.map((choice, index) => ({
            label: index === right ? choice.slice(1, -1) : choice,
            valid: index === right,
            feedback_message: '',
            skill_uuid: null,
          })),
        },
        note,
      ),
    ];
  return [questionCell(place, { task: { kind: 'text', answers: [{ text: given.trim(), match: 'ignore-case' }], feedback: [] } }, note)];
}
