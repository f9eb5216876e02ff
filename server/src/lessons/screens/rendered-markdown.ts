import { routeUrl } from '#contract/client.ts';
import { imageRoutes } from '#contract/images.ts';
import { ByteCache, textBytes } from '#server/platform/byte-cache.ts';
import { renderWithinLimits } from '#server/platform/markdown/render-markdown.ts';

const kept = new ByteCache<string>(16 * 1024 * 1024);

/**
 * Safe HTML of a text; its images are those of the lesson. Rendering a lesson of 60 screens afresh for each request would
 * take longer than all the rest of it, and between two saves nearly nothing changes.
 */
export async function renderedMarkdown(source: string, lessonId: number): Promise<string> {
  if (source === '') return '';
  // What names no image reads the same in every lesson, and in each of its copies.
  const key = source.includes('images/') ? `${lessonId}\0${source}` : source;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const { html, isFinal } = await renderWithinLimits(source, routeUrl(imageRoutes.showImage, { params: { id: lessonId, fileName: '' } }));
  if (isFinal) kept.set(key, html, textBytes(html));
  return html;
}
