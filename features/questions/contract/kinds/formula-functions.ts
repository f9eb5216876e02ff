import { FormulaError, type Value } from './formula-tokens.ts';

/** Functions of one or two numbers that a formula may call. */
const OF_NUMBERS: Readonly<Record<string, (...numbers: number[]) => number>> = {
  abs: Math.abs,
  sqrt: Math.sqrt,
  exp: Math.exp,
  ln: Math.log,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  floor: Math.floor,
  ceil: Math.ceil,
  round: (value = Number.NaN, digits = 0) => shifted(Math.round(shifted(value, digits)), -digits),
  min: Math.min,
  max: Math.max,
};

/** Moves the decimal point, exactly: 2.345 becomes 234.5, which 2.345 * 100 isn't. */
function shifted(value: number, digits: number): number {
  const [number = '', exponent = '0'] = String(value).split('e');
  return Number(`${number}e${Number(exponent) + digits}`);
}

const DIGITS_MAX = 20;

/** Functions that take or return texts. */
const OF_TEXTS: Readonly<Record<string, (values: readonly Value[]) => Value>> = {
  fixed: ([value, digits]) => numberIn(value, 'fixed').toFixed(wholeIn(digits, 'fixed', DIGITS_MAX)),
  choose: ([index, ...choices]) => {
    const chosen = choices[wholeIn(index, 'choose', choices.length) - 1];
    if (chosen === undefined) throw new FormulaError(`choose() has ${choices.length} choices and was asked for number ${index}.`);
    return chosen;
  },
  upper: ([text]) => textIn(text, 'upper').toUpperCase(),
  lower: ([text]) => textIn(text, 'lower').toLowerCase(),
  length: ([text]) => Array.from(textIn(text, 'length')).length,
};

/** @throws FormulaError if there is no such function, or it can't be called with these values */
export function callFunction(written: string, values: readonly Value[]): Value {
  const name = written.toLowerCase();
  if (Object.hasOwn(OF_TEXTS, name)) return OF_TEXTS[name]?.(values) ?? Number.NaN;
  const called = Object.hasOwn(OF_NUMBERS, name) ? OF_NUMBERS[name] : undefined;
  if (!called) throw new FormulaError(`There is no function “${written}”.`);
  return called(...values.map((value) => numberIn(value, name)));
}

function numberIn(value: Value | undefined, name: string): number {
  if (typeof value !== 'number') throw new FormulaError(`${name}() needs a number.`);
  return value;
}

function textIn(value: Value | undefined, name: string): string {
  if (typeof value !== 'string') throw new FormulaError(`${name}() needs a text.`);
  return value;
}

function wholeIn(value: Value | undefined, name: string, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > most)
    throw new FormulaError(`${name}() needs a whole number from 0 to ${most}.`);
  return value;
}
