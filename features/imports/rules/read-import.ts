import { decodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import { UnreadableFile, type ImportedDocument } from './cells.ts';
import { readMarkdownCells } from './read-markdown.ts';
import { readNotebook } from './read-notebook.ts';
import type { Surroundings } from './surroundings.ts';

/** Extensions of files that can be imported. */
export const IMPORTED_ENDINGS = ['.ipynb', '.md', '.markdown', '.rmd', '.qmd'] as const;

/**
 * Parses a file of either kind.
 *
 * @param problemOf returns why bytes can't be a lesson image; null: they can
 * @param around the files that are imported together with it
 * @throws UnreadableFile with a message for the author
 */
export function readImport(
  fileName: string,
  bytes: Uint8Array,
  problemOf: (bytes: Uint8Array) => string | null,
  around: Surroundings,
): ImportedDocument {
  const ending = IMPORTED_ENDINGS.find((each) => fileName.toLowerCase().endsWith(each));
  if (ending === undefined) throw new UnreadableFile(`${fileName} is neither a Jupyter notebook (.ipynb) nor a Markdown file (.md).`);
  if (!isUtf8(bytes)) throw new UnreadableFile(`${fileName} is not UTF-8 text. Save it as UTF-8 and import it again.`);
  const text = decodeUtf8(bytes);
  if (ending === '.ipynb') return readNotebook(text.replace(/^\uFEFF/, ''), problemOf, around);
  return readMarkdownCells(text, problemOf, around, ending === '.rmd' || ending === '.qmd');
}

/** The title of a lesson whose file has none: `02_data-frames.ipynb` is `02 data frames`. */
export function titleFromFileName(fileName: string): string {
  return fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[_\-\s]+/g, ' ')
    .trim();
}
