import { Document, isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, parseDocument, Parser, visit, type Node } from 'yaml';
import type { Plain } from './plain.ts';

/** No file of ours is larger, nested deeper or holds more values; what claims to is refused (alias bombs, hostile nesting). */
const MOST_CHARACTERS = 10_000_000;
const DEEPEST = 100;
const MOST_VALUES = 200_000;
const MOST_ALIASES = 1_000;
/** What the parser reads one by one: signs, scalars, spaces, line ends. */
const MOST_TOKENS = 600_000;

/**
 * YAML 1.2 whatever a file's own directive says; of keys that are there twice the first counts; texts that older readers
 * take for dates or booleans are written in quotes.
 */
const OPTIONS = { schema: 'core', uniqueKeys: false, compat: 'yaml-1.1', logLevel: 'error', prettyErrors: false } as const;

export const BYTE_ORDER_MARK = '\ufeff';

export type YamlDocument = Document<Node, boolean>;

/** A file that is no YAML, or is more than a file of ours can be. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
}

/**
 * Parses a YAML file.
 *
 * @throws YamlError with a text for the author that names the line.
 */
export function parseYaml(text: string): YamlDocument {
  if (text.length > MOST_CHARACTERS) throw new YamlError('This file is too large.');
  // The parser counts the mark as a column, and then finds lists badly indented.
  const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  requireBounded(source);
  const lineCounter = new LineCounter();
  const doc: YamlDocument = parseDocument(source, { ...OPTIONS, lineCounter });
  const error = doc.errors[0];
  if (error?.code === 'RESOURCE_EXHAUSTION') throw new YamlError('This file is nested too deeply.');
  if (error) {
    // Only of the first: to look for the lines of thousands takes longer than all the rest.
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new YamlError(`This is not valid YAML: ${error.message.split('\n')[0]} at line ${line}, column ${col}.`);
  }
  toPlain(doc);
  return doc;
}

/** Before anything is made of it: what is made of nested brackets takes a thousand times as long as to read them. */
function requireBounded(source: string): void {
  const parser = new Parser();
  let left = MOST_TOKENS;
  for (const lexeme of new Lexer().lex(source)) {
    if (--left < 0) throw new YamlError('This file holds too many values or aliases.');
    for (const _ of parser.next(lexeme));
    // Besides the collections that are open: the document, and the scalar in the innermost.
    if (parser.stack.length > DEEPEST + 2) throw new YamlError('This file is nested too deeply.');
  }
}

/** A new document that says `value`. */
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
 * The data of a node (by default of the whole document) with its aliases followed. `asText`: scalars that were written
 * without quotes as they were written, so that a version `3.10` is not the number 3.1.
 *
 * @throws YamlError for what is too large or nested too deeply.
 */
export function toPlain(doc: YamlDocument, node: unknown = doc.contents, asText = false): Plain {
  const left = { values: MOST_VALUES, aliases: MOST_ALIASES };
  const read = (at: unknown, depth: number): Plain => {
    if (depth > DEEPEST) throw new YamlError('This file is nested too deeply.');
    if (--left.values < 0 || left.aliases < 0) throw new YamlError('This file holds too many values or aliases.');
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

/** A key of a map as text; keys that are no scalars have none of ours. */
export function keyText(key: unknown): string {
  if (!isScalar(key)) return typeof key === 'string' ? key : '';
  return typeof key.value === 'string' ? key.value : (key.source ?? '');
}

function scalarPlain(scalar: { value: unknown; source?: string }, asText: boolean): Plain {
  const { value, source } = scalar;
  if (asText && typeof value !== 'string' && source !== undefined) return source;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
