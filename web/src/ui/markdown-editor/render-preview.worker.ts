import { renderMarkdown } from '#content/markdown.ts';

export interface PreviewRequest {
  id: number;
  source: string;
}
export interface PreviewReply {
  id: number;
  html: string;
}

/** Renders beside the page: a long document takes a tenth of a second, and nobody who types shall feel it. */
self.addEventListener('message', (event: MessageEvent<PreviewRequest>) => {
  const reply: PreviewReply = { id: event.data.id, html: renderMarkdown(event.data.source) };
  self.postMessage(reply);
});
