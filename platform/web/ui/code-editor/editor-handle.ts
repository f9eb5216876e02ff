import { isolateHistory } from '@codemirror/commands';
import { EditorView } from '@codemirror/view';
import { spacingChanges } from './spacing-changes.ts';

/** What the page can do with an open editor. */
export interface EditorHandle {
  /** Inserts whole lines at the cursor; returns the number of the first one. */
  insertLines: (text: string) => number;
  /** The current text. */
  read: () => string;
  /** Writes another spacing of `before` in its place; returns whether `before` was still the text. */
  respace: (before: string, after: string) => boolean;
}

/** Writes the same text with other white space, or a few other signs. The cursor stays at its word, and one Undo brings the text back. */
export function respace(view: EditorView, before: string, after: string): boolean {
  if (view.state.readOnly || view.state.doc.toString() !== before) return false;
  const changes = spacingChanges(before, after);
  if (changes.length > 0)
    view.dispatch({ changes, annotations: isolateHistory.of('full'), userEvent: 'input.format', scrollIntoView: true });
  return true;
}

/**
 * Inserts lines at the cursor with the indentation of its line: replaces that line if it is blank, otherwise goes below it. The cursor
 * moves after them, so that the next ones follow; the view shows their start, however long they are.
 */
export function insertLines(view: EditorView, text: string): number {
  const { state } = view;
  const line = state.doc.lineAt(state.selection.main.head);
  const indent = /^\s*/.exec(line.text)?.[0] ?? '';
  const isBlank = line.text.trim() === '';
  // Indent inside a new block.
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
    // To the beginning of the lines: a long call would scroll its name out of sight.
    effects: EditorView.scrollIntoView(change.from + (isBlank ? 0 : 1), { y: 'nearest', x: 'nearest', xMargin: 40 }),
  });
  return isBlank ? line.number : line.number + 1;
}
