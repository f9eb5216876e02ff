import { history, undo } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { Compartment, EditorSelection, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PastedMarkdown } from '../paste/pasted-markdown.ts';
// Loaded with the first paste; here before it.
import '../paste/pasted-markdown.ts';
import { filesOfPasted } from './pasted-files.ts';
import { richPaste } from './rich-paste.ts';

const PAGE = 'https://lessons.example.org/lesson/12';
let view: EditorView;
let taken: PastedMarkdown[] = [];
const access = new Compartment();
// The editor measures itself in frames, which jsdom has no layout for.
beforeEach(() => void vi.stubGlobal('requestAnimationFrame', () => 0));
afterEach(() => view.destroy());

/** An editor whose text has its selection between « and ». */
function open(marked: string): void {
  taken = [];
  const [from, to] = [marked.indexOf('«'), marked.indexOf('»') - 1];
  view = new EditorView({
    state: EditorState.create({
      doc: marked.replace(/[«»]/g, ''),
      selection: EditorSelection.range(from, to),
      extensions: [
        history(),
        markdown(),
        EditorState.allowMultipleSelections.of(true),
        access.of([]),
        richPaste(
          (pasted) => taken.push(pasted),
          (address) => (address === PAGE ? Promise.resolve({ title: 'Rows [and] *columns*', href: 'lesson:1f0c93ab' }) : null),
        ),
      ],
    }),
    parent: document.body,
  });
}

function paste(html: string, plain: string, types: readonly string[] = []): void {
  const data = {
    types: ['text/plain', 'text/html', ...types],
    files: [],
    getData: (type: string) => ({ 'text/plain': plain, 'text/html': html })[type] ?? '',
  };
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'clipboardData', { value: data });
  view.contentDOM.dispatchEvent(event);
}

const text = () => view.state.doc.toString();
/** What converts the HTML is loaded at the first paste. */
const WAIT = { timeout: 300_000 };
const seeText = (expected: string) => vi.waitFor(() => expect(text()).toBe(expected), WAIT);
const LIST = '<ul><li><b>one</b></li><li>two</li></ul>';

it.each([
  ['a «» b', '<b>bold</b>', 'bold', 'a **bold** b'],
  ['a «x»', LIST, '• one\n• two', 'a \n\n- **one**\n- two'],
  ['«»b', LIST, 'one\ntwo', '- **one**\n- two\n\nb'],
  ['a\n«»\nb', '<table><tr><td>x<td>y<tr><td>1<td>2</table>', 'x\ty\n1\t2', 'a\n\n| x | y |\n| --- | --- |\n| 1 | 2 |\n\nb'],
])('pastes into %s', async (marked, html, plain, expected) => {
  open(marked);
  paste(html, plain);
  await seeText(expected);
  undo(view);
  expect(text()).toBe(marked.replace(/«.*»/, plain));
  undo(view);
  expect(text()).toBe(marked.replace(/[«»]/g, ''));
});

it.each([
  ['See «».', 'See [Rows \\[and\\] \\*columns\\*](lesson:1f0c93ab).'],
  ['See «the *other* one».', 'See [the *other* one](lesson:1f0c93ab).'],
  ['See «https://a.org».', 'See [Rows \\[and\\] \\*columns\\*](lesson:1f0c93ab).'],
  ['See [it](«»).', 'See [it](lesson:1f0c93ab).'],
  ['See [it](«https://a.org»).', 'See [it](lesson:1f0c93ab).'],
])('makes a link of the address of a lesson: %s', async (marked, expected) => {
  open(marked);
  paste('', ` ${PAGE}\n`);
  await seeText(expected);
  undo(view);
  expect(text()).toBe(marked.replace(/«.*»/, PAGE));
  undo(view);
  expect(text()).toBe(marked.replace(/[«»]/g, ''));
});

it('leaves the plain text that was changed meanwhile', async () => {
  open('«»');
  paste('<b>bold</b>', 'bold');
  view.dispatch({ changes: { from: 1, insert: 'X' } });
  paste('<i>next</i>', 'next');
  await vi.waitFor(() => expect(text()).toContain('*next*'), WAIT);
  expect(text()).toContain('bXold');
});

it('waits while the text is locked', async () => {
  open('«»');
  paste('<b>bold</b>', 'bold');
  view.dispatch({ effects: access.reconfigure(EditorState.readOnly.of(true)) });
  await import('../paste/pasted-markdown.ts');
  await Promise.resolve();
  expect(text()).toBe('bold');
  view.dispatch({ effects: access.reconfigure([]) });
  await seeText('**bold**');
});

it.each([
  ['inside of code', '```\n«»\n```', '<b>bold</b>', 'bold', []],
  ['an address inside of code', '`a «»`', '', PAGE, []],
  ['from a code editor', '«»', '<b>bold</b>', 'bold', ['vscode-editor-data']],
])('leaves text to the editor: %s', (_, marked, html, plain, types) => {
  open(marked);
  paste(html, plain, types);
  expect(taken).toEqual([]);
  expect(text()).not.toContain('**');
});

it('leaves text to the editor after Ctrl Shift V, once', async () => {
  open('«»');
  view.contentDOM.dispatchEvent(new KeyboardEvent('keydown', { key: 'V', ctrlKey: true, shiftKey: true }));
  paste('<b>one</b>', 'one');
  paste('<b>two</b>', 'two');
  await vi.waitFor(() => expect(text()).toContain('**two**'), WAIT);
  expect(text()).not.toContain('**one**');
});

it('pairs images with the pictures of the clipboard', () => {
  const picture = new File(['x'], 'image.png', { type: 'image/png' });
  const local = { at: 3, src: 'file:///C:/clip.png' };
  expect(filesOfPasted([local], [picture])).toEqual([{ at: 3, file: picture }]);
  expect(filesOfPasted([local, local], [picture]).map(({ file }) => file)).toEqual([null, null]);
  expect(filesOfPasted([{ at: 0, src: 'data:image/png;base64,AQID' }], [])[0]?.file).toMatchObject({ name: 'image.png', size: 3 });
  expect(filesOfPasted([{ at: 0, src: 'data:image/png;base64,§' }], [])[0]?.file).toBeNull();
});
