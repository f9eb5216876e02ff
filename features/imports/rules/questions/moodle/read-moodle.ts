import { elementIn, elementsIn, textIn, type XmlElement } from '#platform/content/xml/read-xml.ts';
import type { ImportedDocument } from '../../cells.ts';
import { fromBase64 } from '../../extract-images.ts';
import { blanksDraft, type ForeignGap, gapMark, withoutGapMarks } from '../blanks.ts';
import { categoryName } from '../category-name.ts';
import {
  choiceDraft,
  type DraftContext,
  matchDraft,
  numberDraft,
  orderDraft,
  PARTS_MAX,
  type QuestionDraft,
  type ScoredAnswer,
  textDraft,
} from '../drafts.ts';
import type { QuestionList } from '../question-list.ts';
import { type ForeignText, foreignText } from '../texts.ts';
import { EMPTY_GAP, readCloze, withoutGaps } from './cloze.ts';

/** Reads questions as Moodle exports them. The first category names the lesson. */
export function readMoodle(quiz: XmlElement, list: QuestionList): ImportedDocument {
  let title = '';
  for (const question of elementsIn(quiz, 'question')) {
    const type = question.attributes['type'] ?? '';
    if (type !== 'category') {
      readQuestion(question, type, list);
      continue;
    }
    const name = categoryName(textIn(elementIn(question, 'category'), 'text'));
    title ||= name;
    // Learners don't see it in Moodle.
    if (textIn(elementIn(question, 'info'), 'text').trim() !== '') list.report.count('categories', name || 'Category');
  }
  return list.finish(title);
}

/** A text with the images that are embedded beside it. */
function textOf(element: XmlElement): ForeignText {
  const format = element.attributes['format'] ?? 'html';
  const text = textIn(element, 'text');
  const files = new Map(
    elementsIn(element, 'file').map((file) => {
      const path = `${file.attributes['path'] ?? '/'}${file.attributes['name'] ?? ''}`.replace(/^\/+/, '');
      return [path, fromBase64(textIn(file)) ?? new Uint8Array()];
    }),
  );
  // Moodle's own format is HTML in which line ends are line breaks.
  if (format === 'moodle_auto_format') return { text: text.replaceAll(/\r?\n/g, '<br>'), format: 'html', files };
  return { text, format: format === 'markdown' ? 'markdown' : format === 'plain_text' ? 'plain' : 'html', files };
}

function readQuestion(question: XmlElement, type: string, list: QuestionList): void {
  const name = textIn(elementIn(question, 'name'), 'text');
  const written = elementIn(question, 'questiontext');
  const text = written ? textOf(written) : foreignText('');
  const isHidden = textIn(question, 'hidden').trim() === '1';
  if (type === 'description') {
    if (isHidden) return list.report.count('hidden', name);
    return list.addText(name, list.texts.markdown(text, name), name);
  }
  const context = list.next();
  const { place, report } = context;
  if (isHidden) return report.count('hidden', place);
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  const reading = { question, text, list, context };
  const draft = read ? read(reading) : null;
  if (!draft) return list.addUnknown(name, type || 'unknown', list.texts.markdown(textWithoutAnswers(reading, type), place), context);
  countExtras(question, list, context);
  list.add(name, draft, context);
}

/** The text of a question that can't be imported, without the answers that some kinds have in it. */
function textWithoutAnswers({ question, text, context }: Reading, type: string): ForeignText {
  const [open = '[', close = ']'] = textIn(question, 'delimitchars').trim();
  // “The [cat] sleeps”: learners type the words in brackets.
  if (type === 'gapfill') return { ...text, text: withoutBrackets(text.text, open, close) };
  // They pick them among all words.
  if (type === 'wordselect') return { ...text, text: text.text.replaceAll(open, '').replaceAll(close, '') };
  const shown = withoutGaps(text.text);
  if (shown.isCut) context.report.note(context.place, 'A gap in the text has no end. The text from there on was left out.');
  return { ...text, text: shown.text };
}

function withoutBrackets(text: string, open: string, close: string): string {
  const [first = '', ...others] = text.split(open);
  const behind = (piece: string) => (piece.includes(close) ? piece.slice(piece.indexOf(close) + close.length) : '');
  return [first, ...others.map((piece) => `${EMPTY_GAP}${behind(piece)}`)].join('');
}

function countExtras(question: XmlElement, list: QuestionList, { place, report }: DraftContext): void {
  const isFilled = (name: string) => {
    const element = elementIn(question, name);
    return element !== undefined && list.texts.line(textOf(element), place) !== '';
  };
  const number = (name: string, otherwise: number) => Number(textIn(question, name).trim() || otherwise);
  if (number('penalty', 0) > 0) report.count('penalties', place);
  if (number('defaultgrade', 1) !== 1) report.count('points', place);
  if (isFilled('generalfeedback') || FEEDBACK.some(isFilled)) report.count('general', place);
  if (elementsIn(question, 'hint').some((hint) => textIn(hint, 'text').trim() !== '')) report.count('hints', place);
  if (elementsIn(question, 'tags').some((tags) => elementsIn(tags, 'tag').length > 0)) report.count('tags', place);
}

const FEEDBACK = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'];

interface Reading {
  readonly question: XmlElement;
  readonly text: ForeignText;
  readonly list: QuestionList;
  readonly context: DraftContext;
}

