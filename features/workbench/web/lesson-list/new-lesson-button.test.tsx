import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { NewLessonEntry } from './new-lesson-button.tsx';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['a button on a phone', true, 'New lesson'],
  ['the form in a wide window', false, 'Number, title, language'],
])('offers a new lesson by %s', (_case, matches, text) => {
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener: () => undefined, removeEventListener: () => undefined }));
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(
    <MantineProvider env="test">
      <NewLessonEntry form={<p>Number, title, language</p>} />
    </MantineProvider>,
  );
  expect(page.querySelector('button, p')?.textContent).toBe(text);
});
