import { elementIn, elementsBelow, elementsIn, textIn, type XmlElement } from '#platform/content/xml/read-xml.ts';
import type { ScoredAnswer } from '../drafts.ts';
import { shortNumber } from '../short-number.ts';

/** A comparison of QTI 1.2, such as `<varequal respident="r1">a</varequal>`. */
interface Comparison {
  readonly name: string;
  readonly response: string;
  readonly text: string;
  readonly isCased: boolean;
  /** The place in an order that it is about; 0: none is named. */
  readonly index: number;
  /** How a text is compared with a part of the answer; null: it is all of it. */
  readonly match: 'contains' | 'pattern' | null;
}

/** What an item does after an answer: points and feedback where all comparisons hold. */
export interface Condition {
  readonly comparisons: readonly Comparison[];
  /** Points; null: none are set. */
  readonly points: number | null;
  /** Identifiers of feedback. */
  readonly feedback: readonly string[];
}

/** Blackboard's feedback on right answers. Some of its conditions have only this, and no points. */
const RIGHT = 'correct';
/** Blackboard's name for all points. */
const ALL_POINTS = /^SCORE\.max$/i;

export function conditionsIn(item: XmlElement): Condition[] {
  const responseOf = responsesByOption(item);
  const found = elementsIn(item, 'resprocessing')
    .flatMap((processing) => elementsIn(processing, 'respcondition'))
    .map((condition) => {
      const vars = elementIn(condition, 'conditionvar');
      const comparisons = vars ? comparisonsIn(vars) : [];
      const set = elementsIn(condition, 'setvar').map((each) => textIn(each).trim());
      const feedback = elementsIn(condition, 'displayfeedback')
        .filter(({ attributes }) => !/^(?:solution|hint)$/i.test(attributes['feedbacktype'] ?? ''))
        .map(({ attributes }) => attributes['linkrefid'] ?? '');
      // Blackboard has feedback on an option in a condition that compares the option itself with nothing.
      const [only, ...others] = comparisons;
      const response = others.length === 0 && only?.text === '' ? responseOf.get(only.response) : undefined;
      if (only && response !== undefined)
        return { comparisons: [{ ...only, response, text: only.response }], points: null, isAll: false, feedback };
      const numbers = set
        .filter((text) => text !== '')
        .map(Number)
        .filter((points) => !Number.isNaN(points));
      const isAll = set.some((text) => ALL_POINTS.test(text)) || (set.length === 0 && comparisons.length > 0 && feedback.includes(RIGHT));
      return { comparisons, points: numbers.length === 0 ? null : Math.max(...numbers), isAll, feedback };
    });
  const most = found.reduce((points, each) => Math.max(points, each.points ?? 0), 1);
  return found.map(({ isAll, ...condition }) => (isAll ? { ...condition, points: most } : condition));
}

/** The identifiers of responses by those of their options. */
function responsesByOption(item: XmlElement): ReadonlyMap<string, string> {
  const responses = [...elementsBelow(item)].filter(({ name }) => name === 'response_lid');
  return new Map(
    responses.flatMap((response) =>
      [...elementsBelow(response)].flatMap(({ name, attributes }): [string, string][] =>
        name === 'response_label' ? [[attributes['ident'] ?? '', response.attributes['ident'] ?? '']] : [],
      ),
    ),
  );
}

/** The comparisons that must hold; those that must not say nothing more. */
function comparisonsIn(element: XmlElement): Comparison[] {
  return elementsIn(element).flatMap((child): Comparison[] => {
    if (child.name === 'not') return [];
    if (!child.name.startsWith('var')) return comparisonsIn(child);
    const { respident = '', case: cased = 'No', setmatch = '', index = '' } = child.attributes;
    const text = textIn(child).trim();
    const match = /^contains$/i.test(setmatch) ? 'contains' : /^matches$/i.test(setmatch) && IS_PATTERN.test(text) ? 'pattern' : null;
    return [{ name: child.name, response: respident, text, isCased: /^yes$/i.test(cased), index: Number(index) || 0, match }];
  });
}

/** Signs that mean something in a pattern. */
const IS_PATTERN = /[\\^$.|?*+()[\]{}]/;

function isEqual({ name, match }: Comparison): boolean {
  return (name === 'varequal' || name === 'varsubset') && match !== 'pattern';
}

/** Answers that are patterns: lessons compare texts. */
export function patternsIn(conditions: readonly Condition[]): string[] {
  return conditions.flatMap(({ comparisons }) => comparisons.flatMap(({ text, match }) => (match === 'pattern' ? [text] : [])));
}

