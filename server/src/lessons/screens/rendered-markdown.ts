import { routeUrl } from '#contract/client.ts';
import { imageRoutes } from '#contract/images.ts';
import { ByteCache, textBytes } from '#server/platform/byte-cache.ts';
import { renderWithinLimits } from '#server/platform/markdown/render-markdown.ts';

const cache = new ByteCache<string>(16 * 1024 * 1024);

/**
 * Renders a text to safe HTML with the lesson's images. Rendering a lesson of 60 screens for each request would
 * dominate it, and little changes between two saves.
 *
 * @param options.hasMentions Marks mentions of users (content/src/mentions.ts).
 */
export async function renderedMarkdown(source: string, lessonId: number, { hasMentions = false } = {}): Promise<string> {
  if (source === '') return '';
  // A text without images renders the same in every lesson and its copies.
  const key = `${hasMentions ? '@' : ''}${source.includes('images/') ? lessonId : ''}\0${source}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const { html, isFinal } = await renderWithinLimits(source, routeUrl(imageRoutes.showImage, { params: { id: lessonId, fileName: '' } }), {
    hasMentions,
  });
  if (isFinal) cache.set(key, html, textBytes(html));
  return html;
}
