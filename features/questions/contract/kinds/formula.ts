/** Functions of one or two numbers that a formula may call. */
const FUNCTIONS: Readonly<Record<string, (...numbers: number[]) => number>> = {
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
  round: (value = Number.NaN, digits = 0) => Number(`${Math.round(Number(`${value}e${digits}`))}e${-digits}`),
  min: Math.min,
  max: Math.max,
};

const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, π: Math.PI, e: Math.E };

const FORMULA_MAX = 500;
const DEPTH_MAX = 50;

const TOKEN = /\s*(?:(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<sign>\*\*|[-+*/%^(),]))/uy;

/**
 * Calculates a formula: numbers, names, `+ - * / % ^`, parentheses, `pi`, `e` and the functions above. No code of anybody is run.
 *
 * @param names the values of further names
 * @returns null for what is no formula, and for a result that is no finite number
 */
export function calculate(formula: string, names: Readonly<Record<string, number>> = {}): number | null {
  const tokens = tokensOf(formula.normalize('NFKC').replaceAll(/[−–]/g, '-').replaceAll(/[·×]/g, '*').replaceAll('÷', '/'));
  if (tokens === null) return null;
  try {
    const reader = new Reader(tokens, names);
    const value = reader.sum(0);
    return reader.isAtEnd && Number.isFinite(value) ? value : null;
  } catch (error) {
    if (error instanceof NoFormula) return null;
    throw error;
  }
}

class NoFormula extends Error {}

interface Token {
  readonly kind: 'number' | 'name' | 'sign';
  readonly text: string;
}

function tokensOf(text: string): Token[] | null {
  if (text.length > FORMULA_MAX) return null;
  const tokens: Token[] = [];
  const source = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const { number, name, sign } = TOKEN.exec(source)?.groups ?? {};
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign === '**' ? '^' : sign });
    else return null;
  }
  return tokens;
}

/** Recursive descent over the tokens; each method reads one level of precedence. */
class Reader {
  readonly #tokens: readonly Token[];
  readonly #names: Readonly<Record<string, number>>;
  #at = 0;

  constructor(tokens: readonly Token[], names: Readonly<Record<string, number>>) {
    this.#tokens = tokens;
    this.#names = names;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  sum(depth: number): number {
    if (depth > DEPTH_MAX) throw new NoFormula();
    let value = this.#product(depth);
    for (;;) {
      if (this.#take('+')) value += this.#product(depth);
      else if (this.#take('-')) value -= this.#product(depth);
      else return value;
    }
  }

  #product(depth: number): number {
    let value = this.#signed(depth);
    for (;;) {
      if (this.#take('*')) value *= this.#signed(depth);
      else if (this.#take('/')) value /= this.#signed(depth);
      else if (this.#take('%')) value %= this.#signed(depth);
      else return value;
    }
  }

  #signed(depth: number): number {
    if (depth > DEPTH_MAX) throw new NoFormula();
    if (this.#take('-')) return -this.#signed(depth + 1);
    if (this.#take('+')) return this.#signed(depth + 1);
    const base = this.#atom(depth);
    return this.#take('^') ? base ** this.#signed(depth + 1) : base;
  }

  #atom(depth: number): number {
    const token = this.#tokens[this.#at++];
    if (token?.kind === 'number') return Number(token.text);
    if (token?.kind === 'name') return this.#take('(') ? this.#call(token.text, depth) : this.#valueOf(token.text);
    if (token?.text === '(') return this.#closed(this.sum(depth + 1));
    throw new NoFormula();
  }

  #call(name: string, depth: number): number {
    const called = Object.hasOwn(FUNCTIONS, name.toLowerCase()) ? FUNCTIONS[name.toLowerCase()] : undefined;
    const numbers = [this.sum(depth + 1)];
    while (this.#take(',')) numbers.push(this.sum(depth + 1));
    if (!called) throw new NoFormula();
    return this.#closed(called(...numbers));
  }

  #valueOf(name: string): number {
    if (Object.hasOwn(this.#names, name)) return this.#names[name] ?? Number.NaN;
    const constant = name.toLowerCase();
    if (Object.hasOwn(CONSTANTS, constant)) return CONSTANTS[constant] ?? Number.NaN;
    throw new NoFormula();
  }

  #closed(value: number): number {
    if (!this.#take(')')) throw new NoFormula();
    return value;
  }

  #take(sign: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'sign' || token.text !== sign) return false;
    this.#at++;
    return true;
  }
}
