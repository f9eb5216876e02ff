import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WidePanes } from './wide-panes.tsx';

const TEXT = ['content'];
const CODE = ['content', 'code', 'output'];
const STORED_AS = 'lessonwright.panes.test.content-code-output';

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  localStorage.clear();
  // jsdom has no layout, and the group would wait for its first size.
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1200);
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.restoreAllMocks();
});

function show(ids: readonly string[]) {
  const panes = ids.map((id) => ({ id, title: id, content: <p>{`This is ${id}`}</p> }));
  act(() =>
    root.render(
      <MantineProvider>
        <WidePanes panes={panes} storageKey="test" />
      </MantineProvider>,
    ),
  );
}

it.each([
  ['nothing remembered', null],
  ['widths remembered', { content: 20, code: 50, output: 30 }],
  ['the widths of other panes remembered', { content: 100 }],
  ['something else remembered', 'x'],
])('panes come and go, with %s', (_, remembered) => {
  if (remembered !== null) localStorage.setItem(STORED_AS, JSON.stringify(remembered));
  localStorage.setItem('lessonwright.panes.test.content', JSON.stringify({ content: 33, code: 33, output: 34 }));
  for (const ids of [TEXT, CODE, TEXT, CODE, TEXT, CODE]) {
    show(ids);
    expect([...place.querySelectorAll('section')].map((pane) => pane.textContent)).toEqual(ids.map((id) => `This is ${id}`));
  }
  const expected = remembered !== null && typeof remembered === 'object' && 'code' in remembered ? remembered : null;
  const stored = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null') as Record<string, number>;
  for (const id of CODE) expect(stored[id]).toBeCloseTo((expected as Record<string, number> | null)?.[id] ?? 33.33, 0);
});

it('keeps the content of a pane that stays', () => {
  show(TEXT);
  const content = place.querySelector('p');
  show(CODE);
  expect(place.querySelector('p')).toBe(content);
});

it('works without storage', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  for (const ids of [TEXT, CODE, TEXT]) show(ids);
  expect(place.querySelectorAll('section')).toHaveLength(1);
});
