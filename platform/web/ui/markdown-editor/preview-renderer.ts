import { markdownSource } from '#platform/content/markdown-source.ts';
import { queryClient } from '../../query-client.ts';
import type { ImageAddress } from './editor-images.ts';
import type { PreviewReply, PreviewRequest } from './render-preview.worker.ts';
import { videoHostsQuery } from './video-hosts.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';

/** Time limit of a text in milliseconds, not counting the start of the worker. */
const RENDER_LIMIT_MS = 2_000;
/** How long an unwanted text may still take, in milliseconds: as long as a new worker needs to start. */
const ABANDONED_LIMIT_MS = 500;

interface Task {
  readonly request: Omit<PreviewRequest, 'videoHosts'>;
  readonly done: (html: SafeHtml) => void;
}

let worker: Worker | null = null;
let isReady = false;
/** Null: not loaded yet. Texts wait for them, as for the worker. */
let videoHosts: readonly string[] | null = null;
let running: Task | null = null;
let waiting: Task[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Renders markdown as the learner will see it, in a worker shared by the page's editors. Text that takes too long is shown
 * as source, as on the server.
 *
 * @param images Address of the lesson's images; null: no lesson.
 * @param signal Aborted when the result is no longer needed, for example by the next edit, so that later texts don't wait.
 */
export function renderPreview(source: string, images: ImageAddress | null, signal: AbortSignal): Promise<SafeHtml> {
  return new Promise((resolve) => {
    const task: Task = { request: { source, images }, done: resolve };
    signal.addEventListener('abort', () => giveUp(task), { once: true });
    waiting.push(task);
    work();
  });
}

/** Starts the worker, so that the first text needs not wait for it. */
export function warmPreview(): void {
  worker ??= startWorker();
}

/** Starts the next text if none is being rendered. */
function work(): void {
  if (running || waiting.length === 0) return;
  worker ??= startWorker();
  if (!isReady || videoHosts === null) return;
  running = waiting.shift() ?? null;
  timer = setTimeout(endWorker, RENDER_LIMIT_MS);
  if (running) worker.postMessage({ ...running.request, videoHosts } satisfies PreviewRequest);
}

function startWorker(): Worker {
  void loadVideoHosts();
  const started = new Worker(new URL('./render-preview.worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<PreviewReply | 'ready'>) => {
    if (started !== worker) return;
    if (data === 'ready') isReady = true;
    else finish(data.html);
    work();
  });
  started.addEventListener('error', () => {
    if (started !== worker) return;
    // If the worker failed to load, try again with the next text.
    if (!isReady) waiting = [];
    endWorker();
  });
  return started;
}

/** Without them, videos of other hosts are shown as links. */
async function loadVideoHosts(): Promise<void> {
  videoHosts = await queryClient.query(videoHostsQuery).catch(() => []);
  work();
}

/** Terminates the worker with its current text; a new one renders the rest. */
function endWorker(): void {
  worker?.terminate();
  worker = null;
  isReady = false;
  if (running) finish(markdownSource(running.request.source));
  work();
}

function finish(html: SafeHtml): void {
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
