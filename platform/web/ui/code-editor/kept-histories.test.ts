import { history, redo, undo } from '@codemirror/commands';
import { EditorState, type Extension, Transaction, type TransactionSpec } from '@codemirror/state';
import { expect, it } from 'vitest';
import { findHistory, keepHistory } from './kept-histories.ts';

/** An editor without a page. */
function open(doc: EditorState['doc'] | string, more: Extension = []) {
  let state = EditorState.create({ doc, extensions: [history(), more] });
  return {
    get state() {
      return state;
    },
    dispatch: (change: Transaction | TransactionSpec) => {
      state = change instanceof Transaction ? change.state : state.update(change).state;
    },
  };
}

const close = (editor: ReturnType<typeof open>, key: string): void => keepHistory(key, editor.state);

it('undoes and redoes in an editor that was closed and opened again, also after a change by others', () => {
  const first = open('It rains.');
  first.dispatch({ changes: { from: 9, insert: ' A lot.' }, userEvent: 'input.type' });
  close(first, 'screen/body');
  const kept = findHistory('screen/body');
  const again = open(kept?.doc ?? '', kept?.extension);
  again.dispatch({ changes: { from: 0, insert: 'Today: ' }, annotations: Transaction.addToHistory.of(false) });
  undo(again);
  expect(again.state.doc.toString()).toBe('Today: It rains.');
  redo(again);
  expect(again.state.doc.toString()).toBe('Today: It rains. A lot.');
});

it('keeps nothing of an editor without edits, and no more than the last sixty', () => {
  close(open('Read only.'), 'untouched');
  expect(findHistory('untouched')).toBeUndefined();
  for (let index = 0; index < 61; index += 1) {
    const view = open('');
    view.dispatch({ changes: { from: 0, insert: 'x' } });
    close(view, `editor ${index}`);
  }
  expect(findHistory('editor 0')).toBeUndefined();
  expect(findHistory('editor 60')).toBeDefined();
});
