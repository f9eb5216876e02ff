import { callFunction } from './formula-functions.ts';
import { FormulaError, type Token, tokensOf, type Value } from './formula-tokens.ts';
import { plainSigns } from './plain-signs.ts';

const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, π: Math.PI, e: Math.E };

const DEPTH_MAX = 50;
/** Characters of a text that a formula puts together. */
const TEXT_MAX = 200;

type Names = ReadonlyMap<string, Value>;
const NO_NAMES: Names = new Map();

/**
 * Calculates a formula of learners: numbers, `+ - * / % ^`, parentheses, `pi`, `e` and functions. No code of anybody is run.
 *
 * @returns null for what is no formula, and for a result that is no finite number
 */
export function calculate(formula: string): number | null {
  try {
    const value = evaluate(spelledOut(formula));
    return typeof value === 'number' ? value : null;
  } catch (error) {
    if (error instanceof FormulaError) return null;
    throw error;
  }
}

/** A formula of learners with the signs that people leave out: `2π`, `2(3 + 1)`, `√2`, `1 3/4`, `1,5 * 2`. */
function spelledOut(formula: string): string {
  const plain = plainSigns(formula)
    .replaceAll(/√ ?(\d+(?:\.\d+)?)/g, 'sqrt($1)')
    .replaceAll('√', 'sqrt')
    .replace(/^\s*([+-]?) ?(\d+) (\d{1,2} ?\/ ?\d{1,2})\s*$/, '$1($2+$3)')
    .replaceAll(/(?<![\p{L}\p{N}_.])(\d+(?:\.\d+)?) ?(?=\(|(?:pi|π|sqrt)(?![\p{L}\p{N}_]))/giu, '$1*');
  // Where a function is called, a comma separates its numbers.
  return /\p{L}\(/u.test(plain) ? plain : plain.replaceAll(/(?<=\d),(?=\d)/g, '.');
}

/**
 * {@link calculate} with texts, and with names that stand for values.
 *
 * @throws FormulaError with a sentence that says why it has no result
 */
export function evaluate(formula: string, names: Names = NO_NAMES): Value {
  const reader = new FormulaReader(tokensOf(formula), names);
  const value = reader.value();
  reader.end();
  return value;
}

/** Recursive descent over the tokens of a formula, or of what contains formulas; each method reads one level of precedence. */
export class FormulaReader {
  readonly #tokens: readonly Token[];
  readonly #names: Names;
  #at = 0;

  constructor(tokens: readonly Token[], names: Names) {
    this.#tokens = tokens;
    this.#names = names;
  }

  /** Reads one formula. @throws FormulaError, as does every method here */
  value(): Value {
    const value = this.#sum(0);
    if (typeof value === 'number' && !Number.isFinite(value)) throw new FormulaError('The result isn’t a number.');
    if (typeof value === 'string' && value.length > TEXT_MAX) throw new FormulaError(`The text is longer than ${TEXT_MAX} characters.`);
    return value;
  }

  /** Reads a sign or a word, if it is next. */
  take(text: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.text !== text || token.kind === 'text' || token.kind === 'number') return false;
    this.#at++;
    return true;
  }

  /** Nothing may follow. */
  end(): void {
    const next = this.#tokens[this.#at];
    if (next) throw new FormulaError(`“${next.text}” is not expected here.`);
  }

  #sum(depth: number): Value {
    if (depth > DEPTH_MAX) throw new FormulaError('It has too many parentheses.');
    let value = this.#product(depth);
    for (;;) {
      if (this.take('+')) value = added(value, this.#product(depth));
      else if (this.take('-')) value = numberOf(value) - numberOf(this.#product(depth));
      else return value;
    }
  }

  #product(depth: number): Value {
    let value = this.#signed(depth);
    for (;;) {
      if (this.take('*')) value = numberOf(value) * numberOf(this.#signed(depth));
      else if (this.take('/')) value = numberOf(value) / divisorOf(this.#signed(depth));
      else if (this.take('%')) value = numberOf(value) % divisorOf(this.#signed(depth));
      else return value;
    }
  }

  #signed(depth: number): Value {
    if (depth > DEPTH_MAX) throw new FormulaError('It has too many signs.');
    if (this.take('-')) return -numberOf(this.#signed(depth + 1));
    if (this.take('+')) return numberOf(this.#signed(depth + 1));
    const base = this.#atom(depth);
    return this.take('^') ? numberOf(base) ** numberOf(this.#signed(depth + 1)) : base;
  }

  #atom(depth: number): Value {
    const token = this.#tokens[this.#at++];
    if (token?.kind === 'number') return Number(token.text);
    if (token?.kind === 'text') return token.text;
    if (token?.kind === 'name') return this.take('(') ? this.#call(token.text, depth) : this.#valueOf(token.text);
    if (token?.text === '(') return this.#closed(this.#sum(depth + 1));
    throw new FormulaError(token ? `“${token.text}” is not expected here.` : 'The formula is incomplete.');
  }

  #call(name: string, depth: number): Value {
    const values = [this.#sum(depth + 1)];
    while (this.take(',')) values.push(this.#sum(depth + 1));
    return this.#closed(callFunction(name, values));
  }

  #valueOf(name: string): Value {
    const value = this.#names.get(name);
    if (value !== undefined) return value;
    const constant = name.toLowerCase();
    if (Object.hasOwn(CONSTANTS, constant)) return CONSTANTS[constant] ?? Number.NaN;
    throw new FormulaError(`There is no value “${name}”.`);
  }

  #closed(value: Value): Value {
    if (!this.take(')')) throw new FormulaError('A parenthesis is not closed.');
    return value;
  }
}

function numberOf(value: Value): number {
  if (typeof value !== 'number') throw new FormulaError(`“${value}” is a text: only + works with texts.`);
  return value;
}

function divisorOf(value: Value): number {
  const divisor = numberOf(value);
  if (divisor === 0) throw new FormulaError('It divides by zero.');
  return divisor;
}

/** A sum, or a text and what follows it. */
function added(one: Value, other: Value): Value {
  if (typeof one === 'number' && typeof other === 'number') return one + other;
  const text = `${showValue(one)}${showValue(other)}`;
  if (text.length > TEXT_MAX) throw new FormulaError(`The text is longer than ${TEXT_MAX} characters.`);
  return text;
}

/** A value as it is put into texts: a number without the noise of binary fractions. */
export function showValue(value: Value): string {
  // Adding zero makes zero of what is called negative zero.
  return typeof value === 'string' ? value : String(withoutNoise(value) + 0);
}

/** A number as people would write it: 0.3 for 0.1 + 0.2. Whole numbers are exact already. */
export function withoutNoise(value: number): number {
  return Number.isSafeInteger(value) ? value : Number(value.toPrecision(12));
}
