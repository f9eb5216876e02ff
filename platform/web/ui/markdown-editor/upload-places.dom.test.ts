import { history, undo } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, describe, expect, it } from 'vitest';
import { dropUploadPlace, fillUploadPlace, showUploadPlace, uploadPlaces } from './upload-places.ts';

let view: EditorView;
const text = () => view.state.doc.toString();
const shown = () => view.contentDOM.textContent;

/** A bar marks the cursor. */
function open(marked: string): void {
  const cursor = marked.indexOf('|');
  const state = EditorState.create({
    doc: marked.replace('|', ''),
    selection: { anchor: cursor },
    extensions: [history(), uploadPlaces],
  });
  view = new EditorView({ state, parent: document.body });
}

function type(insert: string, at: number): void {
  view.dispatch({ changes: { from: at, insert }, selection: { anchor: at + insert.length }, userEvent: 'input.type' });
}

describe('upload positions', () => {
  afterEach(() => view.destroy());

  it('are shown but are not part of the text', () => {
    open('ab|cd');
    showUploadPlace(view, { id: 1, name: 'cat.png', at: 2 });
    expect(shown()).toBe('ab![Uploading cat.png…]()cd');
    expect(text()).toBe('abcd');
    dropUploadPlace(view, 1);
    expect(shown()).toBe('abcd');
    expect(undo(view)).toBe(false);
  });

  it('stay in place while text is typed before and after them', () => {
    open('ab|cd');
    showUploadPlace(view, { id: 1, name: 'cat.png', at: 2 });
    type('xy', 2);
    type('0', 0);
    fillUploadPlace(view, 1, '[i]', null);
    expect(text()).toBe('0ab[i]xycd');
    expect(view.state.selection.main.head).toBe(1);
  });

  it('are filled in a single undo step', () => {
    open('ab|');
    type('c', 2);
    showUploadPlace(view, { id: 1, name: 'cat.png', at: 3 });
    type('d', 3);
    fillUploadPlace(view, 1, '[i]', null);
    type('e', 7);
    expect(text()).toBe('abc[i]de');
    undo(view);
    expect(text()).toBe('abc[i]d');
    undo(view);
    expect(text()).toBe('abcd');
    expect(shown()).toBe('abcd');
  });

  it.each([
    [[1, 2], '[1][2]'],
    [[2, 1], '[1][2]'],
  ])('stay in the order in which they were started, when %j end', (order, expected) => {
    open('|');
    for (const id of [1, 2]) showUploadPlace(view, { id, name: `${id}.png`, at: 0 });
    for (const id of order) fillUploadPlace(view, id, `[${id}]`, null);
    expect(text()).toBe(expected);
  });

  it.each([
    [[1, 2], '![1](x)\n\n![2](x)'],
    [[2, 1], '![1](x)\n\n![2](x)'],
  ])('make paragraphs of images that would touch, when %j end', (order, expected) => {
    open('|');
    for (const id of [1, 2]) showUploadPlace(view, { id, name: `${id}.png`, at: 0 });
    for (const id of order) fillUploadPlace(view, id, `![${id}](x)`, null);
    expect(text()).toBe(expected);
  });

  it('survive deletion of the text around them', () => {
    open('abcd|');
    showUploadPlace(view, { id: 1, name: 'cat.png', at: 2 });
    view.dispatch({ changes: { from: 0, to: 4, insert: 'new' } });
    fillUploadPlace(view, 1, '[i]', null);
    expect(text()).toMatch(/^(\[i\]new|new\[i\])$/);
  });

  it('move a waiting cursor to the part to be written', () => {
    open('ab|');
    showUploadPlace(view, { id: 1, name: 'cat.png', at: 2 });
    fillUploadPlace(view, 1, '![cat](x)', { from: 2, to: 5 });
    const { from, to } = view.state.selection.main;
    expect(view.state.sliceDoc(from, to)).toBe('cat');
  });
});
