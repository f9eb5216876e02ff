import { plainSigns } from './plain-signs.ts';

/** What a formula calculates with. */
export type Value = number | string;

/** Why a text is no formula, or has no result: a sentence. */
export class FormulaError extends Error {}

export interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'sign';
  readonly text: string;
}

/** Characters of a formula. */
const FORMULA_MAX = 500;

// A point before another one belongs to a range: 1..9.
const TOKEN =
  /\s*(?:(?<number>(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|"(?<double>[^"\n]*)"|'(?<single>[^'\n]*)'|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<sign>\*\*|\.\.|[-+*/%^(),|]))/uy;

/** @throws FormulaError for characters that no formula has */
export function tokensOf(formula: string): Token[] {
  if (formula.length > FORMULA_MAX) throw new FormulaError(`The formula is longer than ${FORMULA_MAX} characters.`);
  const tokens: Token[] = [];
  const source = withPlainSigns(formula).trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const from = TOKEN.lastIndex;
    const { number, double, single, name, sign } = TOKEN.exec(source)?.groups ?? {};
    const text = double ?? single;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (text !== undefined) tokens.push({ kind: 'text', text });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign === '**' ? '^' : sign });
    else throw new FormulaError(`“${source.slice(from).trimStart().slice(0, 10)}” can’t be read.`);
  }
  return tokens;
}

/** The name that a text consists of, apart from spaces; null: it is something else. */
export function nameAlone(text: string): string | null {
  try {
    const [token, ...others] = tokensOf(text);
    return token?.kind === 'name' && others.length === 0 ? token.text : null;
  } catch (error) {
    if (error instanceof FormulaError) return null;
    throw error;
  }
}

/** Signs as a keyboard has them, everywhere but in texts. */
function withPlainSigns(formula: string): string {
  return formula.replaceAll(/"[^"\n]*"|'[^'\n]*'|[^"']+/g, (part) => (/^["']/.test(part) ? part : plainSigns(part)));
}
