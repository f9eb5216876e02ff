import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { calculate } from '#features/questions/contract/kinds/formula.ts';
import { type Gap, piecesOf } from '#features/questions/contract/kinds/gaps.ts';
import { onlyNumber } from '#features/questions/contract/kinds/near.ts';
import type { QuestionTask, TaskOf } from '#features/questions/contract/kinds/tasks.ts';
import type { XmlElement } from '#platform/content/xml/read-xml.ts';
import { writeXml, xmlElement, xmlLines } from '#platform/content/xml/write-xml.ts';
import {
  type Declaration,
  feedbackIf,
  fitsWildcards,
  isCorrect,
  isNumber,
  isText,
  allOrAny,
  processing,
  responseDeclaration,
  variable,
} from './qti-processing.ts';
import type { QuestionHtml } from './question-html.ts';

export const QTI = 'http://www.imsglobal.org/xsd/imsqti_v2p1';
export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const RESPONSE = 'RESPONSE';

/** What an item asks, and how its answer is judged. */
interface ItemContent {
  readonly responses: readonly Declaration[];
  /** Behind the text of the question. */
  readonly body: readonly XmlElement[];
  readonly condition: XmlElement;
  /** Feedback by its identifier; `when` is the condition that shows it. */
  readonly feedback: readonly { readonly id: string; readonly text: string; readonly when: XmlElement | null }[];
}

/** Writes a question as an item of QTI 2.1. */
export function writeQtiItem(
  { question, select_type, options, task }: QuestionContent,
  id: string,
  title: string,
  pen: QuestionHtml,
): string {
  const { responses, body, condition, feedback } = task ? taskContent(task, pen) : choiceContent(options, select_type === 'multiple', pen);
  const told = feedback.filter(({ text }) => text.trim() !== '');
  const cardinality = told.some(({ when }) => when === null) && select_type === 'multiple' ? 'multiple' : 'single';
  const picked = xmlElement('responseCondition', {}, [
    xmlElement('responseIf', {}, [
      xmlElement('not', {}, [xmlElement('isNull', {}, [variable(RESPONSE)])]),
      xmlElement('setOutcomeValue', { identifier: 'FEEDBACK' }, [variable(RESPONSE)]),
    ]),
  ]);
  const shown = told.some(({ when }) => when === null)
    ? [picked]
    : told.flatMap(({ id: of, when }) => (when ? [feedbackIf(when, of)] : []));
  return writeXml(
    xmlLines(
      'assessmentItem',
      {
        xmlns: QTI,
        'xmlns:xsi': XSI,
        'xsi:schemaLocation': `${QTI} http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd`,
        identifier: id,
        title,
        adaptive: 'false',
        timeDependent: 'false',
      },
      [
        ...responses.map(responseDeclaration),
        xmlElement('outcomeDeclaration', { identifier: 'SCORE', cardinality: 'single', baseType: 'float' }, [
          xmlElement('defaultValue', {}, [xmlElement('value', {}, '0')]),
        ]),
        ...(told.length === 0 ? [] : [xmlElement('outcomeDeclaration', { identifier: 'FEEDBACK', cardinality, baseType: 'identifier' })]),
        xmlLines('itemBody', {}, [...pen.html(question), ...body]),
        processing(condition, shown),
        ...told.map(({ id: of, text }) =>
          xmlElement('modalFeedback', { outcomeIdentifier: 'FEEDBACK', showHide: 'show', identifier: of }, pen.html(text)),
        ),
      ],
    ),
  );
}

