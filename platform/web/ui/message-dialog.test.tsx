import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MessageDialog } from './message-dialog.tsx';

let root: Root;
const onSave = vi.fn<(message: string) => void>();

beforeEach(() => {
  const container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  onSave.mockClear();
  act(() =>
    root.render(
      <MantineProvider env="test">
        <MessageDialog isOpen onSave={onSave} onClose={() => undefined} />
      </MantineProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

/** Presses a key where the focus was when the dialog opened. */
function pressBehind(key: string, options: KeyboardEventInit = {}) {
  act(() => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options })));
}

it('takes the keys typed before it has the focus, and saves on Ctrl+Enter', () => {
  const behind = vi.fn();
  document.addEventListener('keydown', behind);
  for (const key of 'Fix') pressBehind(key);
  expect(document.querySelector('textarea')?.value).toBe('Fix');
  pressBehind('Enter', { ctrlKey: true });
  expect(onSave.mock.calls).toEqual([['Fix']]);
  expect(behind).not.toHaveBeenCalled();
  document.removeEventListener('keydown', behind);
});

it('does not save an empty message', () => {
  pressBehind('Enter', { ctrlKey: true });
  expect(onSave).not.toHaveBeenCalled();
});
