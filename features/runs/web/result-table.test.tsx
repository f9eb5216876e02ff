import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ResultTable } from './result-table.tsx';

const rowsOf = (count: number) => JSON.stringify([['n'], ...Array.from({ length: count }, (_, index) => [index + 1])]);

describe('the result of a query', () => {
  let root: Root;
  let place: HTMLElement;
  const copied: string[] = [];

  beforeEach(() => {
    copied.length = 0;
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    });
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    place.remove();
  });

  const show = async (text: string, options: { maxRows?: number; isCut?: boolean } = {}) => {
    const table = <ResultTable text={text} maxRows={options.maxRows ?? 20} isCut={options.isCut ?? false} />;
    await act(async () => root.render(<MantineProvider>{table}</MantineProvider>));
  };
  const cells = () => [...place.querySelectorAll('tbody td')].map((cell) => cell.textContent);
  const words = () => place.querySelector('footer')?.textContent ?? place.textContent;

  it('is a table with headings, NULL as text, and right-aligned numbers', async () => {
    await show('[["name","total","total"],["a",1,null],["b",{"type":"real","text":"2.0"},null]]');
    expect([...place.querySelectorAll('thead th')].map((cell) => cell.textContent)).toEqual(['name', 'total', 'total']);
    expect(cells()).toEqual(['a', '1', 'NULL', 'b', '2.0', 'NULL']);
    expect([...place.querySelectorAll('[data-number]')].map((cell) => cell.textContent)).toEqual(['total', '1', '2.0']);
    expect(words()).toContain('2 rows');
  });

  it('can be scrolled by the keyboard', async () => {
    await show(rowsOf(30));
    expect(place.querySelector('[aria-label="Result of the query"]')?.getAttribute('tabindex')).toBe('0');
  });

  it.each([
    [5, 20, 5, '5 rows'],
    [1, 20, 1, '1 row'],
    [20, 20, 20, '20 rows'],
    [21, 20, 20, '21 rowsthe first 20 are shown, 1 more is not'],
    [100, 3, 3, '100 rowsthe first 3 are shown, 97 more are not'],
    [2, 1, 1, '2 rowsthe first is shown, 1 more is not'],
    [39, 100, 39, '39 rows'],
    [1000, 100, 39, '1,000 rowsthe first 39 are shown, 961 more are not'],
  ])('of %i rows, at most %i, shows %i and says what is not shown', async (count, maxRows, shown, text) => {
    await show(rowsOf(count), { maxRows });
    expect(cells()).toHaveLength(shown);
    expect(words()?.replace(/(CSV|TSV)+$/, '')).toBe(text);
  });

  it('that is truncated says that there are more rows', async () => {
    await show(rowsOf(10_000), { isCut: true });
    expect(words()).toContain('More than 10,000 rows');
    expect(words()).toContain('only 10,000 are kept');
    await show(rowsOf(3), { isCut: true });
    expect(words()).toContain('the rest is too long to be kept');
  });

  it.each([
    ['cut in the middle', '[["a"],[1],[2', false],
    ['of rows that are too long', '[["a"]]', true],
    ['no table', 'hello', false],
  ])('that is %s has the text of the specification', async (_, text, isCut) => {
    await show(text, { isCut });
    expect(place.querySelector('p')?.textContent).toBe('No results. Query may have returned too many rows.');
  });

  it('without rows shows its columns and says so', async () => {
    await show('[["a","b"]]');
    expect(place.querySelectorAll('thead th')).toHaveLength(2);
    expect(place.textContent).toContain('No rows');
    expect(words()).toContain('0 rows');
  });

  it('that is missing differs from one without rows', async () => {
    await show('');
    expect(place.querySelector('table')).toBeNull();
    expect(place.textContent).toContain('no statement returned rows');
  });

  it('shows text as text', async () => {
    await show('[["<b>x</b>"],["<img src=x onerror=alert(1)>"]]');
    expect(place.querySelector('img, b')).toBeNull();
    expect(cells()).toEqual(['<img src=x onerror=alert(1)>']);
  });

  it('is copied with every stored row', async () => {
    await show(rowsOf(50), { maxRows: 2 });
    const button = place.querySelector<HTMLButtonElement>('button[aria-label="Copy as CSV"]');
    await act(async () => button?.click());
    expect(copied).toHaveLength(1);
    expect(copied[0]?.trim().split('\n')).toHaveLength(51);
    expect(place.querySelector('button[aria-label="Copied as CSV"]')?.textContent).toBe('Copied');
  });
});
