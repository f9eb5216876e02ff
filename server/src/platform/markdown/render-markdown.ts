import { pathToFileURL } from 'node:url';
import type { RenderedBlock } from '#content/diff-blocks.ts';
import { markdownSource } from '#content/markdown-source.ts';
import { programFile } from '../program-file.ts';
import { markdownOptions, type RenderContext } from './render-context.ts';
import { TaskThread } from '../task-thread.ts';

/**
 * A text is rendered inline if its length times its number of markdown characters is below this: even if each of them
 * made the parser read the whole text, that would take a few milliseconds.
 */
const INLINE_COST = 2_000_000;
/** Formulas that define macros can expand without bound. */
const DEFINES_MACRO = /\\(?:[egx]?def|(?:re|provide)?(?:new)?command|let|futurelet|global|long)/;

export interface RenderRequest {
  readonly task: { readonly source: string } | { readonly before: string | null; readonly after: string | null };
  readonly context: RenderContext;
}
export type RenderReply = { readonly html: string } | { readonly blocks: RenderedBlock[] };

// Loaded on demand: formulas, syntax highlighting and an HTML parser are megabytes that an idle server doesn't need.
const loadMarkdown = () => import('#content/markdown.ts');
const loadDiff = () => import('#content/diff-blocks.ts');

const thread = new TaskThread<RenderRequest, RenderReply>(pathToFileURL(programFile('render-worker')));

/** The result of rendering a text. */
export interface Rendered {
  readonly html: string;
  /** False: it was skipped because others were in the queue; another attempt may succeed. */
  readonly isFinal: boolean;
}

/**
 * Renders markdown to safe HTML. A text that could be slow is rendered in a worker thread with limits of time and
 * memory; beyond them its source is shown.
 */
export async function renderWithinLimits(
  source: string,
  context: RenderContext,
  on: Pick<typeof thread, 'run'> = thread,
): Promise<Rendered> {
  if (isCheapToRender(source)) {
    const { renderMarkdown } = await loadMarkdown();
    return { html: renderMarkdown(source, markdownOptions(context)), isFinal: true };
  }
  const reply = await on.run({ task: { source }, context });
  if (typeof reply === 'object' && 'html' in reply) return { html: reply.html, isFinal: true };
  return { html: markdownSource(source), isFinal: reply === 'too expensive' };
}

/** Renders the differences between two texts; null if that exceeds the limits. */
export async function diffWithinLimits(
  before: string | null,
  after: string | null,
  context: RenderContext,
): Promise<RenderedBlock[] | null> {
  if (isCheapToRender(before ?? '') && isCheapToRender(after ?? ''))
    return (await loadDiff()).diffRendered(before, after, markdownOptions(context));
  const reply = await thread.run({ task: { before, after }, context });
  return typeof reply === 'object' && 'blocks' in reply ? reply.blocks : null;
}

/** Whether a text is quick to render, whatever it contains. */
export function isCheapToRender(source: string): boolean {
  let signs = 0;
  const most = INLINE_COST / Math.max(1, source.length);
  // Counts everything that could be markdown syntax: all but letters, digits, spaces and common punctuation.
  for (const _ of source.matchAll(/[^\p{L}\p{M}\p{N} .,;?'’“”]/gu)) if (++signs > most) return false;
  return !DEFINES_MACRO.test(source);
}
