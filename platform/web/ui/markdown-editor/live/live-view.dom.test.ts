import { forceParsing } from '@codemirror/language';
import { EditorSelection, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { renderMarkdown } from '#platform/content/markdown.ts';
import { loadLanguage } from '../../code-editor/languages.ts';
import type { ImageAddress } from '../editor-images.ts';
import { liveView } from './live-view.ts';
import { partKey } from './rendered-parts.ts';

vi.mock('../preview-renderer.ts', () => ({ renderPreview: async (source: string) => renderMarkdown(source) }));

/** Only ends what hangs. */
const LIMIT_MS = 60_000;

let markdown: Awaited<ReturnType<typeof loadLanguage>>;
beforeAll(async () => {
  markdown = await loadLanguage('markdown');
});

let view: EditorView;
afterEach(() => view.destroy());

/** The lines that the editor shows. Bars mark the carets; without any, nobody has worked in the text yet. */
function shown(marked: string): string[] {
  const parts = marked.split('¦');
  const doc = parts.join('');
  const carets = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('').length);
  const extensions = [EditorState.allowMultipleSelections.of(true), markdown, liveView(null)];
  view = new EditorView({ state: EditorState.create({ doc, extensions }), parent: document.body });
  forceParsing(view, doc.length, LIMIT_MS);
  if (carets.length > 0) view.dispatch({ selection: EditorSelection.create(carets.map((at) => EditorSelection.cursor(at))) });
  expect(view.state.doc.toString()).toBe(doc);
  return [...view.contentDOM.children].map((line) => line.textContent);
}

const FENCE = '```';

