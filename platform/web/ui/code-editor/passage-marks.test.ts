// @vitest-environment jsdom
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markingEditor, passageMarks } from './passage-marks.ts';

const TEXT = 'A loop repeats. A list ends.';
let view: EditorView;
let editor: ReturnType<typeof markingEditor>;

beforeEach(() => {
  view = new EditorView({ parent: document.body, state: EditorState.create({ doc: TEXT, extensions: passageMarks }) });
  editor = markingEditor(view);
  editor.mark([
    { id: 'list', label: 'Second', from: 18, to: 22 },
    { id: 'loop', label: 'First', from: 2, to: 6 },
  ]);
});
afterEach(() => view.destroy());

const marked = () => editor.marks().map(({ id, from, to }) => `${id}: ${view.state.sliceDoc(from, to)}`);

describe('the marks of passages', () => {
  it.each([
    ['text before them', { from: 0, insert: 'Well. ' }, ['loop: loop', 'list: list']],
    ['text at their ends', { from: 6, insert: 's' }, ['loop: loop', 'list: list']],
    ['text within them', { from: 4, insert: '-' }, ['loop: lo-op', 'list: list']],
    ['one of them deleted', { from: 0, to: 10, insert: '' }, ['list: list']],
    ['everything replaced', { from: 0, to: TEXT.length, insert: 'Other words.' }, []],
  ])('follow %s', (_, changes, left) => {
    view.dispatch({ changes });
    expect(marked()).toEqual(left);
  });

  it('are elements with their passage and its description', () => {
    const marks = [...view.contentDOM.querySelectorAll<HTMLElement>('mark')];
    expect(marks.map((mark) => [mark.textContent, mark.dataset['passage'], mark.getAttribute('aria-description')])).toEqual([
      ['loop', 'loop', 'First'],
      ['list', 'list', 'Second'],
    ]);
  });

  it('stay highlighted when they are edited or set again', () => {
    const lit = () => [...view.contentDOM.querySelectorAll('.cm-passage-lit')].map(({ textContent }) => textContent);
    editor.light(['list']);
    view.dispatch({ changes: { from: 0, insert: 'Well. ' } });
    expect(lit()).toEqual(['list']);
    editor.mark(editor.marks());
    expect(lit()).toEqual(['list']);
    editor.light([]);
    expect(lit()).toEqual([]);
    expect(marked()).toEqual(['loop: loop', 'list: list']);
  });
});
