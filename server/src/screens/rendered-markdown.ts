import { renderMarkdown } from '#content/markdown.ts';

/** Texts whose HTML is kept; a screen has four. About 30 MB at the very most with ordinary texts. */
const KEPT = 4_000;
const kept = new Map<string, string>();

/**
 * Safe HTML of a text. Rendering a lesson of 60 screens afresh for each request would take longer than all the rest
 * of it, and between two saves nearly nothing changes.
 */
export function renderedMarkdown(source: string): string {
  if (source === '') return '';
  const known = kept.get(source);
  if (known !== undefined) {
    // Moved to the end: the first entry of the map is the one that was not asked for the longest.
    kept.delete(source);
    kept.set(source, known);
    return known;
  }
  const html = renderMarkdown(source);
  kept.set(source, html);
  if (kept.size > KEPT) {
    const [oldest] = kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
  }
  return html;
}
