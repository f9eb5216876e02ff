import type { EditorView } from '@codemirror/view';

/** What the page may ask of an editor that is open. */
export interface EditorHandle {
  /** Puts whole lines in at the cursor, and answers the number of the first of them. */
  insertLines: (text: string) => number;
}

/**
 * Puts lines in at the cursor, indented as the line of the cursor: in its place where that is blank, else below it. The
 * cursor goes behind them, so that the next ones follow.
 */
export function insertLines(view: EditorView, text: string): number {
  const { state } = view;
  const line = state.doc.lineAt(state.selection.main.head);
  const indent = /^\s*/.exec(line.text)?.[0] ?? '';
  const isBlank = line.text.trim() === '';
  // A line that opens a block is followed by the block.
  const inner = !isBlank && line.text.trimEnd().endsWith(':') ? `${indent}    ` : indent;
  const insert = text
    .split('\n')
    .map((each) => inner + each)
    .join('\n');
  const from = isBlank ? line.from : line.to;
  const change = { from, to: line.to, insert: isBlank ? insert : `\n${insert}` };
  view.dispatch({
    changes: change,
    selection: { anchor: change.from + change.insert.length },
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
  return isBlank ? line.number : line.number + 1;
}
