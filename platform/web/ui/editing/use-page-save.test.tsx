import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startShortcuts } from '../../commands.ts';
import { UnsavedParts, type UnsavedPart } from './unsaved-parts.ts';
import { failureOf, usePageSave } from './use-page-save.tsx';

let root: Root;
let place: HTMLElement;
let stop: () => void;
beforeEach(() => {
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  stop = startShortcuts();
});
afterEach(() => {
  stop();
  act(() => root.unmount());
  document.body.innerHTML = '';
});

function openPage(change: Partial<UnsavedPart> = {}) {
  const save = vi.fn((_message?: string) => Promise.resolve(true));
  const parts = new UnsavedParts();
  parts.set('fields', { name: 'the screen', state: 'unsaved', save, ...change });
  function Page() {
    const { dialog } = usePageSave(parts, { id: 'save', label: 'Save', isReadOnly: false });
    return (
      <>
        <textarea aria-label="Text" />
        {dialog}
      </>
    );
  }
  act(() =>
    root.render(
      <MantineProvider env="test">
        <Page />
      </MantineProvider>,
    ),
  );
  const text = place.querySelector('textarea')!;
  text.focus();
  return { save, parts, text };
}

/** True when the key would still do what the browser does with it. */
async function press(target: Element, key: string, init: KeyboardEventInit = {}): Promise<boolean> {
  let isLeft = true;
  await act(async () => {
    isLeft = target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
  });
  return isLeft;
}

const message = () => document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea');

describe('the keys of a page that saves', () => {
  it('Ctrl-S saves what is unsaved', async () => {
    const { save, text } = openPage();
    expect(await press(text, 's', { ctrlKey: true })).toBe(false);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('Ctrl-Shift-S asks for the message, and what is typed before the dialog has the focus is the message', async () => {
    const { save, text } = openPage();
    await press(text, 'S', { ctrlKey: true, shiftKey: true });
    expect(await press(text, 'H')).toBe(false);
    expect(await press(text, 'i')).toBe(false);
    expect(message()?.value).toBe('Hi');
    expect(save).not.toHaveBeenCalled();
  });

  it('Ctrl-S in the dialog neither saves nor leaves it', async () => {
    const { save, text } = openPage();
    await press(text, 'S', { ctrlKey: true, shiftKey: true });
    expect(await press(message()!, 's', { ctrlKey: true })).toBe(false);
    expect(save).not.toHaveBeenCalled();
    expect(message()).not.toBeNull();
  });

  it('saves with the message by Ctrl-Enter', async () => {
    const { save, text } = openPage();
    await press(text, 'S', { ctrlKey: true, shiftKey: true });
    for (const key of 'Hi') await press(text, key);
    await press(message()!, 'Enter', { ctrlKey: true });
    expect(save).toHaveBeenCalledWith('Hi');
  });

  it('says so when there is nothing to save, and keeps the keys from the text', async () => {
    const { save, text } = openPage({ state: 'saved' });
    await press(text, 'S', { ctrlKey: true, shiftKey: true });
    expect(await press(text, 'H')).toBe(false);
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain('There are no unsaved changes on this page.');
    await press(message()!, 'Enter', { ctrlKey: true });
    expect(save).not.toHaveBeenCalled();
  });
});

it.each([
  [{ failed: [{ name: 'the screen', error: 'No network.' }], saved: [] }, 'Not saved: No network.'],
  [{ failed: [{ name: 'questions', error: null }], saved: [] }, 'Not saved: questions. Your edits are still here.'],
  [
    {
      failed: [
        { name: 'questions', error: null },
        { name: 'a.csv', error: 'No network.' },
      ],
      saved: ['the screen'],
    },
    'Saved: the screen. Not saved: questions, a.csv. No network. Your edits are still here.',
  ],
])('tells %j', (failure, text) => {
  expect(failureOf(failure)).toBe(text);
});
