import { visit, type Node, type Scalar } from 'yaml';
import { newYaml, type YamlDocument } from './document.ts';
import type { Plain } from './plain.ts';

/** Doesn't wrap long lines, and keeps double-quoted text on one line. */
const PRINT_OPTIONS = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER, blockQuote: 'literal' } as const;

/** The layout of a file: its indent, and whether lists are indented below their key. */
export interface Layout {
  readonly indent: number;
  readonly indentSeq: boolean;
}

const CANONICAL: Layout = { indent: 2, indentSeq: true };

/** A document as text, with one line feed at the end. */
export function printYaml(doc: YamlDocument, layout: Layout = CANONICAL): string {
  return doc.toString({ ...PRINT_OPTIONS, ...layout });
}

/** A new file in canonical form. */
export function toYaml(value: Plain): string {
  const doc = newYaml(null);
  doc.contents = newNode(doc, value);
  return printYaml(doc);
}

/** A node for a value: multiline text as literal blocks, and in double quotes if a block can't hold it. */
export function newNode(doc: YamlDocument, value: Plain): Node {
  const node: Node = doc.createNode(value, { aliasDuplicateObjects: false });
  visit(node, {
    Scalar(role, scalar) {
      const style = typeof scalar.value === 'string' ? styleOf(scalar.value) : null;
      if (style) scalar.type = role === 'key' ? 'QUOTE_DOUBLE' : style;
    },
  });
  return node;
}

function styleOf(text: string): Scalar.Type | null {
  // Control characters, lone CRs, and characters that some parsers treat as line ends or byte order marks.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}/u.test(text)) return 'QUOTE_DOUBLE';
  if (!text.includes('\n')) return null;
  // Parsers disagree about blocks that start or end with white space, or contain nothing else.
  return /^\s|[ \t]$|\n\n$/.test(text) ? 'QUOTE_DOUBLE' : 'BLOCK_LITERAL';
}