describe('the live view', () => {
  it.each([
    ['emphasis', 'a *b* **c** ~~d~~ ***e***', 'a b c d e'],
    ['underscores', 'a _b_ __c__ d_e_f', 'a b c d_e_f'],
    ['code', 'a `b*c*` ``d`e``', 'a b*c* d`e'],
    ['a heading', '## A *b* ##', 'A b'],
    ['attributes of a heading', '# A {#id .class}', 'A'],
    ['a link', 'to [the *page*](https://a.example "T") now', 'to the page now'],
    ['a link without a text', '[](https://a.example)', '[](https://a.example)'],
    ['a link to a label that is missing', '[a][b] [c]', '[a][b] [c]'],
    ['an address', 'at <https://a.example>', 'at https://a.example'],
    ['a footnote', 'so[^1] it is', 'so1 it is'],
    ['an escaped sign', '\\*a\\* 2 \\# 3', '*a* 2 # 3'],
    ['elements', 'a <kbd>Tab</kbd> <mark>b <u>c</u></mark> H<sub>2</sub>O', 'a Tab b c H2O'],
    ['an element that is open', 'a <kbd>Tab <br> b', 'a <kbd>Tab <br> b'],
    ['a point', '- a', '• a'],
    ['a number', '3. a', '3. a'],
    ['a task', '- [x] a', '• ☑ a'],
    ['a quote', '> a', 'a'],
    ['a rule', '***', ''],
    ['prices', 'It is $5 or $6.', 'It is $5 or $6.'],
    ['marks that our Markdown has no meaning for', 'H~2~O ==a== x^2^ :smile:', 'H~2~O ==a== x^2^ :smile:'],
    ['a comment', '<!-- *a* -->', '<!-- *a* -->'],
  ])('hides the marks of %s, and shows them beside a caret', (_name, source, expected) => {
    expect(shown(source)).toEqual([expected]);
    view.destroy();
    for (const at of [0, source.length]) {
      expect(shown(`${source.slice(0, at)}¦${source.slice(at)}`)).toEqual([source]);
      view.destroy();
    }
    // A caret in another line leaves them hidden.
    expect(shown(`${source}\n\n¦`)).toEqual([expected, '', '']);
  });

  it('shows the marks of every line with a caret or a part of a selection', () => {
    expect(shown('*a¦*\n*b*\n*c*¦')).toEqual(['*a*', 'b', '*c*']);
    view.dispatch({ selection: { anchor: 0, head: 6 } });
    expect([...view.contentDOM.children].map((line) => line.textContent)).toEqual(['*a*', '*b*', 'c']);
  });

  it('names headings and their levels', () => {
    shown('# A\n\nB\n---\n\n#### C');
    const headings = [...view.contentDOM.querySelectorAll('[role=heading]')];
    expect(headings.map((line) => [line.textContent, line.getAttribute('aria-level')])).toEqual([
      ['A', '1'],
      ['B', '2'],
      ['C', '4'],
    ]);
  });

  it('shows the title of a box in place of its first line, and no last line', () => {
    expect(shown('::: tip Faster\nA *b*.\n:::\n\n::: warning\n:::')).toEqual(['Faster', 'A b.', '', '', 'Warning', '']);
    expect([...view.contentDOM.querySelectorAll('.cm-live-box-tip')]).toHaveLength(3);
    view.destroy();
    expect(shown('::: tip¦ Faster\nA *b*.\n:::')).toEqual(['::: tip Faster', 'A b.', '']);
  });

  it('shows the language of a listing, and its lines as they are', () => {
    expect(shown(`${FENCE}python\nx = *a*\n${FENCE}\n\n    *b*`)).toEqual(['python', 'x = *a*', '', '', '    *b*']);
  });

  it.each([
    ['table', '| a | b |\n|---|---|\n| c | d |'],
    ['formula', '$$\nx^2\n$$'],
    ['image', '![Alt](../../images/a.png){width=50}'],
    ['video', '<iframe src="https://www.youtube.com/embed/a" title="T"></iframe>'],
    ['video', '<video src="https://a.example/b.mp4" controls></video>'],
    ['diagram', `${FENCE}mermaid\ngraph LR\n${FENCE}`],
  ])('shows a %s in place of its source until a caret gets there', (kind, source) => {
    shown(`Before.\n\n${source}\n\nBehind.`);
    const part = view.contentDOM.querySelector('.cm-live-part');
    expect(part?.getAttribute('data-part')).toBe(kind);
    expect(part?.getAttribute('aria-label')?.toLowerCase()).toBe(kind);
    const lines = source.split('\n');
    for (const at of [9, 9 + source.length]) {
      view.dispatch({ selection: { anchor: at } });
      expect(view.contentDOM.querySelector('.cm-live-part')).toBeNull();
      expect([...view.contentDOM.children].map((line) => line.textContent)).toEqual(['Before.', '', ...lines, '', 'Behind.']);
    }
    view.dispatch({ selection: { anchor: 0 } });
    expect(view.contentDOM.querySelector('.cm-live-part')).not.toBeNull();
  });

  it.each([
    ['a formula that isn’t closed', '$$\nx'],
    ['a table in a quote', '> | a |\n> |---|\n> | b |'],
    ['an element that is no player', '<details>\n<summary>a</summary>\n</details>'],
    ['two players', '<video src="a"></video><video src="b"></video>'],
  ])('leaves %s as it is', (_name, source) => {
    shown(source);
    expect(view.contentDOM.querySelector('.cm-live-part')).toBeNull();
  });

  it('opens a part with its button, and the cell of a table with a click', async () => {
    shown('A.\n\n| a | b |\n|---|---|\n| c | d |');
    const cell = await vi.waitUntil(() => [...view.contentDOM.querySelectorAll('td')].find((each) => each.textContent === 'd'), LIMIT_MS);
    cell.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
    expect(view.state.sliceDoc(view.state.selection.main.head)).toBe('d |');
    view.dispatch({ selection: { anchor: 0 } });
    view.contentDOM.querySelector<HTMLElement>('.cm-live-edit')?.click();
    expect(view.state.selection.main.head).toBe(4);
  });

  it('shows formulas and images within a line as the preview does', async () => {
    shown('If $x^2$ is, ![Alt](https://a.example/b.png) is.');
    await vi.waitUntil(
      () => view.contentDOM.querySelector('.cm-live-inline math') && view.contentDOM.querySelector('.cm-live-inline img'),
      LIMIT_MS,
    );
    expect(view.contentDOM.querySelector<HTMLImageElement>('.cm-live-inline img')?.alt).toBe('Alt');
    view.dispatch({ selection: { anchor: 0 } });
    expect(view.contentDOM.textContent).toBe('If $x^2$ is, ![Alt](https://a.example/b.png) is.');
  });

  it('opens links with Ctrl and a click, in a new tab', () => {
    const open = vi.spyOn(globalThis, 'open').mockReturnValue(null);
    shown('[a](https://a.example)');
    const link = view.contentDOM.querySelector('.cm-live-link');
    link?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0, ctrlKey: true }));
    expect(open.mock.calls).toEqual([['https://a.example', '_blank', 'noopener']]);
  });

  it('keeps the marks hidden while the pointer selects', () => {
    vi.useFakeTimers();
    shown('*a*\n\n*b*');
    const lines = () => [...view.contentDOM.children].map((line) => line.textContent);
    view.contentDOM.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
    view.dispatch({ selection: { anchor: 1 }, userEvent: 'select.pointer' });
    expect(lines()).toEqual(['a', '', 'b']);
    globalThis.dispatchEvent(new MouseEvent('mouseup'));
    vi.advanceTimersByTime(300);
    expect(lines()).toEqual(['*a*', '', 'b']);
    vi.useRealTimers();
  });

  it('renders a part again where its images are elsewhere or its language is another one', () => {
    const images: ImageAddress = { before: '/a/', behind: '', lessonId: 1, textLanguage: null };
    const others = [{ before: '/b/' }, { behind: '?2' }, { lessonId: 2 }, { textLanguage: 'ar' }].map((other) => ({ ...images, ...other }));
    expect(new Set([null, images, ...others].map((each) => partKey('$x$', each))).size).toBe(6);
  });
});
