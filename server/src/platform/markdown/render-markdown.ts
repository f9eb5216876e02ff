import { pathToFileURL } from 'node:url';
import type { RenderedBlock } from '#content/diff-blocks.ts';
import type { MarkdownOptions } from '#content/markdown.ts';
import { markdownSource } from '#content/markdown-source.ts';
import { programFile } from '../program-file.ts';
import { RenderThread } from './render-thread.ts';

/**
 * A text is rendered inline if its length times its number of markdown characters is below this: even if each of them
 * made the parser read the whole text, that would take a few milliseconds.
 */
const INLINE_COST = 2_000_000;
/** Formulas that define macros can expand without bound. */
const DEFINES_MACRO = /\\(?:[egx]?def|(?:re|provide)?(?:new)?command|let|futurelet|global|long)/;

/** Base address of a text's images, before their encoded name; null: addresses stay as written. */
export type ImageBase = string | null;

export interface RenderRequest {
  readonly task:
    | { readonly source: string; readonly hasMentions?: boolean }
    | { readonly before: string | null; readonly after: string | null };
  readonly imagesAt: ImageBase;
}
export type RenderReply = { readonly html: string } | { readonly blocks: RenderedBlock[] };

// Loaded on demand: formulas, syntax highlighting and an HTML parser are megabytes that an idle server doesn't need.
const loadMarkdown = () => import('#content/markdown.ts');
const loadDiff = () => import('#content/diff-blocks.ts');

const thread = new RenderThread<RenderRequest, RenderReply>(pathToFileURL(programFile('render-worker')));

/** The result of rendering a text. */
export interface Rendered {
  readonly html: string;
  /** False: it was skipped because others were in the queue; another attempt may succeed. */
  readonly isFinal: boolean;
}

/**
 * Renders markdown to safe HTML. A text that could be slow is rendered in a worker thread with limits of time and
 * memory; beyond them its source is shown.
 *
 * @param options.hasMentions Marks mentions of users (content/src/mentions.ts).
 */
export async function renderWithinLimits(
  source: string,
  imagesAt: ImageBase = null,
  { on = thread, hasMentions = false }: { on?: Pick<typeof thread, 'run'>; hasMentions?: boolean } = {},
): Promise<Rendered> {
  if (isCheapToRender(source)) {
    const { renderMarkdown } = await loadMarkdown();
    return { html: renderMarkdown(source, { ...placeOfImages(imagesAt), hasMentions }), isFinal: true };
  }
  const reply = await on.run({ task: { source, hasMentions }, imagesAt });
  if (typeof reply === 'object' && 'html' in reply) return { html: reply.html, isFinal: true };
  return { html: markdownSource(source), isFinal: reply === 'too expensive' };
}

/** Renders the differences between two texts; null if that exceeds the limits. */
export async function diffWithinLimits(
  before: string | null,
  after: string | null,
  imagesAt: ImageBase = null,
): Promise<RenderedBlock[] | null> {
  if (isCheapToRender(before ?? '') && isCheapToRender(after ?? ''))
    return (await loadDiff()).diffRendered(before, after, placeOfImages(imagesAt));
  const reply = await thread.run({ task: { before, after }, imagesAt });
  return typeof reply === 'object' && 'blocks' in reply ? reply.blocks : null;
}

function placeOfImages(imagesAt: ImageBase): MarkdownOptions {
  return imagesAt === null ? {} : { imageAddress: (fileName) => imagesAt + encodeURIComponent(fileName) };
}

/** Whether a text is quick to render, whatever it contains. */
export function isCheapToRender(source: string): boolean {
  let signs = 0;
  const most = INLINE_COST / Math.max(1, source.length);
  // Counts everything that could be markdown syntax: all but letters, digits, spaces and common punctuation.
  for (const _ of source.matchAll(/[^\p{L}\p{M}\p{N} .,;?'’“”]/gu)) if (++signs > most) return false;
  return !DEFINES_MACRO.test(source);
}
