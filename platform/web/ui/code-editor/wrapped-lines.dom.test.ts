import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, expect, it } from 'vitest';
import { wrappedLines } from './wrapped-lines.ts';

let view: EditorView;
afterEach(() => view.destroy());

it.each([
  { typed: ' Or not.', read: '\n Or not.' },
  { typed: ' ', read: '\n ' },
  { typed: 'er', read: 'er' },
])('what is typed at the end of a wrapped line is $typed if the browser writes it as $read', async ({ typed, read }) => {
  const doc = 'The end';
  view = new EditorView({
    state: EditorState.create({ doc, selection: { anchor: doc.length }, extensions: [wrappedLines] }),
    parent: document.body,
  });
  const line = view.contentDOM.querySelector('.cm-line')?.firstChild;
  if (line) line.nodeValue += read;
  await expect.poll(() => view.state.doc.toString()).toBe(doc + typed);
  expect(view.state.selection.main.head).toBe(doc.length + typed.length);
});
