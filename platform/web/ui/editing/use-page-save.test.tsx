import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startShortcuts } from '../../commands.ts';
import type { HowToSave } from './edit-session.ts';
import { UnsavedParts, type UnsavedPart } from './unsaved-parts.ts';
import { type AutomaticSaves, failureOf, usePageSave } from './use-page-save.tsx';

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

function openPage(change: Partial<UnsavedPart> = {}, automatic?: AutomaticSaves) {
  const save = vi.fn((_how?: HowToSave) => Promise.resolve(true));
  const parts = new UnsavedParts();
  parts.set('fields', { name: 'the screen', state: 'unsaved', save, ...change });
  function Page() {
    const { dialog } = usePageSave(parts, { id: 'save', label: 'Save', isReadOnly: false, ...(automatic && { automatic }) });
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
    expect(save).toHaveBeenCalledWith({ message: 'Hi' });
  });

  it('says so when there is nothing to save, and keeps the keys from the text', async () => {
    const { save, text } = openPage({ state: 'saved' });
    await press(text, 'S', { ctrlKey: true, shiftKey: true });
    expect(await press(text, 'H')).toBe(false);
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain('There are no unsaved changes on this page.');
    await press(message()!, 'Enter', { ctrlKey: true });
    expect(save).not.toHaveBeenCalled();
  });

  it('gives the message to the automatic saves that end, or run, while it is typed', async () => {
    const automatic = Promise.withResolvers<boolean>();
    const commit = vi.fn(() => Promise.resolve(1));
    const { save, parts, text } = openPage({ save: () => automatic.promise }, { wait: false, commit });
    await press(text, 'S', { ctrlKey: true, shiftKey: true });
    for (const key of 'Hi') await press(text, key);
    await act(async () => void parts.saveAll({ isAutomatic: true }));
    await press(message()!, 'Enter', { ctrlKey: true });
    expect(commit).not.toHaveBeenCalled();
    await act(async () => {
      parts.set('fields', { name: 'the screen', state: 'saved', save });
      automatic.resolve(true);
    });
    expect(commit).toHaveBeenCalledExactlyOnceWith('Hi');
    expect(message()).toBeNull();
  });

  it.each([
    ['was committed meanwhile', () => Promise.resolve(0), 'There are no unsaved changes on this page.'],
    ['could not be sent', () => Promise.reject(new Error('gone')), 'Your edits are saved, but the message could not be stored.'],
  ])('keeps a message when what it is about %s', async (_, commit, told) => {
    const automatic = {
      wait: true,
      commit: async () => {
        automatic.wait = false;
        return commit();
      },
    };
    const { text } = openPage({ state: 'saved' }, automatic);
    await press(text, 'S', { ctrlKey: true, shiftKey: true });
    for (const key of 'Hi') await press(text, key);
    await press(message()!, 'Enter', { ctrlKey: true });
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain(told);
    expect(message()?.value).toBe('Hi');
  });
});

it.each([
  [{ failed: [{ name: 'the screen', error: 'No network.', isInConflict: false }], saved: [] }, 'Not saved: No network.'],
  [{ failed: [{ name: 'questions', error: null, isInConflict: false }], saved: [] }, 'Not saved: questions. Your edits are still here.'],
  [
    {
      failed: [
        { name: 'questions', error: null, isInConflict: false },
        { name: 'a.csv', error: 'No network.', isInConflict: false },
      ],
      saved: ['the screen'],
    },
    'Saved: the screen. Not saved: questions, a.csv. No network. Your edits are still here.',
  ],
])('tells %j', (failure, text) => {
  expect(failureOf(failure)).toBe(text);
});
