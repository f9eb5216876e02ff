/** Mutants of SQL code. */

import { sqlTokens, type SqlToken } from '#platform/content/code/sql-tokens.ts';
import type { Edit } from './edits.ts';
import type { MutantKind } from './tree-mutants.ts';

/** In lower case. */
const SWAPS: Readonly<Record<string, readonly string[]>> = {
  '=': ['<>'],
  '<>': ['='],
  '!=': ['='],
  '<': ['<=', '>'],
  '<=': ['<', '>='],
  '>': ['>=', '<'],
  '>=': ['>', '<='],
  '+': ['-'],
  '-': ['+'],
  '*': ['+'],
  '/': ['*'],
  and: ['OR'],
  or: ['AND'],
  asc: ['DESC'],
  desc: ['ASC'],
  left: ['INNER'],
  inner: ['LEFT'],
  like: ['NOT LIKE'],
  between: ['NOT BETWEEN'],
  exists: ['NOT EXISTS'],
  union: ['INTERSECT'],
  intersect: ['UNION'],
};
const FUNCTIONS: Readonly<Record<string, string>> = {
  min: 'MAX',
  max: 'MIN',
  sum: 'AVG',
  avg: 'SUM',
  count: 'MAX',
  upper: 'LOWER',
  lower: 'UPPER',
  floor: 'CEIL',
  ceil: 'FLOOR',
};
/** Words that can be left out alone. */
const OPTIONAL = new Set(['distinct', 'not', 'all', 'outer']);
/** Words that begin a part of a query that can be left out, and all that may follow one. */
const PARTS = new Set(['where', 'having', 'order', 'limit', 'group', 'offset']);
const ENDS = new Set([...PARTS, 'union', 'intersect', 'except', 'window', 'returning', 'from']);

/** How far the other end of a part is looked for, in tokens. */
const FURTHEST = 200;

/** The single mistakes that SQL code can have, as edits. */
export function sqlMutants(code: string): Edit<MutantKind>[] {
  const tokens = sqlTokens(code);
  return tokens.flatMap((token, index) => [
    ...swapEdits(tokens, index),
    ...constantEdits(token),
    ...partEdits(tokens, index),
    ...columnEdits(code, tokens, index),
  ]);
}

const lower = (token: SqlToken | undefined): string => token?.text.toLowerCase() ?? '';

function swapEdits(tokens: readonly SqlToken[], index: number): Edit<MutantKind>[] {
  const token = tokens[index];
  if (!token || token.type === 'String' || token.type === 'Number') return [];
  const { from, to } = token;
  const word = lower(token);
  const [before, after] = [lower(tokens[index - 1]), lower(tokens[index + 1])];
  // The AND of BETWEEN, the star of SELECT * and COUNT(*), and LEFT(text, 3) are something else.
  if (
    word === 'and' &&
    tokens
      .slice(Math.max(0, index - FURTHEST), index)
      .findLast(({ text }) => /^(between|and|or|where|on)$/i.test(text))
      ?.text.toLowerCase() === 'between'
  )
    return [];
  if (word === '*' && (after === ')' || after === 'from' || after === ',' || ['select', '(', '.', ',', 'distinct'].includes(before)))
    return [];
  if (after === '(' && FUNCTIONS[word] !== undefined) return [{ kind: 'name', from, to, text: FUNCTIONS[word] }];
  if (word === 'left' && after === '(') return [];
  if (word === 'is') return after === 'not' ? [] : [{ kind: 'operator', from, to, text: 'IS NOT' }];
  if (word === 'in' && before !== 'not') return [{ kind: 'operator', from, to, text: 'NOT IN' }];
  if (OPTIONAL.has(word)) return [{ kind: word === 'not' ? 'operator' : 'dropped', from, to: tokens[index + 1]?.from ?? to, text: '' }];
  if (before === 'not' && (word === 'like' || word === 'between' || word === 'exists')) return [];
  if (word === 'join' && !['left', 'right', 'full', 'outer', 'inner', 'cross', 'natural'].includes(before))
    return [{ kind: 'operator', from, to, text: 'LEFT JOIN' }];
  return (SWAPS[word] ?? []).map((text) => ({ kind: 'operator', from, to, text }));
}

function constantEdits({ type, text, from, to }: SqlToken): Edit<MutantKind>[] {
  if (type === 'Number' && /^\d+$/.test(text)) return [{ kind: 'constant', from, to, text: String(BigInt(text) + 1n) }];
  if (type === 'String' && text.length > 2)
    return [
      { kind: 'constant', from: from + 1, to: to - 1, text: '' },
      { kind: 'constant', from: to - 1, to: to - 1, text: 'x' },
    ];
  return [];
}

/** A part such as WHERE … is left out. */
function partEdits(tokens: readonly SqlToken[], index: number): Edit<MutantKind>[] {
  const token = tokens[index];
  if (!token || !PARTS.has(lower(token))) return [];
  const rest = tokens.slice(index + 1, index + 1 + FURTHEST);
  const length = rest.findIndex(
    (next) => next.depth < token.depth || (next.depth === token.depth && (next.text === ';' || ENDS.has(lower(next)))),
  );
  if (length === -1 && index + FURTHEST < tokens.length - 1) return [];
  const last = tokens[length === -1 ? tokens.length - 1 : index + length];
  return last && last !== token ? [{ kind: 'dropped', from: token.from, to: last.to, text: '' }] : [];
}

/** The first two columns of a SELECT change places. */
function columnEdits(code: string, tokens: readonly SqlToken[], index: number): Edit<MutantKind>[] {
  const token = tokens[index];
  if (!token || lower(token) !== 'select') return [];
  const start = lower(tokens[index + 1]) === 'distinct' ? index + 2 : index + 1;
  const columns: { from: number; to: number }[] = [];
  let from = tokens[start]?.from;
  for (const [offset, next] of tokens.slice(start, start + FURTHEST).entries()) {
    const isOuter = next.depth === token.depth;
    const isEnd = next.depth < token.depth || (isOuter && (next.text === ';' || ENDS.has(lower(next))));
    if (!isEnd && !(isOuter && next.text === ',')) continue;
    const last = tokens[start + offset - 1];
    if (from !== undefined && last && last.to > from) columns.push({ from, to: last.to });
    if (isEnd || columns.length === 2) break;
    from = tokens[start + offset + 1]?.from;
  }
  const [one, other] = columns;
  if (!one || !other) return [];
  const text = code.slice(other.from, other.to) + code.slice(one.to, other.from) + code.slice(one.from, one.to);
  return [{ kind: 'arguments', from: one.from, to: other.to, text }];
}
