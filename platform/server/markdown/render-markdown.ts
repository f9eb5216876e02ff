import type { RenderedBlock } from '#platform/content/diff-blocks.ts';
import { markdownSource } from '#platform/content/markdown-source.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { runTextTask, type TextTaskWatch } from '../text-tasks/text-tasks.ts';
import type { RenderContext } from './render-context.ts';

/**
 * A text is rendered inline if its length times its number of markdown characters is below this: even if each of them
 * made the parser read the whole text, that would take a few milliseconds.
 */
const INLINE_COST = 2_000_000;
/** Formulas that define macros can expand without bound. */
const DEFINES_MACRO = /\\(?:[egx]?def|(?:re|provide)?(?:new)?command|let|futurelet|global|long)/;

// Loaded on demand: formulas, syntax highlighting and an HTML parser are megabytes that an idle server doesn't need.
const loadTasks = () => import('./render.task.ts');

/** The result of rendering a text. */
export interface Rendered {
  readonly html: SafeHtml;
  /** False: it was skipped because others were in the queue; another attempt may succeed. */
  readonly isFinal: boolean;
}

/**
 * Renders markdown. A text that could be slow is rendered in a worker thread with limits of time and
 * memory; beyond them its source is shown.
 */
export async function renderWithinLimits(source: string, context: RenderContext, on?: TextTaskWatch['on']): Promise<Rendered> {
  if (isCheapToRender(source)) return { html: (await loadTasks()).renderText(source, context), isFinal: true };
  const rendered = await runTextTask('renderText', [source, context], on && { on });
  if (typeof rendered === 'object') return { html: rendered.result, isFinal: true };
  return { html: markdownSource(source), isFinal: rendered === 'too expensive' };
}

/** Renders the differences between two texts; null if that exceeds the limits. */
export async function diffWithinLimits(
  before: string | null,
  after: string | null,
  context: RenderContext,
): Promise<RenderedBlock[] | null> {
  if (isCheapToRender(before ?? '') && isCheapToRender(after ?? '')) return (await loadTasks()).diffTexts(before, after, context);
  const compared = await runTextTask('diffTexts', [before, after, context]);
  return typeof compared === 'object' ? compared.result : null;
}

/** Whether a text is quick to render, whatever it contains. */
export function isCheapToRender(source: string): boolean {
  let signs = 0;
  const most = INLINE_COST / Math.max(1, source.length);
  // Counts everything that could be markdown syntax: all but letters, digits, spaces and common punctuation.
  for (const _ of source.matchAll(/[^\p{L}\p{M}\p{N} .,;?'’“”]/gu)) if (++signs > most) return false;
  return !DEFINES_MACRO.test(source);
}
