import { CompletionContext } from '@codemirror/autocomplete';
import { markdown } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, it, vi } from 'vitest';
import { type Spelling, spellingMarks, spellingSource } from './spelling.ts';

/** A dictionary that knows words without an x. */
function dictionary(): Spelling {
  const known = new Map<string, boolean>();
  return {
    wordsIn: (text, code) =>
      Array.from(text.matchAll(/[a-z]+/g), ({ 0: word, index }) => ({ word, span: { start: index, end: index + word.length } })).filter(
        ({ span }) => !code.some(({ start, end }) => start <= span.start && span.end <= end),
      ),
    isUnknown: (word) => known.get(word) ?? null,
    isMostlyUnknown: () => false,
    lookUp: vi.fn((words: readonly string[]) => {
      for (const word of words) known.set(word, word.includes('x'));
      return Promise.resolve(true);
    }),
    propose: (word) => Promise.resolve([word.replaceAll('x', 's')]),
    add: (word) => Promise.resolve(void known.set(word, false)),
    turnOff: vi.fn(),
  };
}

function editorOf(doc: string, spelling: Spelling | null): EditorView {
  const parent = document.body.appendChild(document.createElement('div'));
  return new EditorView({ parent, state: EditorState.create({ doc, extensions: [markdown(), spellingMarks(() => spelling)] }) });
}

const underlined = ({ dom }: EditorView) => Array.from(dom.querySelectorAll('[aria-invalid="spelling"]'), ({ textContent }) => textContent);

it('underlines unknown words outside of code, and asks for each word once', async () => {
  const spelling = dictionary();
  const view = editorOf('one thix `codex` thix', spelling);
  await expect.poll(() => underlined(view)).toEqual(['thix', 'thix']);
  // Edited words are plain until they are looked up.
  view.dispatch({ changes: { from: 8, insert: 'y' } });
  expect(underlined(view)).toEqual(['thix']);
  await expect.poll(() => underlined(view)).toEqual(['thixy', 'thix']);
  expect(vi.mocked(spelling.lookUp).mock.calls).toEqual([[['one', 'thix']], [['thixy']]]);
  expect(view.contentDOM.getAttribute('spellcheck')).toBe('false');
  view.destroy();
});

it('has a menu with proposals, only where it is asked for', async () => {
  const spelling = dictionary();
  const view = editorOf('one thix', spelling);
  await expect.poll(() => underlined(view)).toEqual(['thix']);
  const open = (at: number, explicit = true) => spellingSource(() => spelling)(new CompletionContext(view.state, at, explicit));
  const menu = await open(6);
  expect(menu).toMatchObject({ from: 4, to: 8 });
  expect(menu?.options.map(({ label }) => label)).toEqual(['this', 'Add to dictionary', 'Don’t underline unknown words']);
  expect([await open(1), await open(6, false)]).toEqual([null, null]);
  const [, add] = menu?.options ?? [];
  if (add && typeof add.apply === 'function') add.apply(view, add, 4, 8);
  await expect.poll(() => underlined(view)).toEqual([]);
  view.destroy();
});

it('leaves spelling to the browser while it is off', () => {
  const view = editorOf('thix', null);
  expect(view.contentDOM.getAttribute('spellcheck')).toBe('true');
  view.destroy();
});
