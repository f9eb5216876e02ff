import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSearchQuery } from './use-search-query.ts';

const write = vi.fn();
let type: (query: string) => void;

function Box() {
  const [, setQuery] = useSearchQuery('', write);
  useEffect(() => {
    type = setQuery;
  });
  return null;
}

beforeEach(async () => {
  vi.useFakeTimers();
  write.mockClear();
  history.replaceState(null, '', '/trash');
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Box />));
  return () => act(() => root.unmount());
});

it('writes what was typed into the address a moment later', () => {
  act(() => type('birds'));
  expect(write).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(300));
  expect(write).toHaveBeenCalledExactlyOnceWith('birds');
});

it('writes nothing on the way to another page, which would lead back', () => {
  act(() => type('birds'));
  history.pushState(null, '', '/course/9');
  act(() => void vi.advanceTimersByTime(300));
  expect(write).not.toHaveBeenCalled();
});
