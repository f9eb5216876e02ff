import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { safeHtml } from '#testing/content/safe-html.ts';
import { ReadCode } from './read-code.tsx';

const COLORED = safeHtml('<span><span class="hljs-keyword">for</span> x</span>');

it.each([
  ['has its colors', COLORED, 1],
  ['is plain in an older build', undefined, 0],
])('given code %s', (_, display_html, colored) => {
  const page = document.createElement('div');
  const root = createRoot(page);
  act(() => root.render(<ReadCode screen={{ display_code: 'for x', display_html, initial_code: 'y' }} />));
  const given = page.querySelector('pre[aria-label="Given code"]');
  expect([given?.textContent, given?.querySelectorAll('.hljs-keyword').length]).toEqual(['for x', colored]);
  act(() => root.unmount());
});
