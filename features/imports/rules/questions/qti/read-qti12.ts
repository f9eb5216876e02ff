import { decodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import { elementIn, elementsBelow, elementsIn, readXml, textIn, type XmlElement, XmlError } from '#platform/content/xml/read-xml.ts';
import type { ImportedDocument } from '../../cells.ts';
import type { Surroundings } from '../../surroundings.ts';
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
import { blackboardPairs } from './blackboard.ts';
import {
  type Condition,
  conditionsIn,
  feedbackOf,
  isNumeric,
  orderOf,
  patternsIn,
  sharesOf,
  typedNumbers,
  typedTexts,
} from './conditions12.ts';
import { materialHtml, isResponse, ItemFeedback, candidateTexts, SharedMaterials } from './materials12.ts';

/** Reads questions of QTI 1.2, as Canvas, Blackboard, Respondus and text2qti write them. */
export function readQti12(root: XmlElement, list: QuestionList, around: Surroundings): ImportedDocument {
  let title = '';
  let files: ReadonlyMap<string, string> | undefined;
  const shared = new SharedMaterials(root);
  const readPart = (part: XmlElement) => {
    const own = part.attributes['title'] ?? metadataOf(part).get('bank_title') ?? '';
    title ||= own;
    if (part.name === 'assessment') addDescription(own, list, around);
    if (elementIn(part, 'selection_ordering') && [...elementsBelow(part)].some(({ name }) => name === 'selection_number'))
      list.report.count('drawn', own || 'Section');
    list.addText(own, markdown(candidateTexts(part, shared), list, own), own || 'Text');
    for (const child of elementsIn(part)) {
      if (child.name === 'item') readItem(shared.fill(child), list);
      else if (child.name === 'itemref')
        readReferred(child.attributes['linkrefid'] ?? '', list, around, (files ??= resourcesAround(around)));
      else if (PARTS.has(child.name)) readPart(child);
    }
  };
  readPart(root);
  return list.finish(title);
}

/** The files of the package around a test, by their identifiers. */
function resourcesAround(around: Surroundings): ReadonlyMap<string, string> {
  const manifest = xmlAt('imsmanifest.xml', around);
  const resources = manifest ? [...elementsBelow(manifest)].filter(({ name }) => name === 'resource') : [];
  return new Map(resources.map(({ attributes: { identifier = '', href = '' } }) => [identifier, href]));
}

/** Null: there is no such file, or it is no safe XML. */
function xmlAt(address: string, around: Surroundings): XmlElement | null {
  const bytes = around.file(address);
  if (!bytes || !isUtf8(bytes)) return null;
  try {
    return readXml(decodeUtf8(bytes));
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}

/** A question in its own file. */
function readReferred(id: string, list: QuestionList, around: Surroundings, files: ReadonlyMap<string, string>): void {
  const href = files.get(id) ?? `${id}.xml`;
  const root = xmlAt(href, around);
  const item = root?.name === 'item' ? root : root && elementIn(root, 'item');
  if (!root || !item) return list.report.note(id.slice(0, 100), 'The test names this question, but its file is missing or can’t be read.');
  list.texts.folder = href.slice(0, href.lastIndexOf('/') + 1);
  readItem(new SharedMaterials(root).fill(item), list);
  list.texts.folder = '';
}

const PARTS = new Set(['assessment', 'section', 'objectbank']);

/** Canvas has the description of a test beside it. */
function addDescription(title: string, list: QuestionList, around: Surroundings): void {
  const meta = xmlAt('assessment_meta.xml', around);
  if (!meta) return;
  const shown = textIn(elementIn(meta, 'title')) || title || 'Test';
  list.addText(shown, list.texts.markdown(foreignText(textIn(meta, 'description')), shown), shown);
  if (Number(textIn(meta, 'time_limit')) > 0) list.report.count('limits', shown);
}

function metadataOf(element: XmlElement): ReadonlyMap<string, string> {
  const groups = elementsIn(element).filter(({ name }) => name === 'itemmetadata' || name === 'qtimetadata');
  const fields = groups.flatMap((group) => [...elementsBelow(group)].filter(({ name }) => name === 'qtimetadatafield'));
  const own = groups.flatMap((group) => elementsIn(group)).map((field): [string, string] => [field.name, textIn(field).trim()]);
  return new Map([
    ...own,
    ...fields.map((field): [string, string] => [textIn(field, 'fieldlabel').trim(), textIn(field, 'fieldentry').trim()]),
  ]);
}

interface Item {
  /** Texts of the item for learners, above what it asks. HTML. */
  readonly passage: string;
  readonly presentation: XmlElement;
  readonly responses: readonly XmlElement[];
  readonly conditions: readonly Condition[];
  readonly feedback: ItemFeedback;
  readonly list: QuestionList;
  readonly context: DraftContext;
  /** As Canvas or Blackboard names it; empty: another system. */
  readonly type: string;
}

function readItem(item: XmlElement, list: QuestionList): void {
  const title = titleOf(item);
  const presentation = elementIn(item, 'presentation') ?? item;
  const responses = [...elementsBelow(presentation)].filter(isResponse);
  const metadata = metadataOf(item);
  const type = metadata.get('question_type') ?? metadata.get('cc_profile') ?? metadata.get('bbmd_questiontype') ?? '';
  const passage = candidateTexts(item);
  if (responses.length === 0 && !/essay|upload/i.test(type))
    return list.addText(title, markdown(passage + materialHtml(presentation), list, title), title);
  const context = list.next();
  const { place } = context;
  const feedback = new ItemFeedback(item, list, place);
  const given: Item = { passage, presentation, responses, conditions: conditionsIn(item), feedback, list, context, type };
  const draft = UNKNOWN.test(type) ? null : draftOf(given);
  if (!draft) return list.addUnknown(title, type || (responses[0]?.name ?? 'unknown'), shownOf(given), context);
  const points = Number(metadata.get('points_possible') ?? 1);
  if (points !== 1) context.report.count('points', place);
  if (feedback.isLeft) context.report.count('general', place);
  if (feedback.hasHints) context.report.count('hints', place);
  for (const pattern of new Set(patternsIn(given.conditions)))
    context.report.note(place, `An answer is the pattern ${pattern.slice(0, 100)}. Lessons compare texts: add those that it accepts.`);
  list.add(title, draft, context);
}

/** What is above the answers, as Markdown. */
function shownOf({ passage, presentation, list, context }: Item): string {
  return markdown(passage + materialHtml(presentation), list, context.place);
}

/** Programs that give questions no name call each of them the same. */
function titleOf({ attributes: { title = '' } }: XmlElement): string {
  return /^(?:question|item)$/i.test(title.trim()) ? '' : title;
}

const UNKNOWN =
  /^(?:calculated|essay|file_upload)_question$|^cc\.essay|^(?:essay|short response|file upload|hot spot|calculated|opinion scale|likert|quiz bowl)$/i;

/** Comparisons of a question: each answer is looked for in all of them. */
const COMPARED_MAX = PARTS_MAX * 10;

function draftOf(given: Item): QuestionDraft | null {
  const { responses, presentation, conditions } = given;
  const [only] = responses;
  const compared = conditions.reduce((sum, { comparisons }) => sum + comparisons.length + 1, 0);
  if (
    !only ||
    compared > COMPARED_MAX ||
    responses.length > PARTS_MAX ||
    responses.some((response) => labelsOf(response).length > PARTS_MAX)
  )
    return null;
  const isTyped = responses.every(({ name }) => name === 'response_str' || name === 'response_num');
  if (isTyped && hasNames(given)) return gapsDraft(given);
  if (isTyped) return responses.length === 1 && endsWith(presentation, only) ? typedDraft(given, only) : gapsDraft(given);
  if (!responses.every(({ name }) => name === 'response_lid')) return null;
  const pairs = blackboardPairs(presentation);
  if (pairs) return pairsOf({ ...given, ...pairs });
  const gaps = responses.length > 1 || hasNames(given) ? namedGaps(given) : null;
  if (gaps) return gaps;
  if (responses.length > 1) return pairsOf(given);
  return /^ordered$/i.test(only.attributes['rcardinality'] ?? '') ? lineOrderOf(given, only) : choiceOf(given, only, shownOf(given));
}

/** Whether nothing is shown behind a response. */
function endsWith(presentation: XmlElement, response: XmlElement): boolean {
  const all = [...elementsBelow(presentation)];
  const inside = new Set(elementsBelow(response));
  return all.slice(all.indexOf(response) + 1).every((element) => element.name !== 'material' || inside.has(element));
}

function markdown(html: string, list: QuestionList, place: string): string {
  return list.texts.markdown(foreignText(html), place);
}

function labelsOf(response: XmlElement): { id: string; label: XmlElement }[] {
  return [...elementsBelow(response)]
    .filter(({ name }) => name === 'response_label')
    .map((label) => ({ id: label.attributes['ident'] ?? '', label }));
}

function choiceOf(given: Item, response: XmlElement, stem: string): QuestionDraft {
  const { list, context, conditions, feedback } = given;
  const id = response.attributes['ident'] ?? '';
  const shares = sharesOf(conditions, id);
  const told = feedbackOf(conditions, id);
  const answers = labelsOf(response).map(({ id: label, label: element }): ScoredAnswer => ({
    text: markdown(materialHtml(element), list, context.place),
    share: shares.get(label) ?? 0,
    feedback: feedback.textOf(told.get(label) ?? []),
  }));
  const own = markdown(materialHtml(response), list, context.place);
  return choiceDraft(
    [stem, own].filter(Boolean).join('\n\n'),
    answers,
    /multiple/i.test(response.attributes['rcardinality'] ?? ''),
    context,
  );
}

function typedDraft(given: Item, response: XmlElement): QuestionDraft | null {
  const { conditions, feedback, context, type } = given;
  const id = response.attributes['ident'] ?? '';
  const stem = shownOf(given);
  if (isNumeric(conditions, response) || type === 'numerical_question')
    return numberDraft(stem, typedNumbers(conditions, id, feedback.textOf), '', context);
  const { answers, isCased } = typedTexts(conditions, id, feedback.textOf);
  return answers.length === 0 ? null : textDraft(stem, answers, isCased, context);
}

/** Whether the text names each response in brackets, as Blackboard does where its gaps are. */
function hasNames({ presentation, responses }: Item): boolean {
  const html = materialHtml(presentation);
  return responses.every(({ attributes: { ident = '' } }) => ident !== '' && html.includes(`[${ident}]`));
}

/** Lines in an order. */
function lineOrderOf(given: Item, response: XmlElement): QuestionDraft | null {
  const { list, context, conditions } = given;
  const labels = new Map(labelsOf(response).map(({ id, label }) => [id, label]));
  const order = orderOf(conditions, response.attributes['ident'] ?? '', [...labels.keys()]);
  const lines = order?.flatMap((id) => labels.get(id) ?? []).map((label) => markdown(materialHtml(label), list, context.place));
  return lines ? orderDraft(shownOf(given), lines, false) : null;
}

/** Fields in the text. */
function gapsDraft(given: Item): QuestionDraft | null {
  const { passage, presentation, responses, conditions, feedback, list, context } = given;
  const gaps = responses.map((response): ForeignGap => {
    const id = response.attributes['ident'] ?? '';
    if (isNumeric(conditions, response)) return { type: 'number', answers: typedNumbers(conditions, id, feedback.textOf) };
    return { type: 'text', ...typedTexts(conditions, id, feedback.textOf) };
  });
  const html = hasNames(given)
    ? responses.reduce(
        (text, { attributes: { ident = '' } }, at) => text.replace(`[${ident}]`, () => gapMark(at)),
        passage + withoutGapMarks(materialHtml(presentation)),
      )
    : passage + materialHtml(presentation, (response) => gapMark(responses.indexOf(response)));
  return blanksDraft(foreignText(html), gaps, list.texts, context);
}

/** Menus of Canvas and Blackboard: `[name]` in the text, and a response with that name for each. Null: responses have no such names. */
function namedGaps({ passage, presentation, responses, conditions, feedback, list, context, type }: Item): QuestionDraft | null {
  let html = withoutGapMarks(passage + materialHtml(presentation));
  const gaps: ForeignGap[] = [];
  for (const response of responses) {
    const name = list.texts.line(foreignText(materialHtml(response)), context.place) || (response.attributes['ident'] ?? '');
    const at = html.indexOf(`[${name}]`);
    if (name === '' || at < 0) return null;
    const id = response.attributes['ident'] ?? '';
    const shares = sharesOf(conditions, id);
    const told = feedbackOf(conditions, id);
    // Canvas lists all accepted texts, and names one of them as right.
    const isTyped = type === 'fill_in_multiple_blanks_question';
    const answers = labelsOf(response).map(({ id: label, label: element }) => ({
      text: list.texts.line(foreignText(materialHtml(element)), context.place),
      share: isTyped ? 1 : (shares.get(label) ?? 0),
      feedback: feedback.textOf(told.get(label) ?? []),
    }));
    gaps.push(
      isTyped
        ? { type: 'text', answers: answers.map((answer) => ({ ...answer, text: answer.text.replaceAll('*', '\\*') })), isCased: false }
        : { type: 'menu', answers },
    );
    html = `${html.slice(0, at)}${gapMark(gaps.length - 1)}${html.slice(at + name.length + 2)}`;
  }
  return blanksDraft(foreignText(html), gaps, list.texts, context);
}

/** A response for each left side, all with the same choices. */
function pairsOf({ passage, presentation, responses, conditions, list, context }: Item): QuestionDraft | null {
  const stem = markdown(passage + materialHtml(presentation), list, context.place);
  const choices = new Map<string, string>();
  const pairs = responses.map((response) => {
    for (const { id, label } of labelsOf(response)) choices.set(id, markdown(materialHtml(label), list, context.place));
    const shares = sharesOf(conditions, response.attributes['ident'] ?? '');
    const [right] = [...shares].filter(([, share]) => share > 0);
    return { left: markdown(materialHtml(response), list, context.place), right: choices.get(right?.[0] ?? '') ?? '' };
  });
  return pairs.some(({ left }) => left === '') ? null : matchDraft(stem, pairs, [...new Set(choices.values())]);
}
