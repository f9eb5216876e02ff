import { EditorView } from '@codemirror/view';

/**
 * Long lines are wrapped. Where a line wraps, Chromium writes a newline before a space that is typed. CodeMirror drops it if the space is all
 * that it reads; on a busy machine it reads more at once. No key that begins a new line gets here.
 */
export const wrappedLines = [
  EditorView.lineWrapping,
  EditorView.inputHandler.of((view, from, to, text) => {
    if (from !== to || !text.startsWith('\n ')) return false;
    const insert = text.slice(1);
    view.dispatch({
      changes: { from, insert },
      selection: { anchor: from + insert.length },
      scrollIntoView: true,
      userEvent: 'input.type',
    });
    return true;
  }),
];
