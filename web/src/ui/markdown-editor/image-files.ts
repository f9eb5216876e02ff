import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Takes image files for this place of the text; false: it wants none. */
type TakeFiles = (files: File[], place: { at: number | null; isPasted: boolean }) => boolean;

/**
 * The images that are pasted or dropped. Spreadsheets and word processors put a picture beside the text that was copied:
 * the text is meant.
 */
export function imageFilesOf(data: Pick<DataTransfer, 'files' | 'types'> | null): File[] {
  if (!data || data.types.includes('text/plain')) return [];
  return [...data.files].filter((file) => file.type.startsWith('image/'));
}

/** Makes an editor take images that are pasted into it or dropped onto it. */
export function imageFiles(take: TakeFiles): Extension {
  return EditorView.domEventHandlers({
    paste(event, view) {
      const files = imageFilesOf(event.clipboardData);
      return files.length > 0 && take(files, { at: view.state.selection.main.to, isPasted: true });
    },
    drop(event, view) {
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
 * Images that are dropped beside the text, onto the preview or the toolbar, go to the cursor; left to the browser they
 * would take the place of the page. Answers what ends it.
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
