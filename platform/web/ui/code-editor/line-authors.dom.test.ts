import { history, undo } from '@codemirror/commands';
import { EditorState, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authorsOf, hideLineAuthors, showLineAuthors, shownAuthors, type AuthoredText } from './line-authors.ts';

const author = (name: string, open = () => undefined) => ({ name, when: 'yesterday', title: `${name}, yesterday`, href: `/${name}`, open });
const saved = (text: string, lines: number[], open?: () => undefined): AuthoredText => ({
  text,
  authors: [author('Ada', open), author('Ben', open)],
  lines,
});

describe('the authors of lines', () => {
  it.each([
    ['a\nb\nc', 'a\nb\nc', [0, 1, 0]],
    ['a\nb\nc', 'a\nx\nc', [0, -1, 0]],
    ['a\nb\nc', 'a\nc', [0, 0]],
    ['a\nb\nc', 'new\na\nb\nmore\nc', [-1, 0, 1, -1, 0]],
    ['a\nb\nc\n', 'a\nb\nc\n', [0, 1, 0, -2]],
    ['', 'a', [-1]],
    ['a\nb\nc', '', [-1]],
  ])('%j became %j', (before, after, expected) => {
    expect(authorsOf(saved(before, before === '' ? [] : [0, 1, 0]), after)).toEqual(expected);
  });
});

describe('the authors beside an editor', () => {
  let view: EditorView;

  beforeEach(() => {
    // The editor measures itself in frames, which jsdom has no layout for.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const extensions = [history(), EditorState.allowMultipleSelections.of(true)];
    view = new EditorView({ state: EditorState.create({ doc: 'one\ntwo\nthree', extensions }), parent: document.body });
  });
  afterEach(() => {
    view.destroy();
    vi.useRealTimers();
  });
  const show = () => showLineAuthors(view, saved('one\ntwo\nthree', [0, 1, 0]), 'Who wrote each line');
  const edit = (from: number, to: number, insert: string) => view.dispatch({ changes: { from, to, insert } });

  it.each([
    ['a changed line', 4, 7, '2', ['Ada', 'unsaved', 'Ada']],
    ['a break at the end of a line', 3, 3, '\nmore', ['Ada', 'unsaved', 'Ben', 'Ada']],
    ['a break at the beginning of a line', 4, 4, 'more\n', ['Ada', 'unsaved', 'Ben', 'Ada']],
    ['a split line', 5, 5, '\n', ['Ada', 'unsaved', 'unsaved', 'Ada']],
    ['joined lines', 3, 4, '', ['unsaved', 'Ada']],
    ['a deleted line', 4, 8, '', ['Ada', 'Ada']],
    ['everything replaced', 0, 13, 'x\ny', ['unsaved', 'unsaved']],
  ])('follow %s at once and after a pause', (_, from, to, insert, expected) => {
    show();
    edit(from, to, insert);
    expect(shownAuthors(view.state)).toEqual(expected);
    vi.advanceTimersByTime(1_000);
    expect(shownAuthors(view.state)).toEqual(expected);
  });

  it('follow several edits of one line and an undo', () => {
    show();
    view.dispatch({ changes: [4, 5, 6].map((from) => ({ from, insert: '-' })) });
    expect(shownAuthors(view.state)).toEqual(['Ada', 'unsaved', 'Ada']);
    undo(view);
    vi.advanceTimersByTime(1_000);
    expect(shownAuthors(view.state)).toEqual(['Ada', 'Ben', 'Ada']);
  });

  it('are right beside text that was unsaved before, and after a save', () => {
    edit(0, 3, 'ONE');
    show();
    expect(shownAuthors(view.state)).toEqual(['unsaved', 'Ben', 'Ada']);
    showLineAuthors(view, saved('ONE\ntwo\nthree', [1, 1, 0]), 'Who wrote each line');
    expect(shownAuthors(view.state)).toEqual(['Ben', 'Ben', 'Ada']);
    view.dispatch({ changes: { from: 0, insert: 'theirs\n' }, annotations: Transaction.remote.of(true) });
    expect(shownAuthors(view.state)).toEqual(['unsaved', 'Ben', 'Ben', 'Ada']);
  });

  it('are hidden, and shown again', () => {
    show();
    hideLineAuthors(view);
    expect(view.dom.querySelector('.cm-line-authors')).toBeNull();
    show();
    expect(shownAuthors(view.state)).toEqual(['Ada', 'Ben', 'Ada']);
    expect(view.dom.querySelector('.cm-line-authors')).not.toBeNull();
  });
});
