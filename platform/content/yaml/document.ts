import {
  Composer,
  type CST,
  Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type ParsedNode,
  Parser,
  visit,
  YAMLParseError,
  type Node,
} from 'yaml';
import type { Plain } from './plain.ts';

/** Limits for files: larger, deeper or longer ones are rejected (alias bombs, hostile nesting). */
const MOST_CHARACTERS = 10_000_000;
const DEEPEST = 100;
const MOST_VALUES = 200_000;
const MOST_ALIASES = 1_000;
/** What the parser reads one by one: indicators, scalars, spaces, line ends. */
const MOST_TOKENS = 600_000;

/**
 * YAML 1.2 whatever a file's directive says; of duplicate keys the first is used; strings that older parsers read as dates or
 * booleans are quoted.
 */
const OPTIONS = { schema: 'core', uniqueKeys: false, compat: 'yaml-1.1', logLevel: 'error', prettyErrors: false } as const;

export const BYTE_ORDER_MARK = '\ufeff';

export type YamlDocument = Document<Node, boolean>;

/** A file that isn't YAML, or exceeds the limits. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
  /** Where in the text, if that is known. */
  readonly at: number | undefined;

  constructor(message: string, at?: number) {
    super(message);
    this.at = at;
  }
}

/**
 * Parses a YAML file.
 *
 * @throws YamlError with a message for the author that names the line
 */
export function parseYaml(text: string): YamlDocument {
  if (text.length > MOST_CHARACTERS) throw new YamlError('This file is too large.');
  // The parser counts a byte order mark as a column, which breaks the indentation of lists.
  const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const lineCounter = new LineCounter();
  const composer = new Composer<ParsedNode, boolean>({ ...OPTIONS, lineCounter });
  const [doc, second] = composer.compose(boundedTokens(source, lineCounter), true, source.length);
  if (!doc) throw new YamlError('This is not valid YAML.');
  if (second) doc.errors.push(new YAMLParseError([second.range[0], second.range[1]], 'MULTIPLE_DOCS', 'There are several documents'));
  const error = doc.errors[0];
  if (error?.code === 'RESOURCE_EXHAUSTION') throw new YamlError('This file is nested too deeply.');
  if (error) {
    // Only for the first error: looking up thousands of lines takes longer than everything else.
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new YamlError(`This is not valid YAML: ${error.message.split('\n')[0]} at line ${line}, column ${col}.`, error.pos[0]);
  }
  toPlain(doc);
  return doc;
}

/** Checked before nodes are composed: building nested collections takes a thousand times as long as reading their tokens. */
function boundedTokens(source: string, lineCounter: LineCounter): CST.Token[] {
  lineCounter.addNewLine(0);
  const parser = new Parser(lineCounter.addNewLine);
  const tokens: CST.Token[] = [];
  let left = MOST_TOKENS;
  for (const lexeme of new Lexer().lex(source)) {
    if (--left < 0) throw new YamlError('This file contains too many values or aliases.');
    for (const token of parser.next(lexeme)) tokens.push(token);
    // Besides the open collections: the document, and the innermost scalar.
    if (parser.stack.length > DEEPEST + 2) throw new YamlError('This file is nested too deeply.');
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

/** A new document with the contents `value`. */
export function newYaml(value: Plain): YamlDocument {
  return new Document<Node, boolean>(value, OPTIONS);
}

export function hasAliases(doc: YamlDocument): boolean {
  let found = false;
  visit(doc, {
    Alias() {
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}

/**
 * The data of a node (by default of the whole document) with resolved aliases. `asText`: unquoted scalars as written, so that a
 * version `3.10` isn't the number 3.1.
 *
 * @throws YamlError for data that is too large or nested too deeply
 */
export function toPlain(doc: YamlDocument, node: unknown = doc.contents, asText = false): Plain {
  const left = { values: MOST_VALUES, aliases: MOST_ALIASES };
  const read = (at: unknown, depth: number): Plain => {
    if (depth > DEEPEST) throw new YamlError('This file is nested too deeply.');
    if (--left.values < 0 || left.aliases < 0) throw new YamlError('This file contains too many values or aliases.');
    if (isAlias(at)) {
      left.aliases--;
      return read(at.resolve(doc), depth + 1);
    }
    if (isSeq(at)) return at.items.map((item) => read(item, depth + 1));
    if (isMap(at)) {
      const entries = new Map<string, Plain>();
      for (const { key, value } of at.items) {
        const name = keyText(key);
        if (!entries.has(name)) entries.set(name, read(value, depth + 1));
      }
      return Object.fromEntries(entries);
    }
    return isScalar(at) ? scalarPlain(at, asText) : null;
  };
  return read(node, 0);
}

/** A key of a map as text; our files only have scalar keys. */
export function keyText(key: unknown): string {
  if (!isScalar(key)) return typeof key === 'string' ? key : '';
  return typeof key.value === 'string' ? key.value : (key.source ?? '');
}

function scalarPlain(scalar: { value: unknown; source?: string }, asText: boolean): Plain {
  const { value, source } = scalar;
  if (asText && typeof value !== 'string' && source !== undefined) return source;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
