import { authorAddress, authorFileAddress, type LessonLink } from '#platform/content/lesson-link.ts';
import { renderMarkdown } from '#platform/content/markdown.ts';
import type { ImageAddress } from './editor-images.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';

export interface PreviewRequest {
  source: string;
  /** Null: addresses stay as written. */
  images: ImageAddress | null;
  videoHosts: readonly string[];
}
export interface PreviewReply {
  html: SafeHtml;
}

/** Renders outside of the main thread: a long document takes a tenth of a second, which would be felt while typing. */
self.addEventListener('message', (event: MessageEvent<PreviewRequest>) => {
  const { source, images, videoHosts } = event.data;
  const options = images && {
    imageAddress: (name: string) => `${images.before}${encodeURIComponent(name)}${images.behind}`,
    lessonAddress: (link: LessonLink) => authorAddress(images.lessonId, link),
    fileAddress: (name: string) => authorFileAddress(images.lessonId, name),
  };
  const reply: PreviewReply = { html: renderMarkdown(source, { ...options, videoHosts }) };
  self.postMessage(reply);
});
self.postMessage('ready');
