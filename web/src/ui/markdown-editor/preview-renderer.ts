import type { ImageAddress } from './editor-images.ts';
import type { PreviewReply, PreviewRequest } from './render-preview.worker.ts';

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, (html: string) => void>();

function startWorker(): Worker {
  const started = new Worker(new URL('./render-preview.worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', (event: MessageEvent<PreviewReply>) => {
    waiting.get(event.data.id)?.(event.data.html);
    waiting.delete(event.data.id);
  });
  // A worker that could not be fetched, or broke, is started anew for the next text.
  started.addEventListener('error', () => {
    started.terminate();
    waiting.clear();
    worker = null;
  });
  return started;
}

/**
 * Safe HTML of a markdown source, as the learner will see it; made in a worker that all editors of the page share.
 *
 * @param images Where the images of its lesson are shown from; null: it belongs to none.
 */
export function renderPreview(source: string, images: ImageAddress | null = null): Promise<string> {
  worker ??= startWorker();
  const request: PreviewRequest = { id: ++lastId, source, images };
  return new Promise((resolve) => {
    waiting.set(request.id, resolve);
    worker?.postMessage(request);
  });
}
