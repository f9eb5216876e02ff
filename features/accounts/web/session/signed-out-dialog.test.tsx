import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilRendered } from '#testing/until-rendered.ts';
import SignedOutDialog from './signed-out-dialog.tsx';

let root: Root;
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockClear();
  // In jsdom, a document has the focus only once something in it has.
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const logIn = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Log in');
const press = (key: string) =>
  act(() => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));

async function open(): Promise<void> {
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <SignedOutDialog onClose={onClose} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await untilRendered(() => expect(logIn()).toBeDefined());
}

function focused(name: 'textarea' | 'button'): HTMLElement {
  const element = document.body.appendChild(document.createElement(name));
  element.focus();
  return element;
}

it('leaves the focus in the text that is being written until Escape', async () => {
  const text = focused('textarea');
  const heard = vi.fn();
  text.addEventListener('keydown', ({ key }) => heard(key));
  await open();
  for (const key of ['a', ' ', 'Enter']) press(key);
  expect(heard.mock.calls).toEqual([['a'], [' '], ['Enter']]);
  expect(document.activeElement).toBe(text);
  press('Escape');
  await untilRendered(() => expect(document.activeElement).toBe(logIn()));
  expect(onClose).not.toHaveBeenCalled();
  press('Escape');
  expect(onClose).toHaveBeenCalledOnce();
});

it('takes the focus once the text is left, but not for another text', async () => {
  const text = focused('textarea');
  await open();
  const other = focused('textarea');
  expect(document.activeElement).toBe(other);
  expect(document.body.textContent).toContain('You can keep writing.');
  act(() => other.blur());
  await untilRendered(() => expect(document.activeElement).toBe(logIn()));
  text.remove();
});

it('takes the focus at once if nothing is being written, and says what happened', async () => {
  focused('button');
  await open();
  await untilRendered(() => expect(document.activeElement).toBe(logIn()));
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('Your session has ended');
});
