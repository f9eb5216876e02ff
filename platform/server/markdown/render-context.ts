import { authorAddress, authorFileAddress } from '#platform/content/lesson-link.ts';
import type { MarkdownOptions } from '#platform/content/markdown.ts';
import type { Direction } from '#platform/content/text-direction.ts';

/** What a text may refer to. It can be sent to a thread. */
export interface RenderContext {
  /** Base address of the text's images, before their encoded name; null: addresses stay as written. */
  readonly imagesAt: string | null;
  /** Hosts whose videos play in it, from the settings. */
  readonly videoHosts: readonly string[];
  /**
   * The id of the lesson whose authors read the text: links to other lessons lead to their pages, those to data files download them. If
   * absent, links stay as written.
   */
  readonly linksFrom?: number;
  /** Readers have the pages of this lesson only: links to other lessons and to data files are plain text. */
  readonly isAlone?: boolean;
  /** The direction of its language. If absent, left to right. */
  readonly direction?: Direction;
  /** Marks mentions of users (platform/content/mentions.ts). */
  readonly hasMentions?: boolean;
}

/** The options of the renderer, which has functions for images and links. */
export function markdownOptions({ imagesAt, linksFrom, isAlone = false, ...options }: RenderContext): MarkdownOptions {
  return {
    ...options,
    ...(linksFrom !== undefined && {
      lessonAddress: (link) => authorAddress(linksFrom, link),
      fileAddress: (name) => authorFileAddress(linksFrom, name),
    }),
    ...(isAlone && { lessonAddress: () => null, fileAddress: () => null }),
    ...(imagesAt !== null && { imageAddress: (fileName) => imagesAt + encodeURIComponent(fileName) }),
  };
}
