import { Facet } from '@codemirror/state';
import { markdownSource } from '#platform/content/markdown-source.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { type ImageAddress, imageAddressKey } from '../editor-images.ts';
import { renderPreview } from '../preview-renderer.ts';

/** Parts of texts that are kept, rendered, so that scrolling back shows them at once. */
const MOST_KEPT = 1_000;

/** Where the images of the text are; null: it belongs to no lesson. */
export const imageAddress = Facet.define<ImageAddress | null, ImageAddress | null>({ combine: (values) => values[0] ?? null });

interface Rendered {
  readonly html: SafeHtml;
  /** In pixels; null: not yet laid out. */
  height: number | null;
}

const kept = new Map<string, Rendered>();

/** Names a part, with what its rendering depends on. */
export function partKey(source: string, images: ImageAddress | null): string {
  return images ? `${imageAddressKey(images)} ${source}` : source;
}

/** What was rendered before. */
export function knownPart(key: string): Rendered | null {
  return kept.get(key) ?? null;
}

/** Renders a part of a text as the preview does. Null: it isn't needed any more, or takes too long. */
export async function renderPart(source: string, images: ImageAddress | null, signal: AbortSignal): Promise<SafeHtml | null> {
  const html = await renderPreview(source, images, signal);
  if (html === markdownSource(source)) return null;
  const oldest = kept.size < MOST_KEPT ? undefined : kept.keys().next().value;
  if (oldest !== undefined) kept.delete(oldest);
  kept.set(partKey(source, images), { html, height: null });
  return html;
}
