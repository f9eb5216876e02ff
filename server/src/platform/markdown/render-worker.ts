import { parentPort } from 'node:worker_threads';
import { diffRendered } from '#content/diff-blocks.ts';
import { renderMarkdown } from '#content/markdown.ts';
import { markdownOptions } from './render-context.ts';
import type { RenderReply, RenderRequest } from './render-markdown.ts';

// The worker thread that renders markdown.

parentPort?.on('message', ({ task, context }: RenderRequest) => {
  const options = markdownOptions(context);
  const reply: RenderReply =
    'source' in task ? { html: renderMarkdown(task.source, options) } : { blocks: diffRendered(task.before, task.after, options) };
  parentPort?.postMessage(reply);
});
parentPort?.postMessage({ html: '' } satisfies RenderReply);
