import type { CollectionDocument } from '../../contract/collections.ts';

/** A document of the preview, and whether it is imported. */
export interface ChosenDocument extends CollectionDocument {
  readonly isChosen: boolean;
}

/** The documents of a preview: all that can be imported are chosen, except for those that the table of contents leaves out. */
export function chooseAll(documents: readonly CollectionDocument[]): ChosenDocument[] {
  return documents.map((document) => ({ ...document, isChosen: canImport(document) && document.state !== 'unlisted' }));
}

/** Whether a document may be chosen. */
export function canImport({ state }: Pick<CollectionDocument, 'state'>): boolean {
  return state !== 'refused' && state !== 'gone' && state !== 'deleted';
}

/** What a preview found: how many documents are chosen, and how many of them need a look. */
export function summaryOf(documents: readonly ChosenDocument[]): { readonly chosen: number; readonly noted: number } {
  const chosen = documents.filter(({ isChosen }) => isChosen);
  return { chosen: chosen.length, noted: chosen.filter(({ report }) => report !== null && report.notes.length > 0).length };
}

/** The documents with the numbers that the import will give: those that were imported before keep theirs. */
export function withNumbers(documents: readonly ChosenDocument[], first: number): (ChosenDocument & { number: number | null })[] {
  const known = new Set(documents.filter(({ is_known }) => is_known).map(({ sequence }) => sequence));
  let next = first;
  return documents.map((document) => {
    if (document.is_known) return { ...document, number: document.sequence };
    if (!document.isChosen) return { ...document, number: null };
    while (known.has(next)) next++;
    return { ...document, number: next++ };
  });
}

/** Moves one document by one place. */
export function moveDocument(documents: readonly ChosenDocument[], index: number, by: 1 | -1): ChosenDocument[] {
  const [moved, other] = [documents[index], documents[index + by]];
  if (!moved || !other) return [...documents];
  return documents.map((document, at) => (at === index ? other : at === index + by ? moved : document));
}
