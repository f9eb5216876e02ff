import type { TaskOf } from '#features/questions/contract/kinds/tasks.ts';
import { elementIn, elementsBelow, elementsIn, type XmlElement } from '#platform/content/xml/read-xml.ts';
import { blanksDraft, type ForeignGap, gapMark, withoutGapMarks } from '../blanks.ts';
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
import { foreignText } from '../texts.ts';
import {
  feedbackIn,
  htmlOf,
  INLINE_INTERACTIONS,
  innerFeedback,
  isInteraction,
  type Response,
  responsesIn,
  rightValues,
} from './item-parts.ts';
import { toldAnswers, typedAnswers } from './typed-answers.ts';

interface Item {
  readonly item: XmlElement;
  readonly body: XmlElement;
  readonly responses: ReadonlyMap<string, Response>;
  readonly processing: XmlElement | undefined;
  readonly list: QuestionList;
  readonly context: DraftContext;
}

/** Reads an item of QTI 2: a question for each of its interactions, or one for all gaps of its text. */
export function readItem(item: XmlElement, list: QuestionList): void {
  const title = item.attributes['title'] ?? '';
  const body = elementIn(item, 'itemBody');
  const interactions = body ? [...elementsBelow(body)].filter(isInteraction) : [];
  const blocks = interactions.filter(({ name }) => !INLINE_INTERACTIONS.has(name));
  if (!body || interactions.length === 0)
    return list.addText(title, body ? list.texts.markdown(foreignText(htmlOf(body)), title) : '', title);
  const parts = blocks.length > 0 ? blocks.slice(0, PARTS_MAX) : [null];
  if (blocks.length > PARTS_MAX) list.report.note(title, `Only the first ${PARTS_MAX} questions of the item were read.`);
  for (const [index, interaction] of parts.entries()) {
    const context = list.next();
    const given: Item = { item, body, responses: responsesIn(item), processing: elementIn(item, 'responseProcessing'), list, context };
    if (parts.length > 1 && index === 0)
      context.report.note(context.place, `The item asks ${parts.length} questions. Each has its own verdict here.`);
    if (blocks.length > 0 && blocks.length < interactions.length)
      context.report.note(context.place, 'Gaps in the text of the item were left out.');
    const stem = stemOf(given, interaction, index === 0);
    const read = interaction ? READERS[interaction.name] : readGaps;
    const draft =
      isDrawn(item) || isTooLong(given, interaction) ? null : (read?.({ ...given, interaction: interaction ?? body, stem }) ?? null);
    if (draft) add(title, draft, given);
    else list.addUnknown(title, isDrawn(item) ? 'drawn values' : (interaction?.name ?? 'gaps'), stem, context);
  }
}

function isTooLong({ body, processing }: Item, interaction: XmlElement | null): boolean {
  const parts = interaction
    ? [...elementsBelow(interaction)].filter(({ attributes }) => attributes['identifier'] !== undefined)
    : [...elementsBelow(body)].filter(isInteraction);
  return parts.length > PARTS_MAX || (processing !== undefined && elementsIn(processing).length > PARTS_MAX);
}

function isDrawn(item: XmlElement): boolean {
  return elementsIn(item, 'templateDeclaration').length > 0;
}

function add(title: string, draft: QuestionDraft, { item, responses, processing, list, context }: Item): void {
  const choices = draft.options ? [...elementsBelow(item)].filter(({ name }) => name === 'simpleChoice') : [];
  const told = draft.task ? [...responses.values()].flatMap((response) => toldAnswers(response, processing)) : [];
  const used = new Set([...choices.map((choice) => choice.attributes['identifier']), ...told.map(({ id }) => id)]);
  if ([...feedbackIn(item).keys()].some((id) => !used.has(id))) context.report.count('general', context.place);
  if (!isPlainProcessing(item))
    context.report.note(context.place, 'The item has its own rules for points. The question accepts what the item names as correct.');
  list.add(title, draft, context);
}

