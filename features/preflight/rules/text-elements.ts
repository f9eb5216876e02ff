import { shorten } from '#platform/contract/shorten.ts';
import type { Fix, LessonText } from './lesson-documents.ts';
import type { MarkdownElement } from './read-markdown.ts';

/** As much of an address or a name as a message shows. */
export const shortened = (text: string): string => shorten(text, 60);

/** Leaves only the words of a link that is written in Markdown. */
export function unlink(text: LessonText, { span, isExact }: MarkdownElement): Fix | null {
  const label = /^\[([^[\]]*)\](?:\(|\[|$)/.exec(text.source.slice(span.start, span.end))?.[1];
  return isExact && label !== undefined && label.trim() !== '' ? text.fix('Keep only the text', span, label) : null;
}

/** Removes an attribute that is written in HTML. */
export function withoutAttribute(text: LessonText, { span, isExact }: MarkdownElement, name: string): Fix | null {
  const written = new RegExp(`\\s+${name}\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'>]+)`, 'i').exec(text.source.slice(span.start, span.end));
  if (!written || isExact) return null;
  const start = span.start + written.index;
  return text.fix(`Remove “${name}”`, { start, end: start + written[0].length }, '');
}

/** The elements of a text with one of these names. */
export function elementsOf(text: LessonText, ...tags: readonly string[]): MarkdownElement[] {
  // Most texts have none of them, and reading Markdown costs the most of all.
  return text.markdown.elements.filter(({ tag }) => tags.includes(tag));
}
