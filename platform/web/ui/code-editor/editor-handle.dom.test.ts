import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, describe, expect, it } from 'vitest';
import { insertLines } from './editor-handle.ts';

let view: EditorView | null = null;

/** A bar marks the cursor. */
function open(marked: string): EditorView {
  const cursor = marked.indexOf('|');
  const doc = marked.replace('|', '');
  view = new EditorView({ state: EditorState.create({ doc, selection: { anchor: cursor } }), parent: document.body });
  return view;
}

function shown({ state }: EditorView): string {
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`;
}

describe('inserted lines', () => {
  afterEach(() => view?.destroy());

  it.each([
    ['|', 'a()', 'a()|', 1],
    ['x()|', 'a()', 'x()\na()|', 2],
    ['x|()\ny()', 'a()', 'x()\na()|\ny()', 2],
    ['x()\n|\ny()', 'a()', 'x()\na()|\ny()', 2],
    ['if x:\n    y()|\n', 'a()', 'if x:\n    y()\n    a()|\n', 3],
    ['if x:|', 'a()', 'if x:\n    a()|', 2],
    ['if x:\n    |', 'a(\nb)', 'if x:\n    a(\n    b)|', 2],
  ])('%j + %j', (before, text, after, line) => {
    const editor = open(before);
    expect([insertLines(editor, text), shown(editor)]).toEqual([line, after]);
  });
});
