import { Button, MantineProvider } from '@mantine/core';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { untilRendered } from '#testing/until-rendered.ts';
import { Dialog } from './dialog.tsx';

let root: Root;

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

const show = (content: ReactNode) =>
  act(async () =>
    root.render(
      <MantineProvider env="test">
        <Dialog opened title="Add" closeButtonProps={{ 'aria-label': 'Close' }} onClose={() => undefined}>
          {content}
        </Dialog>
      </MantineProvider>,
    ),
  );
const focused = () => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label');

const buttons = (
  <>
    <Button variant="default">Cancel</Button>
    <Button>Add</Button>
  </>
);

it.each<[string, ReactNode, string]>([
  [
    'the first field',
    <>
      <button>More</button>
      <input type="file" aria-label="File" />
      <input disabled aria-label="Disabled" />
      <input aria-label="Name" />
      {buttons}
    </>,
    'Name',
  ],
  ['the main action, without a field', buttons, 'Add'],
  ['the first button, without a main action', <button key="one">More</button>, 'More'],
  [
    'what the dialog names',
    <>
      <input aria-label="Name" />
      <button data-autofocus>Keep</button>
    </>,
    'Keep',
  ],
])('gives the focus to %s', async (_case, content, name) => {
  await show(content);
  await untilRendered(() => expect(focused()).toBe(name));
});

it.each([null, 'Cancel'])('gives the focus to what is loaded after it opened: from %s', async (before) => {
  const cancel = before === null ? null : <button>{before}</button>;
  await show(cancel);
  await untilRendered(() => expect(focused()).toBe(before ?? 'Close'));
  await show(
    <>
      {cancel}
      <input aria-label="Name" />
    </>,
  );
  await untilRendered(() => expect(focused()).toBe('Name'));
});

it('leaves the focus where the user put it while the dialog loaded', async () => {
  const content = (isLoaded: boolean) => (
    <>
      <button>Cancel</button>
      <button>Help</button>
      {isLoaded ? <input aria-label="Name" /> : null}
    </>
  );
  await show(content(false));
  await untilRendered(() => expect(focused()).toBe('Cancel'));
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Help')?.focus();
  await show(content(true));
  expect(document.querySelector('input')).not.toBeNull();
  expect(focused()).toBe('Help');
});
