import type { MarkdownOptions } from '#content/markdown.ts';

/** What a text may refer to. It can be sent to a thread. */
export interface RenderContext {
  /** Base address of the text's images, before their encoded name; null: addresses stay as written. */
  readonly imagesAt: string | null;
  /** Hosts whose videos play in it, from the settings. */
  readonly videoHosts: readonly string[];
  /** Readers have this lesson only: links to others are plain text. */
  readonly isAlone?: boolean;
  /** Marks mentions of users (content/src/mentions.ts). */
  readonly hasMentions?: boolean;
}

/** The options of the renderer, which has functions for images and links. */
export function markdownOptions({ imagesAt, isAlone = false, ...options }: RenderContext): MarkdownOptions {
  return {
    ...options,
    ...(isAlone && { lessonAddress: () => null }),
    ...(imagesAt !== null && { imageAddress: (fileName) => imagesAt + encodeURIComponent(fileName) }),
  };
}
