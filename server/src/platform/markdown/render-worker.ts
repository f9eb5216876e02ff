import { parentPort } from 'node:worker_threads';
import { diffRendered } from '#content/diff-blocks.ts';
import { renderMarkdown } from '#content/markdown.ts';
import type { RenderReply, RenderRequest } from './render-markdown.ts';

// The worker thread that renders markdown.

parentPort?.on('message', ({ task, imagesAt }: RenderRequest) => {
  const place = imagesAt === null ? {} : { imageAddress: (fileName: string) => imagesAt + encodeURIComponent(fileName) };
  const reply: RenderReply =
    'source' in task
      ? { html: renderMarkdown(task.source, { ...place, hasMentions: task.hasMentions ?? false }) }
      : { blocks: diffRendered(task.before, task.after, place) };
  parentPort?.postMessage(reply);
});
parentPort?.postMessage({ html: '' } satisfies RenderReply);
