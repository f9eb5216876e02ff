import { renderMarkdown } from '#content/markdown.ts';
import type { ImageAddress } from './editor-images.ts';

export interface PreviewRequest {
  source: string;
  /** Null: addresses stay as written. */
  images: ImageAddress | null;
  videoHosts: readonly string[];
}
export interface PreviewReply {
  html: string;
}

/** Renders outside of the main thread: a long document takes a tenth of a second, which would be felt while typing. */
self.addEventListener('message', (event: MessageEvent<PreviewRequest>) => {
  const { source, images, videoHosts } = event.data;
  const imageAddress = (name: string) => `${images?.before}${encodeURIComponent(name)}${images?.behind}`;
  const reply: PreviewReply = { html: renderMarkdown(source, images ? { imageAddress, videoHosts } : { videoHosts }) };
  self.postMessage(reply);
});
self.postMessage('ready');
