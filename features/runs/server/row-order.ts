/** Reads from SQL code how its outermost query orders its rows: only that order is fixed. */

import { sqlTokens, type SqlDialectName, type SqlToken } from '#platform/content/code/sql-tokens.ts';

interface SortKey {
  /** The expression, without its direction. */
  readonly text: string;
  /** The number of the result's column, from 0, or the name of one, if the key is only that; null: another expression. */
  readonly column: number | string | null;
}

/** How the last statement with a result orders its rows. */
export interface RowOrder {
  /** Empty: the rows may come in any order. Null: their order isn't that of a query, as of PRAGMA, and all of it counts. */
  readonly keys: readonly SortKey[] | null;
  /** How many rows are left out at the beginning; null: it isn't known. */
  readonly offset: number | null;
  /** Whether it takes only some of the rows. */
  readonly isLimited: boolean;
  /** Where columns can be added to the query; null: it can't have more. */
  readonly columnsEnd: number | null;
  /** The part of the code that limits the rows; null: there is none. */
  readonly limit: { readonly from: number; readonly to: number } | null;
}

const OWN_ORDER: RowOrder = { keys: null, offset: 0, isLimited: false, columnsEnd: null, limit: null };

const QUERIES = new Set(['select', 'values', 'with', 'table', '(']);
const REPORTS = new Set(['pragma', 'explain', 'show', 'describe']);
const COMPOUND = new Set(['union', 'intersect', 'except', 'values', 'table']);
const LIMITS = new Set(['limit', 'offset', 'fetch']);
/** What may follow the columns of a query. */
const AFTER_COLUMNS = new Set(['from', 'where', 'group', 'having', 'window', 'order', 'for', ...LIMITS]);
const NULLS = 'nulls';

const word = (token: SqlToken | undefined): string => token?.text.toLowerCase() ?? '';

/** Longer code isn't parsed: it isn't written by hand. */
const MOST_PARSED = 50_000;

/** How the rows of SQL code are ordered. */
export function readRowOrder(code: string, dialect: SqlDialectName): RowOrder {
  if (code.length > MOST_PARSED) return OWN_ORDER;
  for (const statement of statementsOf(sqlTokens(code, dialect)).toReversed()) {
    const first = word(statement[0]);
    if (REPORTS.has(first) || first.startsWith('.')) return OWN_ORDER;
    const returns = statement.some((token) => word(token) === 'returning' && token.depth === statement[0]?.depth);
    if (QUERIES.has(first) || returns) return orderOf(code, withoutParentheses(statement));
  }
  return OWN_ORDER;
}

