import { pathToFileURL } from 'node:url';
import type { RenderedBlock } from '#content/diff-blocks.ts';
import { markdownSource } from '#content/markdown-source.ts';
import { programFile } from '../program-file.ts';
import { RenderThread } from './render-thread.ts';

/**
 * Below this product of a text's length and its characters that mean something to markdown, it is rendered where it is asked for:
 * even if each of them made the parser read the whole text, that would take a few milliseconds.
 */
const INLINE_COST = 2_000_000;
/** What can grow by itself, or be drawn in many ways: formulas that define macros. */
const DEFINES_MACRO = /\\(?:[egx]?def|(?:re|provide)?(?:new)?command|let|futurelet|global|long)/;

/** Where the images of a text are shown from, before their encoded name; null: addresses stay as they are written. */
export type ImagesAt = string | null;

export interface RenderRequest {
  readonly task: { readonly source: string } | { readonly before: string | null; readonly after: string | null };
  readonly imagesAt: ImagesAt;
}
export type RenderReply = { readonly html: string } | { readonly blocks: RenderedBlock[] };

// With them come the formulas, the colours of code and an HTML parser: megabytes that a server without readers need not hold.
const loadMarkdown = () => import('#content/markdown.ts');
const loadDiff = () => import('#content/diff-blocks.ts');

const thread = new RenderThread<RenderRequest, RenderReply>(pathToFileURL(programFile('render-worker')));

/** How a text was rendered. */
export interface Rendered {
  readonly html: string;
  /** False: it was not rendered because others were in front of it; another try may do. */
  readonly isFinal: boolean;
}

/**
 * Safe HTML of markdown. A text that could take long is rendered in a thread of its own with a limit of time and memory;
 * beyond it its source is shown.
 */
export async function renderWithinLimits(
  source: string,
  imagesAt: ImagesAt = null,
  on: Pick<typeof thread, 'run'> = thread,
): Promise<Rendered> {
  if (isCheap(source)) {
    const place = imagesAt === null ? {} : { imageAddress: (fileName: string) => imagesAt + encodeURIComponent(fileName) };
    const { renderMarkdown } = await loadMarkdown();
    return { html: renderMarkdown(source, place), isFinal: true };
  }
  const reply = await on.run({ task: { source }, imagesAt });
  if (typeof reply === 'object' && 'html' in reply) return { html: reply.html, isFinal: true };
  return { html: markdownSource(source), isFinal: reply === 'too expensive' };
}

/** What changed between two texts as their reader sees them; null: that takes too much. */
export async function diffWithinLimits(before: string | null, after: string | null): Promise<RenderedBlock[] | null> {
  if (isCheap(before ?? '') && isCheap(after ?? '')) return (await loadDiff()).diffRendered(before, after);
  const reply = await thread.run({ task: { before, after }, imagesAt: null });
  return typeof reply === 'object' && 'blocks' in reply ? reply.blocks : null;
}

/** Whether rendering a text is quick, whatever it says. */
export function isCheap(source: string): boolean {
  let signs = 0;
  const most = INLINE_COST / Math.max(1, source.length);
  // What is no letter, digit, space or usual punctuation can begin something.
  for (const _ of source.matchAll(/[^\p{L}\p{M}\p{N} .,;?'’“”]/gu)) if (++signs > most) return false;
  return !DEFINES_MACRO.test(source);
}
