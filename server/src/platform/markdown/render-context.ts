import type { MarkdownOptions } from '#content/markdown.ts';

/** What a text may refer to. It can be sent to a thread. */
export interface RenderContext {
  /** Base address of the text's images, before their encoded name; null: addresses stay as written. */
  readonly imagesAt: string | null;
  /** Hosts whose videos play in it, from the settings. */
  readonly videoHosts: readonly string[];
  /** Marks mentions of users (content/src/mentions.ts). */
  readonly hasMentions?: boolean;
}

/** The options of the renderer, which has a function for images. */
export function markdownOptions({ imagesAt, ...options }: RenderContext): MarkdownOptions {
  return imagesAt === null ? options : { ...options, imageAddress: (fileName) => imagesAt + encodeURIComponent(fileName) };
}
