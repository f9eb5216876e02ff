import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useAfterPress } from './use-after-press.ts';

it('works at once, and in a press after its click', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const done: string[] = [];
  function Field() {
    const afterPress = useAfterPress();
    return (
      <>
        <input aria-label="Answer" onBlur={() => afterPress(() => done.push('left'))} />
        <button type="button" onClick={() => done.push('clicked')}>
          Add
        </button>
      </>
    );
  }
  act(() => root.render(<Field />));
  const [field, button] = [place.querySelector('input'), place.querySelector('button')];
  field?.focus();
  field?.blur();
  expect(done).toEqual(['left']);

  field?.focus();
  button?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  field?.blur();
  expect(done).toEqual(['left']);
  button?.dispatchEvent(new Event('pointerup', { bubbles: true }));
  button?.click();
  await vi.waitFor(() => expect(done).toEqual(['left', 'clicked', 'left']));
  act(() => root.unmount());
  place.remove();
});
