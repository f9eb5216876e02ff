import type { MarkdownIt, Token } from 'markdown-it';
import { MarkupLimitError } from './markdown-tree.ts';

/** The sanitizer puts it before every id, so links within a text need it too. */
export const ID_PREFIX = 'user-content-';

const MOST_FOOTNOTES = 500;

interface FootnoteEnvironment {
  footnotes?: { list?: unknown[] };
  noteIds?: string;
}

/** For markdown-it with footnotes: links between a text and its footnotes that work after sanitizing, and beside other texts of a page. */
export function footnoteAddresses(md: MarkdownIt): void {
  md.core.ruler.before('footnote_tail', 'footnote_addresses', (state) => {
    const env = state.env as FootnoteEnvironment;
    const count = env.footnotes?.list?.length ?? 0;
    if (count > MOST_FOOTNOTES) throw new MarkupLimitError('Markup exceeds the limit: footnotes.');
    if (count > 0) env.noteIds = checksum(state.src);
  });
  const nameOf = (token: Token | undefined, env: FootnoteEnvironment) => `${env.noteIds ?? ''}-${numberOf(token, 'id') + 1}`;
  const useOf = (token: Token | undefined) => (numberOf(token, 'subId') > 0 ? `-${numberOf(token, 'subId') + 1}` : '');
  md.renderer.rules['footnote_ref'] = (tokens, index, _options, env) => {
    const [token, name] = [tokens[index], nameOf(tokens[index], env as FootnoteEnvironment)];
    const number = numberOf(token, 'id') + 1;
    return `<sup><a href="#${ID_PREFIX}fn-${name}" id="fnref-${name}${useOf(token)}" aria-label="Footnote ${number}">${number}</a></sup>`;
  };
  md.renderer.rules['footnote_block_open'] = () => '<hr />\n<section>\n<ol>\n';
  md.renderer.rules['footnote_open'] = (tokens, index, _options, env) =>
    `<li id="fn-${nameOf(tokens[index], env as FootnoteEnvironment)}">`;
  md.renderer.rules['footnote_anchor'] = (tokens, index, _options, env) =>
    ` <a href="#${ID_PREFIX}fnref-${nameOf(tokens[index], env as FootnoteEnvironment)}${useOf(tokens[index])}" aria-label="Back to the text">↩︎</a>`;
}

/** What the plugin notes in its tokens. */
function numberOf(token: Token | undefined, name: 'id' | 'subId'): number {
  const value = token?.meta?.[name];
  return typeof value === 'number' ? value : 0;
}

/** FNV-1a in 32 bits: tells the texts of a page apart. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
