import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { SecretOnce } from './secret-once.tsx';

it('closes where scrolling into view returns a promise, as newer browsers do', () => {
  const scroll = vi.fn().mockResolvedValue(undefined);
  Object.defineProperty(Element.prototype, 'scrollIntoView', { value: scroll, configurable: true });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() =>
    root.render(
      <MantineProvider env="test">
        <SecretOnce label="Link" text="Shown once." value="https://lessons.example/x" onClose={() => undefined} />
      </MantineProvider>,
    ),
  );
  expect(scroll).toHaveBeenCalled();
  expect(() => act(() => root.unmount())).not.toThrow();
});