function statementsOf(tokens: readonly SqlToken[]): SqlToken[][] {
  const statements: SqlToken[][] = [[]];
  for (const token of tokens) {
    if (token.text === ';' && token.depth === 0) statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements.filter((statement) => statement.length > 0);
}

/** A query may be in parentheses as a whole, and in many of them: each token is read once. */
function withoutParentheses(statement: readonly SqlToken[]): readonly SqlToken[] {
  const firstClosing = new Map<number, number>();
  for (const [index, { text, depth }] of statement.entries()) {
    if (text === ')' && !firstClosing.has(depth)) firstClosing.set(depth, index);
  }
  const isClosedBy = (open: SqlToken | undefined, end: number) => open?.text === '(' && firstClosing.get(open.depth - 1) === end;
  let around = 0;
  while (isClosedBy(statement[around], statement.length - 1 - around)) around += 1;
  return around === 0 ? statement : statement.slice(around, statement.length - around);
}

function orderOf(code: string, statement: readonly SqlToken[]): RowOrder {
  const depth = statement[0]?.text === '(' ? statement[0].depth - 1 : (statement[0]?.depth ?? 0);
  const outer = statement.filter((token) => token.depth === depth);
  const order = outer.findLastIndex((token, index) => word(token) === 'order' && word(outer[index + 1]) === 'by');
  const tail = order === -1 ? 0 : order;
  const limits = outer.findIndex((token, index) => index >= tail && LIMITS.has(word(token)));
  const limitStart = outer[limits]?.from ?? Infinity;
  const end = limits === -1 ? (statement.at(-1)?.to ?? 0) : limitStart;
  const isCompound = outer.some((token) => COMPOUND.has(word(token)));
  const select = outer.findLastIndex((token) => word(token) === 'select');
  const columnsEnd = outer.find((token, index) => index > select && AFTER_COLUMNS.has(word(token)))?.from ?? null;
  return {
    keys: order === -1 ? [] : keysOf(code, statement, { depth, from: outer[order + 1]?.to ?? 0, to: end }),
    offset: limits === -1 ? 0 : offsetOf(outer.slice(limits)),
    isLimited: limits !== -1,
    columnsEnd: isCompound || select === -1 ? null : columnsEnd,
    limit: limits === -1 ? null : { from: limitStart, to: statement.at(-1)?.to ?? limitStart },
  };
}

function keysOf(code: string, statement: readonly SqlToken[], at: { depth: number; from: number; to: number }): SortKey[] {
  const keys: SqlToken[][] = [[]];
  for (const token of statement) {
    if (token.from < at.from || token.from >= at.to) continue;
    if (token.text === ',' && token.depth === at.depth) keys.push([]);
    else keys.at(-1)?.push(token);
  }
  return keys.flatMap((tokens) => keyOf(code, tokens) ?? []);
}

function keyOf(code: string, tokens: readonly SqlToken[]): SortKey | null {
  const isNulls = word(tokens.at(-2)) === NULLS;
  const sorted = isNulls ? tokens.slice(0, -2) : tokens;
  const isDirected = ['asc', 'desc'].includes(word(sorted.at(-1)));
  const expression = isDirected ? sorted.slice(0, -1) : sorted;
  const [first, second] = expression;
  const last = expression.at(-1);
  if (!first || !last) return null;
  const text = code.slice(first.from, last.to);
  return { text, column: second ? null : columnOf(first) };
}

function columnOf({ type, text }: SqlToken): number | string | null {
  if (type === 'Number') return /^\d+$/.test(text) ? Number(text) - 1 : null;
  if (type === 'QuotedIdentifier') return text.slice(1, -1);
  // SQLite reads a name in quotes that it doesn't know as a text, and many names are keywords of some dialect.
  return /^[\p{L}_][\p{L}\p{N}_$]*$/u.test(text) ? text : null;
}

/** `LIMIT 3`, `LIMIT 3 OFFSET 2`, `LIMIT 2, 3`, `OFFSET 2 ROWS FETCH FIRST 3 ROWS ONLY` */
function offsetOf(tokens: readonly SqlToken[]): number | null {
  const offset = tokens.findIndex((token) => word(token) === 'offset');
  if (offset !== -1) return wholeNumber(tokens[offset + 1]);
  return tokens[2]?.text === ',' ? wholeNumber(tokens[1]) : 0;
}

function wholeNumber(token: SqlToken | undefined): number | null {
  return token && /^\d+$/.test(token.text) ? Number(token.text) : null;
}

/** Which columns of a result are the keys, in order. Null: some key isn't a column. */
export function keyColumns({ keys }: RowOrder, columns: readonly string[]): number[] | null {
  const indexOf = columnIndexes(columns);
  const found = (keys ?? []).map(indexOf);
  return found.every((index) => index !== null) ? unique(found) : null;
}

/** Keys that repeat another one order nothing. */
function unique(keys: readonly number[]): number[] {
  return [...new Set(keys)];
}

/** The column of a key; null: it is none of these columns. */
function columnIndexes(columns: readonly string[]): (key: SortKey) => number | null {
  const byName = new Map(columns.map((name, index) => [name.toLowerCase(), index] as const).toReversed());
  return ({ column }) => {
    if (typeof column === 'number') return column >= 0 && column < columns.length ? column : null;
    return column === null ? null : (byName.get(column.toLowerCase()) ?? null);
  };
}

/** A query for all rows from which a limited one takes some, with its keys as columns. */
export interface RankingQuery {
  readonly code: string;
  readonly keys: readonly number[];
  readonly offset: number;
}

/**
 * Writes the query whose result says which rows are equal as far as the order goes.
 *
 * @param columns Of the result of `code`.
 * @returns null if there is no such query, or the result of `code` says all of that.
 */
export function rankingQuery(code: string, order: RowOrder, columns: readonly string[]): RankingQuery | null {
  const { keys, offset, columnsEnd, limit } = order;
  if (keys === null || offset === null) return null;
  const found = keys.map(columnIndexes(columns));
  const added = keys.filter((_, index) => found[index] === null);
  if (added.length === 0 && limit === null) return null;
  if (added.length > 0 && columnsEnd === null) return null;
  const more = added.map(({ text }) => `, (${text}\n)`).join('');
  const unlimited = limit === null ? code : code.slice(0, limit.from) + code.slice(limit.to);
  const at = columnsEnd ?? 0;
  let next = columns.length;
  return {
    code: more === '' ? unlimited : `${unlimited.slice(0, at)}${more} ${unlimited.slice(at)}`,
    keys: unique(found.map((index) => index ?? (next += 1) - 1)),
    offset,
  };
}
