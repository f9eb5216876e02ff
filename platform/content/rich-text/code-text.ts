import { languageNamed, LANGUAGES } from '#platform/contract/languages.ts';
import type { HtmlElement, HtmlNode } from './html-element.ts';

/** Names of other languages, and of none, that programs write in other ways. */
const NAMES: Readonly<Record<string, string>> = {
  js: 'javascript',
  ts: 'typescript',
  yml: 'yaml',
  none: '',
  text: '',
  plaintext: '',
  plain: '',
  default: '',
};
const IN_CLASS = /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|hl-|brush:\s*|sourceCode\s+|prettyprint\s+lang-)([\w+#-]+)/;

/** The language that a listing, its code or what is around it names; empty: none. */
export function listingLanguage(pre: HtmlElement): string {
  const inner = pre.querySelector('code, [data-language]');
  for (const element of [pre, inner, pre.parentElement, pre.parentElement?.parentElement]) {
    if (!element) continue;
    const named =
      element.getAttribute('data-language') ??
      element.getAttribute('data-lang') ??
      element.getAttribute('lang-name') ??
      IN_CLASS.exec(element.getAttribute('class') ?? '')?.[1];
    const name = named?.trim().toLowerCase();
    if (name !== undefined && /^[\w+#-]+$/.test(name) && name !== 'source') return fenceOf(name);
  }
  return '';
}

function fenceOf(name: string): string {
  const language = languageNamed(name);
  return language === null ? (NAMES[name] ?? name) : LANGUAGES[language].fence;
}

const NO_CODE = /(?:^|\s)(?:linenos?|lineno|line-numbers?(?:-rows)?|gutter|prompt|copybtn|hidden)(?:\s|$)/;
const LINE_TAGS = new Set(['div', 'p', 'li', 'tr']);

/** The text of a listing: elements that are lines end with one, buttons and line numbers are left out. */
export function codeText(root: HtmlNode): string {
  const parts: string[] = [];
  // The text itself isn't looked at: that would join it at each line.
  const endLine = () => {
    if (parts.at(-1)?.endsWith('\n') === false) parts.push('\n');
  };
  const stack: { node: HtmlNode | null; isEnd: boolean }[] = [{ node: root.firstChild, isEnd: false }];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const { node } = top;
    if (!node) {
      stack.pop();
      if (top.isEnd) endLine();
      continue;
    }
    top.node = node.nextSibling;
    if (node.nodeType === 3 && node.nodeValue) parts.push(node.nodeValue);
    if (node.nodeType !== 1) continue;
    const element = node as HtmlElement;
    const tag = element.localName;
    if (tag === 'br') parts.push('\n');
    else if (tag !== 'button' && tag !== 'style' && tag !== 'script' && !NO_CODE.test(element.getAttribute('class') ?? '')) {
      const isLine = LINE_TAGS.has(tag);
      if (isLine) endLine();
      stack.push({ node: element.firstChild, isEnd: isLine });
    }
  }
  return parts.join('').replaceAll('\u00A0', ' ').replaceAll('\u200B', '').replace(/\r\n?/g, '\n');
}
