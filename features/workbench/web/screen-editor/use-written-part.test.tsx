import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { useWrittenPart } from './use-written-part.ts';

const page = document.createElement('div');
const root = createRoot(page);
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

it('names the text that was written in last, on each screen anew', () => {
  document.body.innerHTML = `<main>
    <div role="tabpanel"><div class="cm-content" contenteditable="true" tabindex="0" aria-label="Hint"></div></div>
    <div role="tabpanel"><textarea aria-label="New comment"></textarea></div>
  </main>`;
  function Host({ screenId }: { screenId: number }) {
    return useWrittenPart(screenId) ?? 'none';
  }
  const show = (screenId: number) => act(() => root.render(<Host screenId={screenId} />));
  const focus = (selector: string) => act(() => document.querySelector<HTMLElement>(selector)?.focus());
  show(1);
  expect(page.textContent).toBe('none');
  focus('.cm-content');
  expect(page.textContent).toBe('Hint');
  focus('textarea');
  expect(page.textContent).toBe('Hint');
  show(2);
  expect(page.textContent).toBe('none');
});