const PLAIN_PROCESSING = new Set(
  'responseCondition responseIf responseElse responseElseIf match variable correct setOutcomeValue baseValue sum mapResponse and or isNull not equal stringMatch patternMatch gte lte gt lt'.split(
    ' ',
  ),
);

/** Whether the rules for points are templates, or such that read answers say the same. */
function isPlainProcessing(item: XmlElement): boolean {
  const processing = elementIn(item, 'responseProcessing');
  return !processing || [...elementsBelow(processing)].every(({ name }) => PLAIN_PROCESSING.has(name));
}

/** The text of a question: what is around its interaction, and its prompt. */
function stemOf({ body, list, context }: Item, interaction: XmlElement | null, isFirst: boolean): string {
  const around = isFirst
    ? htmlOf(body, (element) => (INLINE_INTERACTIONS.has(element.name) ? '____' : isInteraction(element) ? '' : undefined))
    : '';
  const prompt = interaction && elementIn(interaction, 'prompt');
  const html = `${around}${prompt ? `<div>${htmlOf(prompt)}</div>` : ''}`;
  return list.texts.markdown(foreignText(html), context.place);
}

interface Reading extends Item {
  readonly interaction: XmlElement;
  /** Markdown. */
  readonly stem: string;
}

/** The kinds of interaction that lessons have. Null: this one has no equal. */
const READERS: Readonly<Record<string, (reading: Reading) => QuestionDraft | null>> = {
  choiceInteraction: readChoice,
  hottextInteraction: readHottext,
  orderInteraction: readOrder,
  matchInteraction: readMatch,
  associateInteraction: readAssociate,
  gapMatchInteraction: readGapMatch,
  sliderInteraction: (reading) => {
    const response = responseOf(reading);
    return response ? typedDraft(reading, { ...response, baseType: 'float' }) : null;
  },
};

function responseOf({ interaction, responses }: Reading): Response | undefined {
  return responses.get(interaction.attributes['responseIdentifier'] ?? '');
}

function contentOf(element: XmlElement, { list, context }: Item): string {
  return list.texts.markdown(foreignText(htmlOf(element)), context.place);
}

function choiceWith(reading: Reading, choices: readonly XmlElement[], response: Response): QuestionDraft {
  const { item, list, context } = reading;
  const isMultiple = response.cardinality === 'multiple';
  const right = new Set(isMultiple || response.correct.length > 0 ? rightValues(response) : []);
  const feedback = feedbackIn(item);
  const most = Math.max(0, ...response.mapping.map(({ value }) => value));
  const answers = choices.map((choice): ScoredAnswer => {
    const id = choice.attributes['identifier'] ?? '';
    const mapped = response.mapping.find(({ key }) => key === id)?.value ?? 0;
    const share = right.has(id) ? 1 : isMultiple || most === 0 ? 0 : Math.min(mapped / most, response.correct.length > 0 ? 0.5 : 1);
    const told = `${feedback.get(id) ?? ''}${innerFeedback(choice)}`;
    return { text: contentOf(choice, reading), share, feedback: list.texts.markdown(foreignText(told), context.place) };
  });
  if (isMultiple && response.mapping.length > 0) context.report.count('partial', context.place);
  return choiceDraft(reading.stem, answers, isMultiple, context);
}

function readChoice(reading: Reading): QuestionDraft | null {
  const response = responseOf(reading);
  return response ? choiceWith(reading, elementsIn(reading.interaction, 'simpleChoice'), response) : null;
}

/** Words of a text that learners pick: options below the text. */
function readHottext(reading: Reading): QuestionDraft | null {
  const response = responseOf(reading);
  if (!response) return null;
  const words = [...elementsBelow(reading.interaction)].filter(({ name }) => name === 'hottext');
  const passage = contentOf(
    {
      ...reading.interaction,
      children: reading.interaction.children.filter((child) => typeof child === 'string' || child.name !== 'prompt'),
    },
    reading,
  );
  return choiceWith({ ...reading, stem: `${reading.stem}\n\n${passage}`.trim() }, words, response);
}

