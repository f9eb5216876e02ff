import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RELEASE_DIALOG_MESSAGES } from '#features/releases/web/messages.ts';
import { CreateNewForm } from './create-new-form.tsx';
import type { ReleaseResult } from './release-result.ts';
import { useReleaseTask } from './use-release-task.ts';

let root: Root;
let place: HTMLElement;
let sent: unknown[];

function Host(): ReactNode {
  const task = useReleaseTask<ReleaseResult>();
  return <CreateNewForm releases={[]} task={task} onDone={() => undefined} onClose={() => undefined} />;
}

beforeEach(async () => {
  sent = [];
  vi.stubGlobal('fetch', (_: string, init?: { body?: string }) => {
    if (init?.body !== undefined) sent.push(JSON.parse(init.body));
    return Promise.resolve(Response.json({ id: 1, name: 'Spring', invalidLessons: {} }));
  });
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <Host />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

function field(label: string): HTMLInputElement | HTMLTextAreaElement {
  const found = [...place.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  const control = document.getElementById(found?.htmlFor ?? '');
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) throw new Error(`There is no field ${label}.`);
  return control;
}

async function type(label: string, text: string): Promise<void> {
  const control = field(label);
  const prototype = control instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  await act(async () => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, text);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

const submit = () => act(async () => place.querySelector('form')?.requestSubmit());

it('suggests a branch name that can be cleared, which is an error', async () => {
  await type('Name', 'Spring');
  expect(field('Branch name').value).not.toBe('');
  await type('Branch name', '');
  expect(field('Branch name').value).toBe('');
  await submit();
  expect(place.textContent).toContain(RELEASE_DIALOG_MESSAGES.branchEmpty);
  expect(sent).toEqual([]);
});

it('sends the listed lessons, if there are any', async () => {
  await type('Name', 'Spring');
  await type('Branch name', 'spring');
  await submit();
  await type('Lesson numbers', '101, 102');
  await submit();
  expect(sent).toMatchObject([
    { name: 'Spring', version_major: 'spring', create_new: true },
    { name: 'Spring', version_major: 'spring', create_new: true, lessons: [101, 102] },
  ]);
  expect(sent[0]).not.toHaveProperty('lessons');
});
