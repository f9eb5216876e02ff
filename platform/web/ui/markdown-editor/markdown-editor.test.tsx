import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { untilRendered } from '#testing/until-rendered.ts';
import { queryClient } from '../../query-client.ts';
import MarkdownEditor from './markdown-editor.tsx';

vi.mock('./preview-renderer.ts', () => ({
  renderPreview: () => new Promise(() => undefined),
  mapPreview: () => new Promise(() => undefined),
  warmPreview: () => undefined,
}));

const SOURCE = '# A *title*\n\nAnd a text.';
let root: Root;
let page: HTMLElement;

beforeEach(() => {
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
  localStorage.clear();
});

async function show(isField = false): Promise<void> {
  const editor = (
    <MarkdownEditor
      label="Learn"
      read={() => SOURCE}
      version={1}
      onChange={() => undefined}
      isReadOnly={false}
      isBusy={false}
      codeLanguage="python"
      isField={isField}
    />
  );
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>{editor}</QueryClientProvider>
      </MantineProvider>,
    ),
  );
}

const firstLine = () => page.querySelector('.cm-line')?.textContent;
const choice = (name: string) =>
  [...page.querySelectorAll<HTMLInputElement>('[role=radiogroup] input')].find(({ value }) => value === name);

describe('the view of a Markdown text', () => {
  it('is Live for people who have chosen none, and the one that they chose for all others', async () => {
    await show();
    expect(choice('live')?.checked).toBe(true);
    await untilRendered(() => expect(firstLine()).toBe('A title'));
    expect(page.querySelector('[role=region]')).toBeNull();
    await act(async () => choice('split')?.click());
    expect(firstLine()).toBe('# A *title*');
    expect(page.querySelector('[role=region]')?.getAttribute('aria-label')).toBe('Preview of Learn');
    act(() => root.unmount());
    root = createRoot(page);
    await show();
    expect(choice('split')?.checked).toBe(true);
  });

  it('is the source for people who chose it in an earlier version', async () => {
    localStorage.setItem('lessonwright.markdown-view', '"write"');
    await show();
    expect(choice('source')?.checked).toBe(true);
  });

  it('is the source in a field of a form', async () => {
    await show(true);
    expect(choice('live')).toBeUndefined();
    expect(firstLine()).toBe('# A *title*');
  });
});
