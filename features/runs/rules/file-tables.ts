import { sqlTokens } from '#platform/content/code/sql-tokens.ts';
import { readDelimited } from '#platform/content/delimited.ts';
import type { CodeNames } from '../contract/code-names.ts';
import { isSqlite, readSqliteSchema } from './sqlite-schema.ts';

type Table = CodeNames['tables'][number];

/** The beginning of a file that code can open. */
export interface FileStart {
  /** The path by which code opens it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const SCRIPT = /\.sql$/i;
const SEPARATORS: Readonly<Record<string, string>> = { csv: ',', tsv: '\t' };
/** How many columns of a file or table are named; files can have thousands. */
const MOST_COLUMNS = 500;
const LONGEST_NAME = 200;
/** What a definition in CREATE TABLE begins with, if it isn't a column. */
const CONSTRAINTS = new Set(['constraint', 'primary', 'unique', 'check', 'foreign', 'exclude', 'like', 'key']);

/** The columns of a file with rows of text; empty: it has none. */
export function columnsOf({ name, bytes }: FileStart): string[] {
  const separator = SEPARATORS[endingOf(name)];
  if (separator === undefined) return [];
  // The rows behind the first one aren't needed, but a quoted name may have line ends.
  const [header = []] = readDelimited(new TextDecoder().decode(bytes.subarray(0, 65_536)), separator);
  return distinct(header);
}

/**
 * The tables that SQL finds, by the rules of a run: the first database is the main one and others have the name of their file; a script makes
 * tables unless a database has its name; a CSV file is a table of its name.
 */
export function tablesOf(files: readonly FileStart[]): Table[] {
  const inOrder = files.toSorted(
    (one, other) => Number(one.name.includes('/')) - Number(other.name.includes('/')) || (one.name < other.name ? -1 : 1),
  );
  const databases = inOrder.filter(({ bytes }) => isSqlite(bytes));
  const built = new Set(databases.map(({ name }) => stemOf(name)));
  const tables = databases.flatMap(({ name, bytes }, index) =>
    readSqliteSchema(bytes).map((entry) => ({
      schema: index === 0 ? null : stemOf(name),
      name: entry.name,
      columns: tablesOfScript(entry.sql)[0]?.columns ?? [],
    })),
  );
  for (const { name, bytes } of inOrder)
    if (SCRIPT.test(name) && !built.has(stemOf(name))) tables.push(...tablesOfScript(new TextDecoder().decode(bytes)));
  for (const file of inOrder) {
    const isTaken = tables.some(({ schema, name }) => schema === null && name.toLowerCase() === stemOf(file.name).toLowerCase());
    if (SEPARATORS[endingOf(file.name)] !== undefined && !isTaken)
      tables.push({ schema: null, name: stemOf(file.name), columns: columnsOf(file) });
  }
  return tables;
}

/** The tables and views that a script creates, with the columns that it lists. */
export function tablesOfScript(script: string): Table[] {
  const tokens = sqlTokens(script);
  const tables: Table[] = [];
  for (const [index, { text, depth }] of tokens.entries()) {
    if (depth > 0 || text.toLowerCase() !== 'create') continue;
    const words = tokens.slice(index + 1, index + 9);
    const kind = words.findIndex((word) => /^(?:table|view)$/i.test(word.text));
    // `create temporary table if not exists orders (`
    if (kind === -1 || kind > 3) continue;
    const at = index + 2 + kind + (words[kind + 1]?.text.toLowerCase() === 'if' ? 3 : 0);
    const name = tokens[at];
    if (name) tables.push({ schema: null, name: plainName(name.text), columns: columnsAfter(tokens, at + 1) });
  }
  return tables;
}

/** The columns of the definitions between the parentheses that begin here. */
function columnsAfter(tokens: ReturnType<typeof sqlTokens>, from: number): string[] {
  const opening = tokens[from];
  if (opening?.text !== '(') return [];
  const names: string[] = [];
  for (let index = from + 1; index < tokens.length && (tokens[index]?.depth ?? 0) >= opening.depth; index++) {
    const isFirst = index === from + 1 || (tokens[index - 1]?.text === ',' && tokens[index]?.depth === opening.depth);
    const text = tokens[index]?.text ?? '';
    if (isFirst && !CONSTRAINTS.has(text.toLowerCase())) names.push(plainName(text));
  }
  return distinct(names);
}

/** A name without its quotes and its schema. */
function plainName(text: string): string {
  const quote = text.at(-1);
  if (quote !== '"' && quote !== '`') return text.slice(text.lastIndexOf('.') + 1);
  return text.slice(text.lastIndexOf(`.${quote}`) + 2, -1).replaceAll('""', '"');
}

function distinct(names: readonly string[]): string[] {
  const trimmed = names.map((name) => name.replace(/^\uFEFF/, '').trim());
  return [...new Set(trimmed)].filter((name) => name !== '' && name.length <= LONGEST_NAME).slice(0, MOST_COLUMNS);
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase();
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}
