import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TableColumn } from './columns.ts';
import { SearchedTable } from './searched-table.tsx';

interface Course {
  id: number;
  name: string;
}

const COLUMNS: readonly TableColumn<Course>[] = [
  { id: 'name', header: 'Name', minWidth: 90, cell: ({ name }) => <button type="button">{name}</button> },
];
const COURSES = ['Python for data', 'Data in R', 'Python and the web'].map((name, index) => ({ id: index + 1, name }));

describe('a table with a search box', () => {
  let root: Root;
  let place: HTMLElement;
  const onOpen = vi.fn<(row: Course) => void>();

  const show = (q: string) =>
    act(async () =>
      root.render(
        <MantineProvider env="test">
          <SearchedTable
            label="Courses"
            noun="course"
            columns={COLUMNS}
            rows={COURSES}
            rowId={({ id }) => id}
            searchText={({ name }) => name}
            search={q === '' ? {} : { q }}
            onSearch={() => undefined}
            onOpen={onOpen}
            empty="There are no courses."
          />
        </MantineProvider>,
      ),
    );
  const names = () => [...place.querySelectorAll('[role=rowgroup] button')].map(({ textContent }) => textContent);
  const pressEnter = (on: string) =>
    act(() => void place.querySelector(on)?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));

  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
    onOpen.mockClear();
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
  });
  afterEach(() => {
    act(() => root.unmount());
    place.remove();
    vi.restoreAllMocks();
  });

  it.each([
    ['', ['Python for data', 'Data in R', 'Python and the web']],
    ['python', ['Python for data', 'Python and the web']],
    ['DATA python', ['Python for data']],
    ['python fortran', []],
  ])('shows the rows that have every word of "%s"', async (query, found) => {
    await show(query);
    expect(names()).toEqual(found);
  });

  it('opens a row by Enter, except on a button in it', async () => {
    await show('');
    pressEnter('[role=rowgroup] button');
    expect(onOpen).not.toHaveBeenCalled();
    pressEnter('[role=rowgroup] [role=row]');
    expect(onOpen.mock.calls).toEqual([[COURSES[0]]]);
  });
});
