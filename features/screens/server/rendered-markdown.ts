import { imageRoutes } from '#features/lesson-files/contract/images.ts';
import { NO_HTML } from '#platform/content/safe-html.ts';
import { routeUrl } from '#platform/contract/client.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { ByteCache, textBytes } from '#platform/server/byte-cache.ts';
import type { RenderContext } from '#platform/server/markdown/render-context.ts';
import { renderWithinLimits } from '#platform/server/markdown/render-markdown.ts';

const cache = new ByteCache<SafeHtml>(16 * 1024 * 1024);

/** The lesson of a text, and what else it may refer to. */
export interface RenderedIn extends Omit<RenderContext, 'imagesAt' | 'linksFrom'> {
  readonly lessonId: number;
}

/**
 * Renders a text for authors, with the lesson's images and links to other lessons. Rendering a lesson of 60 screens for each
 * request would dominate it, and little changes between two saves.
 */
export async function renderedMarkdown(source: string, { lessonId, ...context }: RenderedIn): Promise<SafeHtml> {
  if (source === '') return NO_HTML;
  // A text without images and links to other files renders the same in every lesson and its copies.
  const isOfLesson = source.includes('images/') || source.includes('../');
  const key = [context.hasMentions === true ? '@' : '', context.videoHosts, isOfLesson ? lessonId : '', source].join('\0');
  const known = cache.get(key);
  if (known !== undefined) return known;
  const imagesAt = routeUrl(imageRoutes.showImage, { params: { id: lessonId, fileName: '' } });
  const { html, isFinal } = await renderWithinLimits(source, { ...context, imagesAt, linksFrom: lessonId });
  if (isFinal) cache.set(key, html, textBytes(html));
  return html;
}