function choiceContent(options: QuestionContent['options'], isMultiple: boolean, pen: QuestionHtml): ItemContent {
  const ids = options.map((_, at) => `option-${at + 1}`);
  const choices = options.map(({ label }, at) => xmlElement('simpleChoice', { identifier: ids[at] }, pen.html(label)));
  const correct = ids.filter((_, at) => options[at]?.valid === true);
  return {
    responses: [
      {
        identifier: RESPONSE,
        cardinality: isMultiple ? 'multiple' : 'single',
        baseType: 'identifier',
        correct: isMultiple ? correct : correct.slice(0, 1),
      },
    ],
    body: [xmlLines('choiceInteraction', { responseIdentifier: RESPONSE, shuffle: 'false', maxChoices: isMultiple ? '0' : '1' }, choices)],
    condition: isCorrect(RESPONSE),
    feedback: options.map(({ feedback_message }, at) => ({ id: ids[at] ?? '', text: feedback_message, when: null })),
  };
}

function taskContent(task: QuestionTask, pen: QuestionHtml): ItemContent {
  switch (task.kind) {
    case 'text':
      return textContent(task);
    case 'number':
      return numberContent(task);
    case 'blanks':
      return blanksContent(task);
    case 'order':
      return orderContent(task);
    case 'match':
      return matchContent(task, pen);
    case 'predict':
      return { responses: [], body: [], condition: xmlElement('and', {}, []), feedback: [] };
  }
}

function field(identifier = RESPONSE): XmlElement {
  return xmlElement('textEntryInteraction', { responseIdentifier: identifier, expectedLength: '20' });
}

function textContent({ answers, feedback }: TaskOf<'text'>): ItemContent {
  const plain = answers.filter(({ match }) => match !== 'wildcards');
  const conditions = answers.map(({ text, match }) =>
    match === 'wildcards' ? fitsWildcards(RESPONSE, text) : isText(RESPONSE, text, match === 'exact'),
  );
  return {
    responses: [{ identifier: RESPONSE, cardinality: 'single', baseType: 'string', correct: plain.slice(0, 1).map(({ text }) => text) }],
    body: [xmlElement('p', {}, [field()])],
    condition: allOrAny('or', conditions),
    feedback: feedback.map(({ answer, message }, at) => ({
      id: `feedback-${at + 1}`,
      text: message,
      when: isText(RESPONSE, answer, false),
    })),
  };
}

function numberContent({ value, tolerance, tolerance_type, unit, feedback }: TaskOf<'number'>): ItemContent {
  const right = String(onlyNumber(value) ?? calculate(value) ?? value);
  const told = feedback.filter(({ answer }) => onlyNumber(answer) !== null);
  return {
    responses: [{ identifier: RESPONSE, cardinality: 'single', baseType: 'float', correct: [right] }],
    body: [xmlElement('p', {}, [field(), ...(unit.trim() === '' ? [] : [` ${unit.trim()}`])])],
    condition: isNumber(RESPONSE, right, onlyNumber(tolerance) ?? 0, tolerance_type === 'relative'),
    feedback: told.map(({ answer, message }, at) => ({
      id: `feedback-${at + 1}`,
      text: message,
      when: isNumber(RESPONSE, String(onlyNumber(answer)), 0),
    })),
  };
}

function blanksContent({ text, is_code, match_case }: TaskOf<'blanks'>): ItemContent {
  const responses: Declaration[] = [];
  const conditions: XmlElement[] = [];
  const pieces = piecesOf(text).map((piece) => {
    if (typeof piece === 'string') return piece;
    const id = `${RESPONSE}-${responses.length + 1}`;
    const { response, condition, shown } = gapContent(piece, id, match_case);
    responses.push(response);
    conditions.push(condition);
    return shown;
  });
  return {
    responses,
    body: is_code ? [xmlElement('pre', {}, pieces)] : paragraphs(pieces),
    condition: allOrAny('and', conditions),
    feedback: [],
  };
}

