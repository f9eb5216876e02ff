import type { EditorView } from '@codemirror/view';

type Scroller = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>;

/**
 * Where the preview of a text is scrolled to: as far as its source is. A source that is wholly in sight can't be scrolled; then what counts is
 * how far down the line with the caret is, from 0 to 1.
 */
export function previewTop(source: Scroller, caret: number, preview: Omit<Scroller, 'scrollTop'>): number {
  const range = source.scrollHeight - source.clientHeight;
  return (range > 0 ? source.scrollTop / range : caret) * Math.max(0, preview.scrollHeight - preview.clientHeight);
}

/** Scrolls the preview along with the source; returns a function that stops it. */
export function followScroll(source: HTMLElement, preview: { readonly current: HTMLElement | null }): () => void {
  function follow() {
    const target = preview.current;
    if (target && source.scrollHeight > source.clientHeight) target.scrollTop = previewTop(source, 0, target);
  }
  source.addEventListener('scroll', follow, { passive: true });
  return () => source.removeEventListener('scroll', follow);
}

/** Scrolls a preview that has changed to what is being written, if its source has nothing to scroll. */
export function showCaret(editor: EditorView | null, preview: HTMLElement | null): void {
  if (!editor?.hasFocus || !preview || editor.scrollDOM.scrollHeight > editor.scrollDOM.clientHeight) return;
  const { doc, selection } = editor.state;
  const caret = (doc.lineAt(selection.main.head).number - 1) / Math.max(1, doc.lines - 1);
  preview.scrollTop = previewTop(editor.scrollDOM, caret, preview);
}
