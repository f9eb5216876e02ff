import { routeUrl } from '#contract/client.ts';
import { imageRoutes } from '#contract/images.ts';
import { renderMarkdown } from '#content/markdown.ts';

/** Texts whose HTML is kept; a screen has four. About 30 MB at the very most with ordinary texts. */
const KEPT = 4_000;
const kept = new Map<string, string>();

/**
 * Safe HTML of a text; its images are those of the lesson. Rendering a lesson of 60 screens afresh for each request would
 * take longer than all the rest of it, and between two saves nearly nothing changes.
 */
export function renderedMarkdown(source: string, lessonId: number): string {
  if (source === '') return '';
  // What names no image reads the same in every lesson, and in each of its copies.
  const key = source.includes('images/') ? `${lessonId}\0${source}` : source;
  const known = kept.get(key);
  if (known !== undefined) {
    // Moved to the end: the first entry of the map is the one that was not asked for the longest.
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const html = renderMarkdown(source, {
    imageAddress: (fileName) => routeUrl(imageRoutes.showImage, { params: { id: lessonId, fileName } }),
  });
  kept.set(key, html);
  if (kept.size > KEPT) {
    const [oldest] = kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
  }
  return html;
}