function readOrder(reading: Reading): QuestionDraft | null {
  const response = responseOf(reading);
  if (!response || response.correct.length === 0) return null;
  const choices = new Map(
    elementsIn(reading.interaction, 'simpleChoice').map((choice) => [
      choice.attributes['identifier'] ?? '',
      reading.list.texts.codeOrLine(foreignText(htmlOf(choice)), reading.context.place),
    ]),
  );
  const right = response.correct.flatMap((id) => choices.get(id) ?? []);
  const others = [...choices].filter(([id]) => !response.correct.includes(id)).map(([, { text }]) => text);
  return orderDraft(
    reading.stem,
    right.map(({ text }) => text),
    [...choices.values()].every(({ isCode }) => isCode),
    others,
  );
}

function readMatch(reading: Reading): QuestionDraft | null {
  const response = responseOf(reading);
  const [first, second] = elementsIn(reading.interaction, 'simpleMatchSet').map((set) => elementsIn(set, 'simpleAssociableChoice'));
  if (!response || !first || !second) return null;
  const pairs = rightValues(response).map((pair) => pair.split(/\s+/));
  const isOnce = (side: 0 | 1) => new Set(pairs.map((pair) => pair[side])).size === pairs.length;
  if (!isOnce(0) && !isOnce(1)) return null;
  const [lefts, rights, side] = isOnce(0) ? ([first, second, 0] as const) : ([second, first, 1] as const);
  return matchWith(reading, { lefts, rights, pairs: new Map(pairs.map((pair) => [pair[side] ?? '', pair[1 - side] ?? ''])) });
}

/** Pairs of one set of choices, each in one pair. */
function readAssociate(reading: Reading): QuestionDraft | null {
  const response = responseOf(reading);
  const choices = elementsIn(reading.interaction, 'simpleAssociableChoice');
  if (!response) return null;
  const pairs = rightValues(response).map((pair) => pair.split(/\s+/));
  if (new Set(pairs.flat()).size !== pairs.length * 2) return null;
  const lefts = new Set(pairs.map(([left]) => left));
  const isLeft = (choice: XmlElement) => lefts.has(choice.attributes['identifier'] ?? '');
  return matchWith(reading, {
    lefts: choices.filter(isLeft),
    rights: choices.filter((choice) => !isLeft(choice)),
    pairs: new Map(pairs.map(([left = '', right = '']) => [left, right])),
  });
}

function matchWith(
  reading: Reading,
  { lefts, rights, pairs }: { lefts: readonly XmlElement[]; rights: readonly XmlElement[]; pairs: ReadonlyMap<string, string> },
): QuestionDraft {
  const texts = new Map(rights.map((right) => [right.attributes['identifier'] ?? '', contentOf(right, reading)]));
  const { report, place } = reading.context;
  const known = lefts.filter((left) => texts.has(pairs.get(left.attributes['identifier'] ?? '') ?? ''));
  if (known.length < lefts.length) report.note(place, `${lefts.length - known.length} choices without a partner were left out.`);
  const matched = known.map((left) => ({
    left: contentOf(left, reading),
    right: texts.get(pairs.get(left.attributes['identifier'] ?? '') ?? '') ?? '',
  }));
  return matchDraft(reading.stem, matched, [...texts.values()]);
}

/** Words that learners drag into gaps: menus with all of them. */
function readGapMatch(reading: Reading): QuestionDraft | null {
  const response = responseOf(reading);
  if (!response) return null;
  const words = elementsIn(reading.interaction, 'gapText').map((word) => ({
    id: word.attributes['identifier'] ?? '',
    text: reading.list.texts.line(foreignText(htmlOf(word)), reading.context.place),
  }));
  const wordOf = new Map(
    rightValues(response)
      .map((pair) => pair.split(/\s+/))
      .map(([word = '', gap = '']) => [gap, word]),
  );
  const gaps: ForeignGap[] = [];
  const passage = htmlOf(
    {
      ...reading.interaction,
      children: reading.interaction.children.filter(
        (child) => typeof child === 'string' || !/^(?:prompt|gapText|gapImg)$/.test(child.name),
      ),
    },
    (element) => {
      if (element.name !== 'gap') return undefined;
      const right = wordOf.get(element.attributes['identifier'] ?? '');
      const answers = words.map(({ id, text }) => ({ text, share: id === right ? 1 : 0, feedback: '' }));
      return gapMark(gaps.push({ type: 'menu', answers }) - 1);
    },
  );
  const draft = blanksDraft(foreignText(passage), gaps, reading.list.texts, reading.context);
  return draft && { ...draft, text: [reading.stem, draft.text].filter(Boolean).join('\n\n') };
}

