/** What of a text in Markdown a model may add to, and what it may not change. */

import type { Token } from 'markdown-it';
import { isMarkedDecorative, readMarkdownParts } from '#features/preflight/rules/read-markdown.ts';
import { imageNameOf } from '#platform/content/image-path.ts';
import { parseBlocks } from '#platform/content/markdown.ts';

/** An image of the lesson that has no alternative text. */
export interface BareImage<Field extends string = string> {
  readonly field: Field;
  readonly file_name: string;
  /** Where its alternative text begins in the field. */
  readonly at: number;
}

/** The images without an alternative text, in the order of the texts. */
export function findBareImages<Field extends string>(texts: readonly (readonly [field: Field, text: string])[]): BareImage<Field>[] {
  return texts.flatMap(([field, text]) =>
    readMarkdownParts(text).elements.flatMap((element) => {
      const { start } = element.span;
      const file_name = imageNameOf(element.attributes.get('src') ?? '');
      const isBare = element.tag === 'img' && element.isExact && text.startsWith('![]', start) && !isMarkedDecorative(element);
      return isBare && file_name !== null ? [{ field, file_name, at: start + 2 }] : [];
    }),
  );
}

/** Whether only words differ: code, formulas, links, images, HTML, headings, boxes and drawn values are the same. */
export function keepsParts(before: string, after: string): boolean {
  return JSON.stringify(partsOf(before)) === JSON.stringify(partsOf(after));
}

/** Another language may order them in another way. */
function partsOf(text: string): string[] {
  const values = [...text.matchAll(/\{\{[^{}]*\}\}/g)].map(([value]) => value.replaceAll(' ', ''));
  return [...parseBlocks(text).tokens.flatMap(partsOfToken), ...values].toSorted();
}

const BY_CONTENT = new Set(['fence', 'code_block', 'code_inline', 'math', 'math_block', 'html_block', 'html_inline']);
const INLINE = new Set(['inline', 'text', 'softbreak', 'hardbreak']);

function partsOfToken(token: Token): string[] {
  const { type, content, info, tag, children } = token;
  const inside = (children ?? []).flatMap(partsOfToken);
  if (type === 'image') return [`image ${token.attrGet('src')}`];
  if (type === 'link_open') return [`link ${token.attrGet('href')}`];
  if (BY_CONTENT.has(type)) return [`${type} ${info} ${content}`];
  if (INLINE.has(type) || type.endsWith('_close') || /^(?:em|strong|s)_open$/.test(type)) return inside;
  return [`${type} ${tag}`, ...inside];
}
