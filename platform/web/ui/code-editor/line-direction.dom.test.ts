import { markdown } from '@codemirror/lang-markdown';
import { forceParsing } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, expect, it } from 'vitest';
import { lineDirections, proseLanguage } from './line-direction.ts';

let view: EditorView;
afterEach(() => view.destroy());

it('lines of prose run in the direction of their first letter, and listings from left to right', () => {
  const doc = 'One\n\n- שלום `print(1)`\n- 2 (two)\n\n```\nשלום = 1\n```\n\nسلام';
  view = new EditorView({ state: EditorState.create({ doc, extensions: [markdown(), lineDirections] }), parent: document.body });
  // On a slow machine, the editor may not have read the text yet.
  const READ_MS = 60_000;
  expect(forceParsing(view, doc.length, READ_MS)).toBe(true);
  const turned = () => [...view.contentDOM.querySelectorAll('[dir=rtl]')].map(({ textContent }) => textContent);
  expect(turned()).toEqual(['- שלום `print(1)`', 'سلام']);
  view.dispatch({ changes: { from: 0, to: 3, insert: 'אחד' } });
  expect(forceParsing(view, doc.length, READ_MS)).toBe(true);
  expect(turned()).toEqual(['אחד', '- שלום `print(1)`', 'سلام']);
});

it('in a language from right to left, lines that are only in another script and listings are turned', () => {
  const doc = 'One\n\nPython هي لغة\n\n::: tip\nمفيدة\n:::\n\n```\nx = 1\n```';
  const extensions = [markdown(), lineDirections, proseLanguage.of('ar')];
  view = new EditorView({ state: EditorState.create({ doc, extensions }), parent: document.body });
  expect(forceParsing(view, doc.length, 60_000)).toBe(true);
  expect([view.contentDOM.lang, view.contentDOM.dir]).toEqual(['ar', 'rtl']);
  const turned = [...view.contentDOM.querySelectorAll('[dir=ltr]')].map(({ textContent }) => textContent);
  expect(turned).toContain('x = 1');
  expect(turned).toContain('One');
  expect(turned).not.toContain('Python هي لغة');
  expect(turned).not.toContain('::: tip');
});
