import { plainSigns } from './plain-signs.ts';

/** What a person typed as a number: its value and what follows it, such as a unit. */
export interface TypedNumber {
  readonly value: number;
  /** The same, exactly: of whole numbers with more digits than `value` can have. */
  readonly whole?: bigint;
  readonly rest: string;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/;
/** Spaces between groups of three digits, among them the narrow ones that publishers use. */
const GROUP_SPACES = /(?<=\d)[ \u{a0}\u{2007}\u{2009}\u{202f}'’_](?=\d{3}(?!\d))/gu;
/** `x =` or `≈`: learners write down the result of a calculation. */
const RESULT_SIGN = /^(?:\p{L}[\p{L}\p{N}_]* ?[=≈]|[=≈~]) ?/u;
/** Of a power of ten: `^3`, `**-3`, `^(-3)`. */
const EXPONENT = String.raw`10 ?(?:\^|\*\*) ?[({]?([+-]?\d+)[)}]?`;
const TIMES_POWER = new RegExp(String.raw`(?<=\d) ?[*xX] ?${EXPONENT}`);
const POWER_ALONE = new RegExp(`^([+-]?)${EXPONENT}`);
/** From here on, decimal numbers of a computer leave out whole numbers, or their neighbors count as the same. */
const EXACT_FROM = 1e15;

/**
 * Reads a number as people write it: `1.5`, `1,5`, `1 000 000`, `−2`, `1.5e3`, `1.5·10^3`, `50 %`. A single comma is a decimal sign,
 * unless a point follows it. Null: it begins with no number.
 */
export function readNumber(typed: string): TypedNumber | null {
  return read(decimalPoint(folded(typed)));
}

/** Every number that people mean with a text: 1,000 is one with three decimal places, or a thousand. The first is that of {@link readNumber}. */
export function readingsOf(typed: string): TypedNumber[] {
  const text = folded(typed);
  const grouped = /^[+-]?[1-9]\d{0,2},\d{3}(?!\d)/.test(text) ? [text.replace(',', '')] : [];
  return [decimalPoint(text), ...grouped].flatMap((plain) => read(plain) ?? []);
}

function folded(typed: string): string {
  return plainSigns(typed)
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(RESULT_SIGN, '')
    .replace(/^([+-]) (?=[\d.,])/, '$1')
    .replaceAll(GROUP_SPACES, '');
}

function read(text: string): TypedNumber | null {
  const plain = text.replace(TIMES_POWER, 'e$1').replace(POWER_ALONE, '$11e$2');
  const [found] = NUMBER.exec(plain) ?? [];
  if (found === undefined) return null;
  // The full stop of a sentence.
  const rest = plain.slice(found.length).trim().replace(/\.$/, '');
  const value = Number(found);
  if (!Number.isFinite(value)) return null;
  return { value, rest, ...(Math.abs(value) >= EXACT_FROM && { whole: wholeOf(found) }) };
}

function wholeOf(number: string): bigint | undefined {
  const [, sign = '', digits = '', decimals = '', exponent = '0'] = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE](.+))?$/.exec(number) ?? [];
  const zeros = Number(exponent) - decimals.length;
  const all = digits + decimals;
  const exact = zeros >= 0 ? all + '0'.repeat(zeros) : all.slice(0, zeros);
  if (zeros < 0 && /[^0]/.test(all.slice(zeros))) return undefined;
  return BigInt(exact) * (sign === '-' ? -1n : 1n);
}

function decimalPoint(text: string): string {
  // 1.234,5 and 1.234.567
  if (/^[+-]?\d{1,3}(?:(?:\.\d{3})+,\d|(?:\.\d{3}){2,}(?![\d.]))/.test(text))
    return text.replace(/^[\d.+-]+/, (digits) => digits.replaceAll('.', '')).replace(',', '.');
  const commas = text.split(',').length - 1;
  if (commas === 0) return text;
  // With a point, or with several commas, also in groups of two as in India.
  if (commas > 1 || /^[+-]?\d{1,3}(?:,\d{3})+\.\d/.test(text))
    return text.replace(/^([+-]?\d{1,3}(?:,\d{2,3})*,\d{3})(?![\d,])/, (digits) => digits.replaceAll(',', ''));
  return text.replace(/(?<=\d|^[+-]?),(?=\d)/, '.');
}
