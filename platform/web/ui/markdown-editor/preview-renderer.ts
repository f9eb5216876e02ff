import { markdownSource } from '#platform/content/markdown-source.ts';
import { keepMentions } from '#platform/content/mentions.ts';
import type { TextMap } from '#platform/content/text-map.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { queryClient } from '../../query-client.ts';
import type { ImageAddress } from './editor-images.ts';
import type { PreviewReply, PreviewRequest } from './render-preview.worker.ts';
import { videoHostsQuery } from './video-hosts.ts';

/** Time limit of a text in milliseconds, not counting the start of the worker. */
const RENDER_LIMIT_MS = 2_000;
/** How long an unwanted text may still take, in milliseconds: as long as a new worker needs to start. */
const ABANDONED_LIMIT_MS = 500;

interface Task {
  readonly request: Omit<PreviewRequest, 'videoHosts'>;
  /** Gets the reply of the worker; null: it was stopped. */
  readonly done: (reply: PreviewReply | null) => void;
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
 * @param mentions What can follow an `@` to mention a user, which is marked; left out: nothing is.
 */
export async function renderPreview(
  source: string,
  images: ImageAddress | null,
  signal: AbortSignal,
  mentions?: ReadonlySet<string>,
): Promise<SafeHtml> {
  const reply = await ask({ source, images, hasMentions: mentions !== undefined, isMap: false }, signal);
  if (!reply || !('html' in reply)) return markdownSource(source);
  return mentions ? keepMentions(reply.html, (key) => mentions.has(key)) : reply.html;
}

/** The latest text that was mapped: several selections and marks are of one text. */
let mapped: { readonly source: string; readonly map: Promise<TextMap | null> } | null = null;

/** The text that {@link renderPreview} shows for a source, and where it is in the source; null: that takes too long. */
export function mapPreview(source: string): Promise<TextMap | null> {
  if (mapped?.source !== source) mapped = { source, map: askForMap(source) };
  return mapped.map;
}

async function askForMap(source: string): Promise<TextMap | null> {
  // Addresses make no difference to a text.
  const reply = await ask({ source, images: null, hasMentions: false, isMap: true }, null);
  return reply && 'map' in reply ? reply.map : null;
}

function ask(request: Task['request'], signal: AbortSignal | null): Promise<PreviewReply | null> {
  return new Promise((resolve) => {
    const task: Task = { request, done: resolve };
    signal?.addEventListener('abort', () => giveUp(task), { once: true });
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
    else finish(data);
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
  mapped = null;
  finish(null);
  work();
}

function finish(reply: PreviewReply | null): void {
  clearTimeout(timer);
  running?.done(reply);
  running = null;
}

function giveUp(task: Task): void {
  waiting = waiting.filter((each) => each !== task);
  if (task !== running) return;
  clearTimeout(timer);
  timer = setTimeout(endWorker, ABANDONED_LIMIT_MS);
}