/** Gaps in the text: one alone in its paragraph is a question with a text or a number, others are blanks. */
function readGaps(reading: Reading): QuestionDraft | null {
  const { body, responses, processing, list, context } = reading;
  const gaps = [...elementsBelow(body)].filter(isInteraction);
  const [only] = gaps;
  const alone =
    gaps.length === 1 && only?.name === 'textEntryInteraction' && [...elementsBelow(body)].some((element) => isOnly(element, only));
  const response = alone ? responses.get(only.attributes['responseIdentifier'] ?? '') : undefined;
  if (response) {
    const text = list.texts.markdown(foreignText(htmlOf(body, (element) => (element === only ? '' : undefined))), context.place);
    return typedDraft({ ...reading, stem: text }, response);
  }
  const foreign = gaps.map((gap) => gapOf(gap, responses.get(gap.attributes['responseIdentifier'] ?? ''), processing, reading));
  const marked = htmlOf(withoutMarks(body), (element) =>
    isInteraction(element)
      ? gapMark(gaps.findIndex((gap) => gap.attributes['responseIdentifier'] === element.attributes['responseIdentifier']))
      : undefined,
  );
  return blanksDraft(foreignText(marked), foreign, list.texts, context);
}

function withoutMarks(element: XmlElement): XmlElement {
  return {
    ...element,
    children: element.children.map((child) => (typeof child === 'string' ? withoutGapMarks(child) : withoutMarks(child))),
  };
}

function isOnly({ children }: XmlElement, element: XmlElement): boolean {
  return children.includes(element) && children.every((child) => child === element || (typeof child === 'string' && child.trim() === ''));
}

function typedDraft(reading: Reading, response: Response): QuestionDraft {
  const { list, context } = reading;
  const { answers: right, isCased, isRelative } = typedAnswers(response, reading.processing);
  const html = feedbackIn(reading.item);
  const wrong = toldAnswers(response, reading.processing).map(({ text, id }) => ({
    text,
    share: 0,
    feedback: list.texts.markdown(foreignText(html.get(id) ?? ''), context.place),
  }));
  const answers = [...right, ...wrong];
  if (response.baseType === 'string') return textDraft(reading.stem, answers, isCased, reading.context);
  const draft = numberDraft(reading.stem, answers, '', reading.context);
  return isRelative ? { ...draft, task: { ...(draft.task as TaskOf<'number'>), tolerance_type: 'relative' } } : draft;
}

function gapOf(
  gap: XmlElement,
  response: Response | undefined,
  processing: XmlElement | undefined,
  { list, context }: Reading,
): ForeignGap {
  if (gap.name === 'inlineChoiceInteraction') {
    const right = new Set(response ? rightValues(response) : []);
    const answers = elementsIn(gap, 'inlineChoice').map((choice) => ({
      text: list.texts.line(foreignText(htmlOf(choice)), context.place),
      share: right.has(choice.attributes['identifier'] ?? '') ? 1 : 0,
      feedback: '',
    }));
    return { type: 'menu', answers };
  }
  if (!response) return { type: 'text', answers: [], isCased: false };
  const { answers, isCased } = typedAnswers(response, processing);
  return response.baseType === 'string' ? { type: 'text', answers, isCased } : { type: 'number', answers };
}

/** The text of a test or an item without a question. */
export function rubricOf(element: XmlElement, list: QuestionList, place: string): string {
  const shown = elementsIn(element, 'rubricBlock').filter(({ attributes }) => /\bcandidate\b/.test(attributes['view'] ?? 'candidate'));
  return list.texts.markdown(foreignText(shown.map((block) => htmlOf(block)).join('')), place);
}