/** The options of a response in their right order; null: no condition names all of them. */
export function orderOf(conditions: readonly Condition[], response: string, options: readonly string[]): string[] | null {
  const right = conditions.find(({ points, comparisons }) => (points ?? 0) > 0 && comparisons.length === options.length);
  const order = (right?.comparisons ?? []).filter((each) => each.response === response && isEqual(each));
  const sorted = order.toSorted((one, other) => one.index - other.index).map(({ text }) => text);
  return new Set(sorted).size === options.length && sorted.every((text) => options.includes(text)) ? sorted : null;
}

/** How much of the points each text of a response gives: 1 is all. */
export function sharesOf(conditions: readonly Condition[], response: string): ReadonlyMap<string, number> {
  const about = conditions.map(({ comparisons, points }) => ({
    texts: comparisons.filter((each) => each.response === response && isEqual(each)),
    points,
  }));
  const most = Math.max(0, ...about.map(({ texts, points }) => (texts.length > 0 ? (points ?? 0) : 0)));
  const shares = new Map<string, number>();
  for (const { texts, points } of about)
    if (points !== null)
      for (const { text } of texts) shares.set(text, Math.max(shares.get(text) ?? -1, most > 0 ? points / most : points));
  return shares;
}

/** The identifiers of feedback by the text of a response that it is about. */
export function feedbackOf(conditions: readonly Condition[], response: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { comparisons, feedback } of conditions) {
    const [only, ...others] = comparisons;
    if (others.length > 0 || only?.response !== response || !isEqual(only) || feedback.length === 0) continue;
    const ids = found.get(only.text) ?? [];
    ids.push(...feedback);
    found.set(only.text, ids);
  }
  return found;
}

/** Converts feedback, by its identifiers, to Markdown. */
export type FeedbackText = (ids: readonly string[]) => string;

/** The texts that learners may type, right or with feedback, with `\*` for an asterisk. */
export function typedTexts(
  conditions: readonly Condition[],
  response: string,
  feedbackText: FeedbackText,
): { answers: ScoredAnswer[]; isCased: boolean } {
  const compared = conditions.flatMap(({ comparisons }) => comparisons.filter((each) => each.response === response && isEqual(each)));
  const shares = sharesOf(conditions, response);
  const feedback = feedbackOf(conditions, response);
  const parts = new Set(compared.flatMap(({ text, match }) => (match === 'contains' ? [text] : [])));
  const answers = [...new Set([...shares.keys(), ...feedback.keys()])].map((text) => ({
    text: parts.has(text) ? `*${text.replaceAll('*', '\\*')}*` : text.replaceAll('*', '\\*'),
    share: shares.get(text) ?? 0,
    feedback: feedbackText(feedback.get(text) ?? []),
  }));
  return { answers, isCased: compared.length > 0 && compared.every(({ isCased }) => isCased) };
}

/** The numbers that learners may type: each with the range around it, or the middle of a range. Others have feedback. */
export function typedNumbers(conditions: readonly Condition[], response: string, feedbackText: FeedbackText): ScoredAnswer[] {
  const most = Math.max(0, ...conditions.map(({ points }) => points ?? 0));
  if (most === 0) return [];
  const numbers = conditions.flatMap(({ comparisons, points, feedback }): ScoredAnswer[] => {
    if (points === null && feedback.length === 0) return [];
    const about = comparisons.filter((each) => each.response === response);
    const bound = (names: readonly string[]) => about.flatMap(({ name, text }) => (names.includes(name) ? [Number(text)] : []))[0];
    const [least, upper] = [bound(['vargte', 'vargt']), bound(['varlte', 'varlt'])];
    const said = { share: (points ?? 0) / most, feedback: feedbackText(feedback) };
    if (least === undefined || upper === undefined) return about.filter(isEqual).map(({ text }) => ({ text, ...said }));
    return [{ text: shortNumber((least + upper) / 2), ...said, tolerance: shortNumber(Math.abs(upper - least) / 2) }];
  });
  const right = numbers.filter(({ share }) => share > 0);
  const isRight = ({ text }: ScoredAnswer) =>
    right.some((each) => Math.abs(Number(each.text) - Number(text)) <= Number(each.tolerance ?? 0) * (1 + 1e-9));
  // Feedback on a right answer has a condition of its own, without points.
  return numbers.map((each) => (each.share === 0 && isRight(each) ? { ...each, share: 1 } : each));
}

/** Whether an item compares a response as a number. */
export function isNumeric(conditions: readonly Condition[], response: XmlElement): boolean {
  const { ident } = response.attributes;
  if (response.name === 'response_num') return true;
  if ([...elementsBelow(response)].some(({ attributes }) => /^(?:Decimal|Integer|Scientific)$/i.test(attributes['fibtype'] ?? '')))
    return true;
  return conditions.some(({ comparisons }) => comparisons.some((each) => each.response === ident && /^var[gl]te?$/.test(each.name)));
}