/** The kinds of Moodle that lessons have. Null: this one has no equal. */
const READERS: Readonly<Record<string, (reading: Reading) => QuestionDraft | null>> = {
  multichoice: (reading) => {
    const isMultiple = /^(?:false|0)$/.test(textIn(reading.question, 'single').trim());
    return choiceDraft(markdownOf(reading), answersOf(reading, 'markdown'), isMultiple, reading.context);
  },
  truefalse: (reading) => {
    const answers = answersOf(reading, 'plain').map((answer) => ({ ...answer, text: answer.text === 'true' ? 'True' : 'False' }));
    return choiceDraft(markdownOf(reading), answers, false, reading.context);
  },
  shortanswer: (reading) => {
    const isCased = textIn(reading.question, 'usecase').trim() === '1';
    return textDraft(markdownOf(reading), answersOf(reading, 'plain'), isCased, reading.context);
  },
  numerical: (reading) => numberDraft(markdownOf(reading), answersOf(reading, 'plain'), unitOf(reading), reading.context),
  matching: readMatching,
  ordering: readOrdering,
  multianswer: readEmbedded,
  cloze: readEmbedded,
  gapselect: (reading) => readMissingWords(reading, 'selectoption'),
  ddwtos: (reading) => readMissingWords(reading, 'dragbox'),
};

function markdownOf({ text, list, context }: Reading): string {
  return list.texts.markdown(text, context.place);
}

function answersOf({ question, list, context }: Reading, format: 'markdown' | 'plain'): ScoredAnswer[] {
  const { texts } = list;
  return elementsIn(question, 'answer').map((answer) => {
    const own = textOf(answer);
    const feedback = elementIn(answer, 'feedback');
    const tolerance = textIn(answer, 'tolerance').trim();
    return {
      // A typed answer is plain text, whatever its format says.
      text: format === 'markdown' ? texts.markdown(own, context.place) : texts.line({ ...own, format: 'plain' }, context.place),
      share: Number(answer.attributes['fraction'] ?? 0) / 100,
      feedback: feedback ? texts.markdown(textOf(feedback), context.place) : '',
      ...(tolerance !== '' && { tolerance }),
    };
  });
}

/** The unit that learners must type; empty: none, or they may leave it out. */
function unitOf({ question, context: { place, report } }: Reading): string {
  const units = elementsIn(question, 'units').flatMap((each) => elementsIn(each, 'unit'));
  const named = units.map((unit) => ({ name: textIn(unit, 'unit_name').trim(), factor: Number(textIn(unit, 'multiplier').trim() || 1) }));
  if (named.length === 0) return '';
  const isGraded = Number(textIn(question, 'unitgradingtype').trim() || 0) > 0;
  const base = named.find(({ factor }) => factor === 1) ?? named[0];
  const others = named.filter((unit) => unit !== base);
  if (!isGraded)
    report.note(
      place,
      `Learners may add the unit ${named
        .map(({ name }) => name)
        .join(' or ')
        .slice(0, 100)} in Moodle. Here, they type only the number.`,
    );
  else if (others.length > 0)
    report.note(
      place,
      `Only the unit ${base?.name} is accepted. Others were left out: ${others
        .map(({ name }) => name)
        .join(', ')
        .slice(0, 200)}.`,
    );
  return isGraded ? (base?.name ?? '') : '';
}

function readMatching(reading: Reading): QuestionDraft {
  const { texts } = reading.list;
  const { place } = reading.context;
  const pairs = elementsIn(reading.question, 'subquestion').map((pair) => {
    const right = elementIn(pair, 'answer');
    return { left: texts.markdown(textOf(pair), place), right: right ? texts.markdown({ ...textOf(right), format: 'plain' }, place) : '' };
  });
  return matchDraft(markdownOf(reading), pairs);
}

/** The answers are in their order; how much each counts is its position in newer files. */
function readOrdering(reading: Reading): QuestionDraft {
  const { question, context, list } = reading;
  const { place, report } = context;
  if (!/^(?:0|ALL)?$/.test(textIn(question, 'selecttype').trim()))
    report.note(place, 'Moodle asks for some of the lines. Here, learners order all of them.');
  const lines = elementsIn(question, 'answer').map((answer) => ({
    at: Number(answer.attributes['fraction']),
    ...list.texts.codeOrLine(textOf(answer), place),
  }));
  const isNumbered = new Set(lines.map(({ at }) => at)).size === lines.length;
  const sorted = isNumbered ? lines.toSorted((one, other) => one.at - other.at) : lines;
  return orderDraft(
    markdownOf(reading),
    sorted.map(({ text }) => text),
    lines.every(({ isCode }) => isCode),
  );
}

function readEmbedded({ text, list, context }: Reading): QuestionDraft | null {
  const cloze = readCloze(withoutGapMarks(text.text), gapMark, list.texts, context.place);
  return cloze && blanksDraft({ ...text, text: cloze.text }, cloze.gaps, list.texts, context);
}

/** A text with `[[1]]`, the first of its choices, and those of the same group. */
function readMissingWords({ question, text, list, context }: Reading, name: string): QuestionDraft | null {
  const choices = elementsIn(question, name).map((choice) => ({
    group: textIn(choice, 'group').trim() || '1',
    text: list.texts.line(textOf(choice), context.place),
  }));
  if (choices.length > PARTS_MAX) return null;
  const gaps: ForeignGap[] = [];
  const marked = withoutGapMarks(text.text).replaceAll(/\[\[(\d{1,4})\]\]/g, (whole, number: string) => {
    const right = choices[Number(number) - 1];
    if (!right) return whole;
    const others = choices.filter((choice) => choice.group === right.group && choice.text !== right.text);
    const answers = [right, ...others].map((choice) => ({ text: choice.text, share: choice === right ? 1 : 0, feedback: '' }));
    return gapMark(gaps.push({ type: 'menu', answers }) - 1);
  });
  return blanksDraft({ ...text, text: marked }, gaps, list.texts, context);
}
