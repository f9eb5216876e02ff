import type { ChunkDefaults } from './chunk-options.ts';
import type { ReadTree } from './code-names.ts';
import type { Labels } from './references.ts';

/** What an imported document is read with: the files around it, and a parser. Addresses are as the document writes them. */
export interface Surroundings {
  /** The bytes of a file; null: it doesn't exist. */
  readonly file: (address: string) => Uint8Array | null;
  /** The address that replaces a link; null: the link leads to nothing that is imported. */
  readonly link: (address: string) => string | null;
  /** Labels of the documents that are imported together, with the addresses of their documents. */
  readonly labels: Labels;
  readonly readTree: ReadTree;
  /** What the project sets for the chunks of its documents. */
  readonly chunkDefaults: ChunkDefaults;
  /** Names of images that the lesson already has. */
  readonly images: ReadonlySet<string>;
}

/** A document without other files. */
export function alone(readTree: ReadTree, images: ReadonlySet<string> = new Set()): Surroundings {
  return { file: () => null, link: () => null, labels: new Map(), readTree, chunkDefaults: new Map(), images };
}
