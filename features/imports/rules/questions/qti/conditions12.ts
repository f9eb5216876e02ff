import { elementIn, elementsBelow, elementsIn, textIn, type XmlElement } from '#platform/content/xml/read-xml.ts';
import type { ScoredAnswer } from '../drafts.ts';
import { shortNumber } from '../short-number.ts';

/** A comparison of QTI 1.2, such as `<varequal respident="r1">a</varequal>`. */
interface Comparison {
  readonly name: string;
  readonly response: string;
  readonly text: string;
  readonly isCased: boolean;
}

/** What an item does after an answer: points and feedback where all comparisons hold. */
export interface Condition {
  readonly comparisons: readonly Comparison[];
  /** Points; null: none are set. */
  readonly points: number | null;
  /** Identifiers of feedback. */
  readonly feedback: readonly string[];
}

export function conditionsIn(item: XmlElement): Condition[] {
  return elementsIn(item, 'resprocessing')
    .flatMap((processing) => elementsIn(processing, 'respcondition'))
    .map((condition) => {
      const vars = elementIn(condition, 'conditionvar');
      const points = elementsIn(condition, 'setvar').map((set) => Number(textIn(set).trim()));
      return {
        comparisons: vars ? comparisonsIn(vars) : [],
        points: points.length === 0 ? null : Math.max(...points),
        feedback: elementsIn(condition, 'displayfeedback').map(({ attributes }) => attributes['linkrefid'] ?? ''),
      };
    });
}

/** The comparisons that must hold; those that must not say nothing more. */
function comparisonsIn(element: XmlElement): Comparison[] {
  return elementsIn(element).flatMap((child): Comparison[] => {
    if (child.name === 'not') return [];
    if (!child.name.startsWith('var')) return comparisonsIn(child);
    const { respident = '', case: cased = 'No' } = child.attributes;
    return [{ name: child.name, response: respident, text: textIn(child).trim(), isCased: /^yes$/i.test(cased) }];
  });
}

function isEqual({ name }: Comparison): boolean {
  return name === 'varequal' || name === 'varsubset';
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
  const answers = [...new Set([...shares.keys(), ...feedback.keys()])].map((text) => ({
    text: text.replaceAll('*', '\\*'),
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
