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

/** The feedback of a text of a response, by its identifier; empty: there is none. */
export function feedbackOf(conditions: readonly Condition[], response: string, text: string): string[] {
  return conditions.flatMap(({ comparisons, feedback }) => {
    const [only, ...others] = comparisons;
    return others.length === 0 && only?.response === response && isEqual(only) && only.text === text ? feedback : [];
  });
}

/** The texts that learners may type, with `\*` for an asterisk. */
export function typedTexts(conditions: readonly Condition[], response: string): { answers: ScoredAnswer[]; isCased: boolean } {
  const compared = conditions.flatMap(({ comparisons }) => comparisons.filter((each) => each.response === response && isEqual(each)));
  const answers = [...sharesOf(conditions, response)].map(([text, share]) => ({ text: text.replaceAll('*', '\\*'), share, feedback: '' }));
  return { answers, isCased: compared.length > 0 && compared.every(({ isCased }) => isCased) };
}

/** The numbers that learners may type: each with the range around it, or the middle of a range. */
export function typedNumbers(conditions: readonly Condition[], response: string): ScoredAnswer[] {
  const most = Math.max(0, ...conditions.map(({ points }) => points ?? 0));
  return conditions.flatMap(({ comparisons, points }): ScoredAnswer[] => {
    if (points === null || most === 0) return [];
    const about = comparisons.filter((each) => each.response === response);
    const numbers = (names: readonly string[]) => about.filter(({ name }) => names.includes(name)).map(({ text }) => Number(text));
    const [least, upper] = [numbers(['vargte', 'vargt'])[0], numbers(['varlte', 'varlt'])[0]];
    const share = points / most;
    if (least === undefined || upper === undefined) return about.filter(isEqual).map(({ text }) => ({ text, share, feedback: '' }));
    return [{ text: shortNumber((least + upper) / 2), share, feedback: '', tolerance: shortNumber(Math.abs(upper - least) / 2) }];
  });
}

/** Whether an item compares a response as a number. */
export function isNumeric(conditions: readonly Condition[], response: XmlElement): boolean {
  const { ident } = response.attributes;
  if (response.name === 'response_num') return true;
  if ([...elementsBelow(response)].some(({ attributes }) => /^(?:Decimal|Integer|Scientific)$/i.test(attributes['fibtype'] ?? '')))
    return true;
  return conditions.some(({ comparisons }) => comparisons.some((each) => each.response === ident && /^var[gl]te?$/.test(each.name)));
}
