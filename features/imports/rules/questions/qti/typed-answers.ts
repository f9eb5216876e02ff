import { elementIn, elementsBelow, elementsIn, textIn, type XmlElement } from '#platform/content/xml/read-xml.ts';
import type { ScoredAnswer } from '../drafts.ts';
import { shortNumber } from '../short-number.ts';
import { type Response, rightValues } from './item-parts.ts';

/** What the response processing of an item compares a typed answer with. */
interface TypedAnswers {
  readonly answers: readonly ScoredAnswer[];
  readonly isCased: boolean;
  /** A share of the value, rather than a distance. */
  readonly isRelative: boolean;
}

/** The accepted answers of a response that learners type. Wildcards are written as `*`, an asterisk as `\*`. */
export function typedAnswers(response: Response, processing: XmlElement | undefined): TypedAnswers {
  const comparisons = processing ? comparisonsOf(processing, response.id) : [];
  const isNumber = response.baseType === 'float' || response.baseType === 'integer';
  return isNumber ? numbersOf(response, comparisons) : textsOf(response, comparisons);
}

/** The comparisons with a response that give points, such as `<equal>` and `<stringMatch>`. */
function comparisonsOf(processing: XmlElement, id: string): XmlElement[] {
  return conditionsOf(processing)
    .filter((condition) => setBy(condition, (outcome) => !/^FEEDBACK/i.test(outcome)) !== undefined)
    .flatMap((condition) => [...elementsBelow(condition)].filter((element) => isAbout(element, id)));
}

function conditionsOf(processing: XmlElement): XmlElement[] {
  return [...elementsBelow(processing)].filter(({ name }) => name === 'responseIf' || name === 'responseElseIf');
}

function setBy(condition: XmlElement, isWanted: (outcome: string) => boolean): XmlElement | undefined {
  return elementsIn(condition, 'setOutcomeValue').find(({ attributes }) => isWanted(attributes['identifier'] ?? ''));
}

function isAbout(element: XmlElement, id: string): boolean {
  return elementsIn(element, 'variable').some(({ attributes }) => attributes['identifier'] === id);
}

/** Answers that feedback is shown on, with its identifier. */
export function toldAnswers(response: Response, processing: XmlElement | undefined): { text: string; id: string }[] {
  return (processing ? conditionsOf(processing) : []).flatMap((condition) => {
    const outcome = setBy(condition, (identifier) => /^FEEDBACK/i.test(identifier));
    const id = outcome && textIn(elementIn(outcome, 'baseValue')).trim();
    if (id === undefined || id === '') return [];
    const compared = elementsIn(condition).filter((element) => isAbout(element, response.id));
    const isText = response.baseType === 'string';
    return compared
      .flatMap((each) => elementsIn(each, 'baseValue'))
      .map((value) => ({ text: isText ? literal(textIn(value).trim()) : textIn(value).trim(), id }));
  });
}

function textsOf(response: Response, comparisons: readonly XmlElement[]): TypedAnswers {
  const most = Math.max(0, ...response.mapping.map(({ value }) => value));
  const mapped = response.mapping.map(({ key, value, isCased }) => ({
    text: literal(key),
    share: most > 0 ? value / most : 0,
    feedback: '',
    isCased,
  }));
  const known = new Set(mapped.map(({ text }) => text));
  const correct = rightValues(response)
    .map(literal)
    .filter((text) => !known.has(text));
  const patterns = comparisons.flatMap(({ name, attributes }) =>
    name === 'patternMatch' ? (wildcardsOf(attributes['pattern'] ?? '') ?? []) : [],
  );
  const matches = comparisons.filter(({ name }) => name === 'stringMatch');
  const isCasedMatch = ({ attributes }: XmlElement) => attributes['caseSensitive'] !== 'false';
  const written = matches.flatMap((match) =>
    elementsIn(match, 'baseValue').map((value) => ({
      text: literal(textIn(value).trim()),
      share: 1,
      feedback: '',
      isCased: isCasedMatch(match),
    })),
  );
  // What is compared with one text by one is read there; a pattern has an example as its correct response.
  const named = written.length + patterns.length > 0 ? [] : correct;
  const isCased = matches.every(isCasedMatch);
  const plain = [...named, ...patterns].map((text) => ({ text, share: 1, feedback: '' }));
  return { answers: [...plain, ...written, ...mapped], isCased, isRelative: false };
}

function literal(text: string): string {
  return text.replaceAll('*', '\\*');
}

/** `a.*b` as `a*b`; null: it is another pattern. */
function wildcardsOf(pattern: string): string | null {
  const pieces = pattern.split('.*').map((piece) => piece.replaceAll(/\\([^A-Za-z0-9])/g, '\0$1'));
  if (pieces.some((piece) => /(?<!\0)[\\.*+?()[\]{}|^$]/.test(piece))) return null;
  return pieces.map((piece) => literal(piece.replaceAll('\0', ''))).join('*');
}

function numbersOf(response: Response, comparisons: readonly XmlElement[]): TypedAnswers {
  const equal = comparisons.find(({ name }) => name === 'equal');
  const [value] = equal ? elementsIn(equal, 'baseValue').map((each) => textIn(each).trim()) : [];
  const correct = value ?? rightValues(response)[0];
  const range = rangeOf(comparisons);
  if (range && (correct === undefined || !equal)) return { answers: [range], isCased: false, isRelative: false };
  const mode = equal?.attributes['toleranceMode'] ?? 'exact';
  const [below = 0, above = below] = (equal?.attributes['tolerance'] ?? '').split(/\s+/).filter(Boolean).map(Number);
  if (correct === undefined) return { answers: [], isCased: false, isRelative: false };
  if (mode === 'relative')
    return { answers: [{ text: correct, share: 1, feedback: '', tolerance: shortNumber(below / 100) }], isCased: false, isRelative: true };
  if (mode !== 'absolute' || below + above === 0)
    return { answers: [{ text: correct, share: 1, feedback: '' }], isCased: false, isRelative: false };
  const middle = below === above ? correct : shortNumber(Number(correct) + (above - below) / 2);
  return {
    answers: [{ text: middle, share: 1, feedback: '', tolerance: shortNumber((below + above) / 2) }],
    isCased: false,
    isRelative: false,
  };
}

/** A number that must not be below one value and not above another. */
function rangeOf(comparisons: readonly XmlElement[]): ScoredAnswer | null {
  const bound = (names: readonly string[]) => {
    const found = comparisons.find(({ name }) => names.includes(name));
    const value = found && elementIn(found, 'baseValue');
    return value ? Number(textIn(value).trim()) : NaN;
  };
  const [least, most] = [bound(['gte', 'gt']), bound(['lte', 'lt'])];
  if (!Number.isFinite(least) || !Number.isFinite(most)) return null;
  return { text: shortNumber((least + most) / 2), share: 1, feedback: '', tolerance: shortNumber(Math.abs(most - least) / 2) };
}
