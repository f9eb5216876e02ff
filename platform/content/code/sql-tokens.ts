/** Tokens of SQL code. */

import { PostgreSQL, SQLite, StandardSQL } from '@codemirror/lang-sql';

/** The dialects differ in what quotes strings and names, and in whether comments nest. */
const DIALECTS = { standard: StandardSQL, sqlite: SQLite, postgres: PostgreSQL } as const;
export type SqlDialectName = keyof typeof DIALECTS;

/** A token of SQL. `depth`: the number of parentheses and brackets around it. */
export interface SqlToken {
  readonly type: string;
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

/** The tokens of SQL code, without comments. Names with dots are one token. */
export function sqlTokens(code: string, dialect: SqlDialectName = 'standard'): SqlToken[] {
  const tokens: SqlToken[] = [];
  let depth = 0;
  DIALECTS[dialect].language.parser.parse(code).iterate({
    enter({ name, from, to, node }) {
      if (name === '(' || name === '[') depth += 1;
      if (name === ')' || name === ']') depth -= 1;
      const isWhole = name === 'CompositeIdentifier' || node.firstChild === null;
      if (!isWhole) return true;
      if (!name.endsWith('Comment') && to > from) tokens.push({ type: name, text: code.slice(from, to), from, to, depth });
      return false;
    },
  });
  return tokens;
}
