import type { Node } from 'web-tree-sitter';
import type { ReadTree } from '../code-names.ts';

/** A value in R code, as far as tutorials write them: texts, numbers, calls of functions. */
export interface RValue {
  /** Of a function; empty: no call. */
  readonly call: string;
  readonly args: readonly { readonly name: string; readonly value: RValue }[];
  /** Of a text; null: no text. */
  readonly string: string | null;
  /** The code itself. */
  readonly source: string;
}

/** Calls nested deeper than this are only code. */
const DEEPEST = 50;

/** The expressions of R code; empty: it can't be read. */
export function readRValues(readTree: ReadTree, code: string): RValue[] {
  return readTree('r', code, (root) =>
    root.hasError ? [] : root.namedChildren.flatMap((node) => (node === null || node.type === 'comment' ? [] : [valueOf(node, 0)])),
  );
}

/** The argument of a call with this name, or the one at this place among those without one. */
export function argumentOf({ args }: RValue, name: string, at?: number): RValue | undefined {
  const named = args.find((arg) => arg.name === name);
  return (named ?? (at === undefined ? undefined : args.filter((arg) => arg.name === '')[at]))?.value;
}

export function isTrue(value: RValue | undefined): boolean {
  return value?.source === 'TRUE' || value?.source === 'T';
}

function valueOf(node: Node, depth: number): RValue {
  const plain = { call: '', args: [], string: null, source: node.text };
  if (depth === DEEPEST) return plain;
  if (node.type === 'string') return { ...plain, string: textIn(node.text) };
  if (node.type !== 'call') return plain;
  const called = node.childForFieldName('function');
  const given = node.childForFieldName('arguments')?.namedChildren ?? [];
  const args = given.flatMap((argument) => {
    const value = argument?.type === 'argument' ? argument.childForFieldName('value') : null;
    if (!argument || !value) return [];
    return [{ name: (argument.childForFieldName('name')?.text ?? '').replace(/^[`"']|[`"']$/g, ''), value: valueOf(value, depth + 1) }];
  });
  // `I("text")`, `paste("a", "b")` and `htmltools::HTML("…")` are texts, too.
  const name = (called?.text ?? '').replace(/^[\w.]+::/, '');
  const texts = args.filter((arg) => arg.name === '').map(({ value }) => value.string);
  const isText =
    /^(?:I|HTML|md|paste0?|c)$/.test(name) && texts.length > 0 && !texts.includes(null) && (name !== 'c' || texts.length === 1);
  return { ...plain, call: name, args, string: isText ? texts.join(name === 'paste' ? ' ' : '') : null };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '', '\n': '' };

/** What a text in quotes means, also as R's raw `r"(…)"`. */
function textIn(source: string): string {
  const raw = /^[rR]["'](-{0,10})[([{]([\s\S]*)[)\]}]\1["']$/.exec(source)?.[2];
  return raw ?? source.slice(1, -1).replace(/\\([\s\S])/g, (_, sign: string) => ESCAPES[sign] ?? sign);
}