function gapContent(gap: Gap, id: string, isCased: boolean): { response: Declaration; condition: XmlElement; shown: XmlElement } {
  if (gap.type === 'number') {
    const value = String(onlyNumber(gap.value) ?? gap.value);
    const condition = isNumber(id, value, onlyNumber(gap.tolerance) ?? 0);
    return { response: { identifier: id, cardinality: 'single', baseType: 'float', correct: [value] }, condition, shown: field(id) };
  }
  if (gap.type === 'menu') {
    const choices = gap.choices.map((choice, at) => xmlElement('inlineChoice', { identifier: `choice-${at + 1}` }, choice));
    const shown = xmlElement('inlineChoiceInteraction', { responseIdentifier: id, shuffle: 'true' }, choices);
    return {
      response: { identifier: id, cardinality: 'single', baseType: 'identifier', correct: ['choice-1'] },
      condition: isCorrect(id),
      shown,
    };
  }
  const condition = allOrAny(
    'or',
    gap.answers.map((answer) => isText(id, answer, isCased)),
  );
  return {
    response: { identifier: id, cardinality: 'single', baseType: 'string', correct: gap.answers.slice(0, 1) },
    condition,
    shown: field(id),
  };
}

/** Blank lines end paragraphs, other line ends are line breaks. */
function paragraphs(pieces: readonly (XmlElement | string)[]): XmlElement[] {
  const found: (XmlElement | string)[][] = [[]];
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      found.at(-1)?.push(piece);
      continue;
    }
    for (const [index, paragraph] of piece.split(/\n[ \t]*\n/).entries()) {
      if (index > 0) found.push([]);
      for (const [at, line] of paragraph.split('\n').entries()) found.at(-1)?.push(...(at > 0 ? [xmlElement('br')] : []), line);
    }
  }
  return found.map((content) => xmlElement('p', {}, content));
}

function orderContent({ lines, distractors, is_code }: TaskOf<'order'>): ItemContent {
  const right = lines.map(({ text }) => text).filter((text) => text.trim() !== '');
  const wrong = distractors.filter((text) => text.trim() !== '');
  const ids = right.map((_, at) => `line-${at + 1}`);
  const choices = [...right, ...wrong].map((text, at) =>
    xmlElement('simpleChoice', { identifier: ids[at] ?? `other-${at + 1 - ids.length}` }, is_code ? [xmlElement('pre', {}, text)] : text),
  );
  const chosen = wrong.length === 0 ? {} : { minChoices: '1', maxChoices: String(choices.length) };
  return {
    responses: [{ identifier: RESPONSE, cardinality: 'ordered', baseType: 'identifier', correct: ids }],
    body: [xmlLines('orderInteraction', { responseIdentifier: RESPONSE, shuffle: 'true', ...chosen }, choices)],
    condition: isCorrect(RESPONSE),
    feedback: [],
  };
}

function matchContent({ pairs, spares }: TaskOf<'match'>, pen: QuestionHtml): ItemContent {
  const filled = pairs.filter(({ left, right }) => left.trim() !== '' || right.trim() !== '');
  const rights = [...new Set([...filled.map(({ right }) => right.trim()), ...spares.map((spare) => spare.trim())])].filter(
    (right) => right !== '',
  );
  const choice = (identifier: string, text: string, matchMax: string) =>
    xmlElement('simpleAssociableChoice', { identifier, matchMax }, pen.html(text));
  return {
    responses: [
      {
        identifier: RESPONSE,
        cardinality: 'multiple',
        baseType: 'directedPair',
        correct: filled.map(({ right }, at) => `left-${at + 1} right-${rights.indexOf(right.trim()) + 1}`),
      },
    ],
    body: [
      xmlLines('matchInteraction', { responseIdentifier: RESPONSE, shuffle: 'true', maxAssociations: String(filled.length) }, [
        xmlLines(
          'simpleMatchSet',
          {},
          filled.map(({ left }, at) => choice(`left-${at + 1}`, left, '1')),
        ),
        xmlLines(
          'simpleMatchSet',
          {},
          rights.map((right, at) => choice(`right-${at + 1}`, right, String(filled.length))),
        ),
      ]),
    ],
    condition: isCorrect(RESPONSE),
    feedback: [],
  };
}
