import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Accepts image files for a position in the text; false: not accepted. */
type TakeFiles = (files: File[], place: { at: number | null; isPasted: boolean }) => boolean;

/** Pasted or dropped images. Spreadsheets and word processors add a picture to copied text: use the text. */
export function imageFilesOf(data: Pick<DataTransfer, 'files' | 'types'> | null): File[] {
  if (!data || data.types.includes('text/plain')) return [];
  return [...data.files].filter((file) => file.type.startsWith('image/'));
}

/** A dropped or pasted table of data; null: none. Spreadsheets put theirs on the clipboard as text. */
export function tableFileOf(data: Pick<DataTransfer, 'files' | 'types'> | null): File | null {
  if (!data || data.types.includes('text/plain') || data.files.length !== 1) return null;
  const [file] = data.files;
  return file && /\.(?:csv|tsv)$/i.test(file.name) ? file : null;
}

/** Lets an editor accept pasted and dropped images, and offer what can become of a table of data. */
export function imageFiles(take: TakeFiles, offerTable: (file: File, at: number) => void): Extension {
  return EditorView.domEventHandlers({
    paste(event, view) {
      const table = tableFileOf(event.clipboardData);
      if (table) {
        offerTable(table, view.state.selection.main.to);
        return true;
      }
      const files = imageFilesOf(event.clipboardData);
      return files.length > 0 && take(files, { at: view.state.selection.main.to, isPasted: true });
    },
    drop(event, view) {
      const table = tableFileOf(event.dataTransfer);
      if (table) {
        offerTable(table, view.posAtCoords({ x: event.clientX, y: event.clientY }, false));
        return true;
      }
      const files = imageFilesOf(event.dataTransfer);
      if (files.length === 0) return false;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
      if (!take(files, { at, isPasted: false })) return false;
      view.dispatch({ selection: { anchor: at } });
      view.focus();
      return true;
    },
  });
}

/**
 * Inserts images dropped next to the text, on preview or toolbar, at the cursor; the browser would open them in place of the page.
 * Returns a function that stops it.
 */
export function takeStrayImages(element: HTMLElement, take: TakeFiles): () => void {
  const listening = new AbortController();
  const hold = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const files = imageFilesOf(event.dataTransfer);
    if (files.length > 0) take(files, { at: null, isPasted: false });
  };
  element.addEventListener('dragover', hold, { signal: listening.signal });
  element.addEventListener('drop', drop, { signal: listening.signal });
  return () => listening.abort();
}
