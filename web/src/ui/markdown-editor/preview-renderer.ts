import { markdownSource } from '#content/markdown-source.ts';
import type { ImageAddress } from './editor-images.ts';
import type { PreviewReply, PreviewRequest } from './render-preview.worker.ts';

/** Milliseconds that a text may take; what its worker needs to start is not the text's fault. */
const RENDER_LIMIT_MS = 2_000;
/** Milliseconds that a text may still take when nobody waits for it any more: as long as another worker needs to start. */
const ABANDONED_LIMIT_MS = 500;

interface Task {
  readonly request: PreviewRequest;
  readonly done: (html: string) => void;
}

let worker: Worker | null = null;
let isReady = false;
let running: Task | null = null;
let waiting: Task[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Safe HTML of a markdown source, as the learner will see it; made in a worker that all editors of the page share. One that takes
 * too long is shown as its source, as the server does.
 *
 * @param images Where the images of its lesson are shown from; null: it belongs to none.
 * @param signal Aborted when nobody waits for it any more, as by the next edit: those behind it go on soon.
 */
export function renderPreview(source: string, images: ImageAddress | null, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const task: Task = { request: { source, images }, done: resolve };
    signal.addEventListener('abort', () => giveUp(task), { once: true });
    waiting.push(task);
    work();
  });
}

/** Begins the next text if none is under way. */
function work(): void {
  if (running || waiting.length === 0) return;
  worker ??= startWorker();
  if (!isReady) return;
  running = waiting.shift() ?? null;
  timer = setTimeout(endWorker, RENDER_LIMIT_MS);
  worker.postMessage(running?.request);
}

function startWorker(): Worker {
  const started = new Worker(new URL('./render-preview.worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<PreviewReply | 'ready'>) => {
    if (started !== worker) return;
    if (data === 'ready') isReady = true;
    else finish(data.html);
    work();
  });
  started.addEventListener('error', () => {
    if (started !== worker) return;
    // One that could not be fetched is tried again for the next text.
    if (!isReady) waiting = [];
    endWorker();
  });
  return started;
}

/** Ends the worker with the text that it is at; those behind it are rendered by a new one. */
function endWorker(): void {
  worker?.terminate();
  worker = null;
  isReady = false;
  if (running) finish(markdownSource(running.request.source));
  work();
}

function finish(html: string): void {
  clearTimeout(timer);
  running?.done(html);
  running = null;
}

function giveUp(task: Task): void {
  waiting = waiting.filter((each) => each !== task);
  if (task !== running) return;
  clearTimeout(timer);
  timer = setTimeout(endWorker, ABANDONED_LIMIT_MS);
}
