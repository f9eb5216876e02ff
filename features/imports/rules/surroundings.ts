import type { Labels } from './references.ts';

/** The files around an imported document. Addresses are as the document writes them. */
export interface Surroundings {
  /** The bytes of a file; null: it doesn't exist. */
  readonly file: (address: string) => Uint8Array | null;
  /** The address that replaces a link; null: the link leads to nothing that is imported. */
  readonly link: (address: string) => string | null;
  /** Labels of the documents that are imported together, with the addresses of their documents. */
  readonly labels: Labels;
}

/** A document without other files. */
export const ALONE: Surroundings = { file: () => null, link: () => null, labels: new Map() };
