import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

let root: Root;
let opener: HTMLButtonElement;

beforeEach(() => {
  opener = document.body.appendChild(document.createElement('button'));
  opener.focus();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

async function show(isOpen: boolean | null): Promise<void> {
  const nothing = () => undefined;
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        {isOpen === null ? null : (
          <ConfirmDialog isOpen={isOpen} title="Delete" text="Really?" confirmLabel="Delete" onConfirm={nothing} onClose={nothing} />
        )}
      </MantineProvider>,
    ),
  );
}

async function showFocused(): Promise<void> {
  await show(true);
  const button = await vi.waitUntil(() => document.querySelector<HTMLElement>('[role="dialog"] [data-autofocus]'), { timeout: 300_000 });
  act(() => button.focus());
}

it.each([
  ['closes', false],
  ['goes', null],
] as const)('the focus is back where it was when a dialog that was mounted open %s', async (_what, isOpen) => {
  await showFocused();
  await show(isOpen);
  expect(document.activeElement).toBe(opener);
});

it('the focus stays where something else put it', async () => {
  await showFocused();
  const other = document.body.appendChild(document.createElement('input'));
  other.focus();
  await show(null);
  expect(document.activeElement).toBe(other);
});

it('the cursor of an editor is where it was, at once', async () => {
  const editor = document.body.appendChild(document.createElement('div'));
  editor.tabIndex = 0;
  const text = editor.appendChild(document.createTextNode('One.'));
  editor.focus();
  document.getSelection()?.setBaseAndExtent(text, 4, text, 4);
  await showFocused();
  document.getSelection()?.removeAllRanges();
  await show(null);
  expect(document.activeElement).toBe(editor);
  expect([document.getSelection()?.anchorNode, document.getSelection()?.anchorOffset]).toEqual([text, 4]);
});

it('the focus goes to what takes the place of an opener that is gone', async () => {
  const main = document.body.appendChild(document.createElement('main'));
  main.innerHTML = '<div><p><button>Merge</button></p></div>';
  main.querySelector('button')?.focus();
  await showFocused();
  main.querySelector('p')!.innerHTML = '<button>Revert</button>';
  await show(null);
  expect(document.activeElement?.textContent).toBe('Revert');
});
