import { MantineProvider } from '@mantine/core';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LessonNumbersInput } from './lesson-numbers-input.tsx';

function Field() {
  const [text, setText] = useState('');
  return <LessonNumbersInput value={text} onChange={setText} />;
}

describe('the input of lesson numbers', () => {
  let root: Root;
  let place: HTMLElement;
  const sent = vi.fn<() => void>();

  beforeEach(async () => {
    sent.mockClear();
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
    await act(async () =>
      root.render(
        <MantineProvider env="test">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              sent();
            }}
          >
            <Field />
          </form>
        </MantineProvider>,
      ),
    );
  });
  afterEach(() => {
    act(() => root.unmount());
    place.remove();
  });

  const input = () => {
    const found = place.querySelector('textarea');
    if (!found) throw new Error('There is no input.');
    return found;
  };
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(input(), text);
      input().dispatchEvent(new Event('input', { bubbles: true }));
    });

  it('accepts only digits, commas and spaces, and counts', async () => {
    await type('101, abc102\n101');
    expect(input().value).toBe('101, 102 101');
    expect(place.textContent).toContain('2 lessons');
    await type('');
    await type('203-205');
    expect(input().value).toBe('203, 204, 205');
    expect(place.textContent).toContain('3 lessons');
    await type('x');
    expect(input().value).toBe('');
    expect(place.textContent).not.toContain('lessons');
  });

  it('submits the form on Enter instead of adding a line end', async () => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    await act(async () => input().dispatchEvent(event));
    expect(event.defaultPrevented).toBe(true);
    expect(sent).toHaveBeenCalledTimes(1);
  });
});
