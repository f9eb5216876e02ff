import type { Node } from 'web-tree-sitter';
import type { ReadTree } from '../code-names.ts';

/** A call in Python code, as far as checks of tutorials write them. */
export interface PythonCall {
  readonly name: string;
  /** What it is called on: `Ex().check_object("x")`; null: nothing. */
  readonly on: PythonCall | null;
  /** Without a name: empty. */
  readonly args: readonly { readonly name: string; readonly value: PythonValue }[];
  readonly source: string;
}

export interface PythonValue {
  /** Of a text; null: no text. */
  readonly string: string | null;
  readonly call: PythonCall | null;
  readonly list: readonly PythonValue[];
  readonly source: string;
}

const DEEPEST = 60;

/** The statements of Python code, each as a call or only as its source; null: it can't be read. `values`: names of texts in the code. */
export function readPythonCalls(readTree: ReadTree, code: string): { call: PythonCall | null; source: string }[] | null {
  return readTree('python', code, (root) => {
    if (root.hasError) return null;
    const texts = new Map<string, PythonValue>();
    return root.namedChildren.flatMap((node) => {
      if (!node || node.type === 'comment') return [];
      const [inner] = node.namedChildren;
      if (inner?.type === 'assignment') {
        const [name, value] = [inner.childForFieldName('left'), inner.childForFieldName('right')];
        if (name?.type === 'identifier' && value) texts.set(name.text, valueOf(value, texts, 0));
        if (value?.type === 'string' || value?.type === 'list' || value?.type === 'concatenated_string') return [];
      }
      const call = inner?.type === 'call' ? callOf(inner, texts, 0) : null;
      return [{ call, source: node.text }];
    });
  });
}

type Texts = ReadonlyMap<string, PythonValue>;

function callOf(node: Node, texts: Texts, depth: number): PythonCall | null {
  const called = node.childForFieldName('function');
  if (depth === DEEPEST || !called) return null;
  const object = called.type === 'attribute' ? called.childForFieldName('object') : null;
  const on = object?.type === 'call' ? callOf(object, texts, depth + 1) : null;
  if ((object && !on) || (called.type !== 'attribute' && called.type !== 'identifier')) return null;
  const name = called.type === 'attribute' ? (called.childForFieldName('attribute')?.text ?? '') : called.text;
  const args = (node.childForFieldName('arguments')?.namedChildren ?? []).flatMap((argument) => {
    if (!argument || argument.type === 'comment') return [];
    const value = argument.type === 'keyword_argument' ? argument.childForFieldName('value') : argument;
    const label = argument.type === 'keyword_argument' ? (argument.childForFieldName('name')?.text ?? '') : '';
    return value ? [{ name: label, value: valueOf(value, texts, depth + 1) }] : [];
  });
  return { name, on, args, source: node.text };
}

function valueOf(node: Node, texts: Texts, depth: number): PythonValue {
  const plain = { string: null, call: null, list: [], source: node.text };
  if (depth >= DEEPEST) return plain;
  if (node.type === 'identifier') return texts.get(node.text) ?? plain;
  if (node.type === 'string') return { ...plain, string: stringIn(node) };
  if (node.type === 'parenthesized_expression' && node.namedChildren[0]) return valueOf(node.namedChildren[0], texts, depth + 1);
  const children = node.namedChildren.flatMap((child) => (child && child.type !== 'comment' ? [child] : []));
  if (node.type === 'concatenated_string') {
    const parts = children.map(stringIn);
    return { ...plain, string: parts.includes(null) ? null : parts.join('') };
  }
  if (node.type === 'list' || node.type === 'tuple') return { ...plain, list: children.map((child) => valueOf(child, texts, depth + 1)) };
  return node.type === 'call' ? { ...plain, call: callOf(node, texts, depth + 1) } : plain;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\n': '' };

/** What a text means; null: a text with fields. */
function stringIn(node: Node): string | null {
  const [, prefix = '', , inner = ''] = /^([A-Za-z]{0,2})("""|'''|"|')([\s\S]*)\2$/.exec(node.text) ?? [];
  if (/f/i.test(prefix) && inner.includes('{')) return null;
  return /r/i.test(prefix)
    ? inner
    : inner.replace(/\\([\s\S])/g, (whole, sign: string) => ESCAPES[sign] ?? (/[\\'"]/.test(sign) ? sign : whole));
}
