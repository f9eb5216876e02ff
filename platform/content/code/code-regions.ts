/** Comments and quoted texts in the code of lessons. */

import { pythonLanguage } from '@codemirror/lang-python';
import { SQLite } from '@codemirror/lang-sql';
import { StreamLanguage, type Language as Grammar } from '@codemirror/language';
import { r } from '@codemirror/legacy-modes/mode/r';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import type { Language } from '#platform/contract/languages.ts';

/** A part of code, from one offset up to another. */
export interface CodeRegion {
  readonly from: number;
  readonly to: number;
}

/** The grammar of a language, and the nodes of its trees: comments, quoted texts, and what is code again inside of those. */
interface Nodes {
  readonly grammar: Grammar;
  readonly comments: readonly string[];
  readonly quoted: readonly string[];
  readonly embedded: readonly string[];
}

const NODES: Readonly<Record<Language, Nodes>> = {
  python: { grammar: pythonLanguage, comments: ['Comment'], quoted: ['String', 'FormatString'], embedded: ['FormatReplacement'] },
  r: { grammar: StreamLanguage.define(r), comments: ['comment'], quoted: ['string'], embedded: [] },
  sql: { grammar: SQLite.language, comments: ['LineComment', 'BlockComment'], quoted: ['String'], embedded: [] },
  cli: { grammar: StreamLanguage.define(shell), comments: ['comment'], quoted: ['string', 'string.special'], embedded: [] },
};

/** The comments and the quoted texts of code, in order. Quoted texts have their quotes; those that follow each other are one. */
export function codeRegions(language: Language, code: string): { comments: CodeRegion[]; quoted: CodeRegion[] } {
  const nodes = NODES[language];
  const comments: CodeRegion[] = [];
  const quoted: CodeRegion[] = [];
  nodes.grammar.parser.parse(code).iterate({
    enter({ name, from, to, node }) {
      if (nodes.comments.includes(name)) comments.push({ from, to });
      if (!nodes.quoted.includes(name)) return;
      let start = from;
      for (let child = node.firstChild; child !== null; child = child.nextSibling) {
        if (!nodes.embedded.includes(child.name)) continue;
        quoted.push({ from: start, to: child.from });
        start = child.to;
      }
      quoted.push({ from: start, to });
    },
  });
  return { comments, quoted: joined(quoted) };
}

function joined(regions: readonly CodeRegion[]): CodeRegion[] {
  const all: CodeRegion[] = [];
  for (const { from, to } of regions.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1);
    if (last?.to === from) all[all.length - 1] = { from: last.from, to };
    else if (to > from) all.push({ from, to });
  }
  return all;
}

/** The same text with spaces in these regions; its lines stay. */
export function withBlanks(code: string, regions: readonly CodeRegion[]): string {
  let text = '';
  let at = 0;
  for (const { from, to } of regions) {
    text += code.slice(at, from) + code.slice(from, to).replace(/[^\n]/g, ' ');
    at = to;
  }
  return text + code.slice(at);
}

/** The first match that isn't in a comment and doesn't begin in a quoted text. */
export function findInCode(language: Language, code: string, pattern: RegExp): CodeRegion | null {
  // Most code has no match at all, and needn't be parsed.
  if (!pattern.test(code)) return null;
  const { comments, quoted } = codeRegions(language, code);
  const global = new RegExp(pattern.source, `${pattern.flags}g`);
  let next = 0;
  for (const { 0: text, index } of withBlanks(code, comments).matchAll(global)) {
    while ((quoted[next]?.to ?? Infinity) <= index) next += 1;
    if ((quoted[next]?.from ?? Infinity) <= index) continue;
    return { from: index, to: index + text.length };
  }
  return null;
}
