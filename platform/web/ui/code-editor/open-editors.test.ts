// @vitest-environment jsdom
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OpenEditors } from './open-editors.ts';

let editors: OpenEditors;
let view: EditorView;
let isSeen: boolean;

beforeEach(() => {
  editors = new OpenEditors();
  view = new EditorView({ parent: document.body, state: EditorState.create({ doc: 'A loop repeats.' }) });
  isSeen = true;
  // Missing in jsdom.
  view.dom.checkVisibility = () => isSeen;
});
afterEach(() => view.destroy());

const findLoop = (text: string) => {
  const from = text.indexOf('loop');
  return from < 0 ? null : { from, to: from + 4 };
};

describe('the selection', () => {
  it('is the last non-empty one, until its own editor clears it', () => {
    const listener = vi.fn<() => void>();
    editors.subscribe(listener);
    editors.tellSelection('code', { from: 1, to: 5 });
    editors.tellSelection('text', { from: 2, to: 3 });
    const selection = editors.selection();
    expect(selection).toEqual({ name: 'text', from: 2, to: 3 });
    editors.tellSelection('text', { from: 2, to: 3 });
    editors.tellSelection('code', { from: 4, to: 4 });
    expect(editors.selection()).toBe(selection);
    editors.tellSelection('text', { from: 2, to: 3 }, true);
    expect(editors.selection()).toEqual({ name: 'text', from: 2, to: 3, isLeft: true });
    editors.tellSelection('text', { from: 9, to: 9 });
    expect(editors.selection()).toBeNull();
    expect(listener).toHaveBeenCalledTimes(4);
  });

  it('is cleared with its editor', () => {
    const close = editors.add('text', view);
    editors.tellSelection('text', { from: 2, to: 6 });
    expect(editors.text('text')).toBe('A loop repeats.');
    close();
    expect(editors.selection()).toBeNull();
    expect(editors.text('text')).toBeNull();
  });
});

describe('a range', () => {
  it('is selected once its editor is visible', async () => {
    isSeen = false;
    editors.add('text', view);
    editors.beforeReveal('text', () => (isSeen = true));
    expect(await editors.reveal('text', findLoop)).toBe(true);
    expect(view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to)).toBe('loop');
  });

  it('waits for its editor to open', async () => {
    const shown = editors.reveal('text', findLoop);
    editors.add('text', view);
    expect(await shown).toBe(true);
  });

  it('is revealed again when its editor could not be focused at first', async () => {
    editors.add('text', view);
    const focus = vi.spyOn(view, 'focus').mockImplementationOnce(() => undefined);
    expect(await editors.reveal('text', findLoop)).toBe(true);
    expect(focus).toHaveBeenCalledTimes(2);
    expect(document.activeElement).toBe(view.contentDOM);
  });

  it('that no longer exists is not revealed', async () => {
    editors.add('text', view);
    expect(await editors.reveal('text', () => null)).toBe(false);
    expect(view.state.selection.main.empty).toBe(true);
  });

  it('is superseded by the next one', async () => {
    const first = editors.reveal('nowhere', findLoop);
    editors.add('text', view);
    const second = editors.reveal('text', findLoop);
    expect(await Promise.all([first, second])).toEqual([false, true]);
  });
});
