/** Syntax trees of lesson code, by tree-sitter. */

import { createRequire } from 'node:module';
import { Language as Grammar, Parser, type Node } from 'web-tree-sitter';
import type { Language } from '#platform/contract/languages.ts';

export type { Node } from 'web-tree-sitter';

/** Languages whose code is read as a tree. SQL has so many dialects that its tokens serve better. */
export type TreeLanguage = Exclude<Language, 'sql'>;

const GRAMMARS: Readonly<Record<TreeLanguage, string>> = {
  python: 'tree-sitter-python/tree-sitter-python.wasm',
  r: '@davisvaughan/tree-sitter-r/tree-sitter-r.wasm',
  cli: 'tree-sitter-bash/tree-sitter-bash.wasm',
};

const { resolve } = createRequire(import.meta.url);
const parsers = new Map<TreeLanguage, Promise<Parser>>();
let started: Promise<void> | undefined;

async function loadParser(language: TreeLanguage): Promise<Parser> {
  started ??= Parser.init({ locateFile: () => resolve('web-tree-sitter/web-tree-sitter.wasm') });
  await started;
  const parser = new Parser();
  parser.setLanguage(await Grammar.load(resolve(GRAMMARS[language])));
  return parser;
}

/**
 * Reads code and passes its tree to `read`; the tree is gone afterwards.
 *
 * @param read Gets the root, and a function that tells whether other code has no syntax errors beyond those of this one.
 */
export async function withTree<T>(
  language: TreeLanguage,
  code: string,
  read: (root: Node, isValid: (code: string) => boolean) => T,
): Promise<T> {
  const parser = await parserOf(language);
  return parse(parser, code, (root) => {
    const isBroken = root.hasError;
    return read(root, (text) => isBroken || parse(parser, text, (other) => !other.hasError));
  });
}

/** Loads the parsers of languages, for readers that can't wait. */
export async function loadTrees<Each extends TreeLanguage>(
  languages: readonly Each[],
): Promise<<T>(language: Each, code: string, read: (root: Node) => T) => T> {
  const loaded = new Map(await Promise.all(languages.map(async (language) => [language, await parserOf(language)] as const)));
  return (language, code, read) => {
    const parser = loaded.get(language);
    if (!parser) throw new Error(`There is no parser of ${language}.`);
    return parse(parser, code, read);
  };
}

function parserOf(language: TreeLanguage): Promise<Parser> {
  const loading = parsers.get(language) ?? loadParser(language);
  parsers.set(language, loading);
  return loading;
}

function parse<R>(parser: Parser, code: string, use: (root: Node) => R): R {
  const tree = parser.parse(code);
  if (tree === null) throw new Error('The parser was stopped.');
  try {
    return use(tree.rootNode);
  } finally {
    tree.delete();
  }
}

const parents = new WeakMap<Node, Node>();

function childrenOf(node: Node): Node[] {
  const { children } = node;
  for (const child of children) parents.set(child, node);
  return children;
}

/** The parent of a node. Those that {@link nodesBelow} passed are known; for others the parser walks down from the root. */
export function parentOf(node: Node): Node | null {
  return parents.get(node) ?? node.parent;
}

/**
 * Every node below `node`, parents before their children. Those below a node that `isSkipped` are left out with it. Without recursion:
 * `1+1+1+…` is as deep as it is long.
 */
export function* nodesBelow(node: Node, isSkipped: (node: Node) => boolean): Generator<Node> {
  const waiting = childrenOf(node).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isSkipped(next)) continue;
    yield next;
    for (const child of childrenOf(next).toReversed()) waiting.push(child);
  }
}
