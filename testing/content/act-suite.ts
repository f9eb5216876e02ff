import { readFileSync } from 'node:fs';
import { parse, parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5';
import type { PreflightRuleId } from '#features/preflight/contract/preflight-rules.ts';
import { ID_PREFIX } from '#platform/content/markdown-footnotes.ts';
import { renderMarkdown } from '#platform/content/markdown.ts';

/** A page of W3C's suite, and what its rule says about it. */
export interface SuiteCase {
  readonly id: string;
  readonly expected: 'passed' | 'failed' | 'inapplicable';
  readonly html: string;
}

export interface SuiteRule {
  /** Its id at https://www.w3.org/WAI/standards-guidelines/act/rules/. */
  readonly id: string;
  readonly name: string;
  readonly cases: readonly SuiteCase[];
}

/** W3C's rules about images, headings, links, tables, frames and language. For what the others ask, a person has to judge. */
export const SUITE_RULES: readonly string[] = [
  // Images.
  '23a2a8',
  'qt1vmo',
  '46ca7f',
  'e88epe',
  '0va7u6',
  '7d6734',
  '8fc3b6',
  '59796f',
  // Headings.
  'ffd0e9',
  'b49b2e',
  '047fe0',
  // Links.
  'c487ae',
  '5effbb',
  'aizyf1',
  'fd3a94',
  'b20e66',
  // Tables.
  'a25f45',
  'd0f69e',
  // Languages.
  'de46e4',
  'bf051a',
  'b5c3f8',
  'ucwvc8',
  'off6ek',
  // Frames.
  'cae760',
];

/** About the page around a text, which is the product's. */
export const PAGE_RULES: ReadonlySet<string> = new Set(['047fe0', 'bf051a', 'b5c3f8', 'ucwvc8', 'off6ek']);

/** What axe looks for in the same parts of a page, and our rules that find it. */
export const AXE_RULES: Readonly<Record<string, readonly PreflightRuleId[]>> = {
  'image-alt': ['image-alt-missing'],
  'image-redundant-alt': ['image-alt-repeated'],
  'presentation-role-conflict': ['image-decoration-exposed', 'image-alt-missing'],
  'empty-heading': ['heading-empty'],
  'heading-order': ['heading-order'],
  'link-name': ['link-empty'],
  'empty-table-header': ['table-header-empty'],
  'td-headers-attr': ['table-headers-broken'],
  'th-has-data-cells': ['table-header-unused'],
  'valid-lang': ['language-invalid'],
  'frame-title': ['frame-title-missing'],
};

/** Our rules that follow W3C's. */
export const ACCESSIBILITY_RULES: ReadonlySet<PreflightRuleId> = new Set([...Object.values(AXE_RULES).flat(), 'image-alt-file-name']);

/** W3C's pages, as `scripts/act-suite.ts` stores them. */
export function readSuite(): SuiteRule[] {
  const stored = JSON.parse(readFileSync(new URL('act-suite.json', import.meta.url), 'utf8')) as { rules: SuiteRule[] };
  return stored.rules;
}

type Node = DefaultTreeAdapterTypes.ChildNode;

/** The body of a page as an author would paste it: one block of HTML, which Markdown leaves as it is. */
export function asMarkdown(html: string): string {
  const root = parse(html).childNodes.find((node) => node.nodeName === 'html');
  const body = root && 'childNodes' in root ? root.childNodes.find((node) => node.nodeName === 'body') : undefined;
  const lines = body && 'childNodes' in body ? serialize(body).split('\n') : [];
  const inner = lines.map((line) => line.trim()).filter((line) => line !== '');
  return ['<div>', ...inner, '</div>'].join('\n');
}

/** Whether learners get all elements and attributes that the text has, so that what W3C says about the page is true of theirs. */
export function isKeptWhole(source: string): boolean {
  return outline(parseFragment(source).childNodes) === outline(parseFragment(renderMarkdown(source)).childNodes);
}

/** Set by the renderer, and nothing that a rule looks at. */
const OWN_ATTRIBUTES = new Set(['rel', 'target', 'loading', 'class']);

function outline(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (!('tagName' in node)) return 'value' in node ? node.value.replaceAll(/\s+/g, ' ') : '';
      const attributes = node.attrs
        .filter(({ name }) => !OWN_ATTRIBUTES.has(name))
        .map(({ name, value }) => `${name}=${value.replaceAll(ID_PREFIX, '')}`);
      return `<${[node.tagName, ...attributes.toSorted()].join(' ')}>${outline(node.childNodes)}</>`;
    })
    .join('');
}
