import { forceParsing } from '@codemirror/language';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import commonmark from 'commonmark-spec';
import { expect, it, vi } from 'vitest';
import { HOSTILE_PIECES } from '#testing/hostile-texts.ts';
import { loadLanguage } from '../../code-editor/languages.ts';
import { liveView } from './live-view.ts';

vi.mock('../preview-renderer.ts', () => ({ renderPreview: () => new Promise(() => undefined) }));

const TEXTS = 200;
/** How many lines of a text get a caret and a letter. */
const LINES = 12;

const PAGES = import.meta.glob<string>(['/features/*/guide.md', '/app/guide/*.md', '/app/server/sample-content/**/*.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The guide, the sample lessons, the examples of CommonMark, and texts that look like nothing. */
function corpus(): string[] {
  const pages = Object.values(PAGES);
  const hostile = HOSTILE_PIECES.map(
    (piece, index) => `${HOSTILE_PIECES.at(index - 7)}${piece.repeat(5)}${HOSTILE_PIECES.at(index - 20)}a`,
  );
  const examples = commonmark.tests.map(({ markdown }) => markdown);
  const rest = TEXTS - pages.length - hostile.length;
  const size = Math.ceil(examples.length / rest);
  const specification = Array.from({ length: rest }, (_, index) => examples.slice(index * size, (index + 1) * size).join('\n\n'));
  return [...pages, ...hostile, ...specification].map((text) => text.replaceAll('\r', ''));
}

it('shows the line of the caret as it is stored in 200 texts, and dispatches no change of its own', async () => {
  const markdown = await loadLanguage('markdown');
  const texts = corpus();
  expect(texts.length).toBeGreaterThanOrEqual(TEXTS);
  for (const text of texts) {
    const slot = new Compartment();
    const state = EditorState.create({ doc: text, extensions: [markdown, slot.of(liveView(null))] });
    const view = new EditorView({ state, parent: document.body });
    forceParsing(view, text.length, 60_000);
    let expected = text;
    const every = Math.max(1, Math.floor(view.state.doc.lines / LINES));
    for (let number = 1; number <= view.state.doc.lines; number += every) {
      const line = view.state.doc.line(number);
      const at = line.from + (number % (line.length + 1));
      view.dispatch({ selection: { anchor: at } });
      // The line of the caret is as it is stored.
      const { node } = view.domAtPos(at);
      expect((node instanceof Element ? node : node.parentElement)?.closest('.cm-line')?.textContent).toBe(line.text);
      view.dispatch({ changes: { from: at, insert: 'é' }, selection: { anchor: at + 1 }, userEvent: 'input.type' });
      expected = `${expected.slice(0, at)}é${expected.slice(at)}`;
    }
    view.dispatch({ effects: slot.reconfigure([]) });
    expect(view.state.doc.toString()).toBe(expected);
    view.destroy();
  }
});
