import { directionOfLanguage } from '#platform/content/language-direction.ts';
import { authorAddress, authorFileAddress, type LessonLink } from '#platform/content/lesson-link.ts';
import { mapMarkdown, type MarkdownOptions, renderMarkdown } from '#platform/content/markdown.ts';
import type { TextMap } from '#platform/content/text-map.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import type { ImageAddress } from './editor-images.ts';

export interface PreviewRequest {
  source: string;
  /** Null: addresses stay as written. */
  images: ImageAddress | null;
  videoHosts: readonly string[];
  /** Marks what may mention a user. */
  hasMentions: boolean;
  /** Its text is wanted instead, with its positions in the source. */
  isMap: boolean;
}
export type PreviewReply = { html: SafeHtml } | { map: TextMap | null };

/** Renders outside of the main thread: a long document takes a tenth of a second, which would be felt while typing. */
self.addEventListener('message', (event: MessageEvent<PreviewRequest>) => {
  const { source, images, videoHosts, hasMentions, isMap } = event.data;
  const options = { videoHosts, hasMentions, ...(images && addressesIn(images)) };
  const reply: PreviewReply = isMap ? { map: mapMarkdown(source, options) } : { html: renderMarkdown(source, options) };
  self.postMessage(reply);
});
self.postMessage('ready');

function addressesIn(images: ImageAddress): MarkdownOptions {
  return {
    direction: directionOfLanguage(images.textLanguage),
    imageAddress: (name: string) => `${images.before}${encodeURIComponent(name)}${images.behind}`,
    lessonAddress: (link: LessonLink) => authorAddress(images.lessonId, link),
    fileAddress: (name: string) => authorFileAddress(images.lessonId, name),
  };
}
