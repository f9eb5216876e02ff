import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TableColumn } from './columns.ts';
import { DataTable } from './data-table.tsx';
import { ROW_HEIGHT } from './row-window.ts';

interface Row {
  id: number;
  name: string;
}

const COLUMNS: readonly TableColumn<Row>[] = [
  { id: 'name', header: 'Name', minWidth: 90, cell: ({ id, name }) => <button data-id={id}>{name}</button> },
];
const ROWS_IN_SIGHT = 5;
const rows = Array.from({ length: 100 }, (_, index) => ({ id: index + 1, name: `Row ${index + 1}` }));

describe('a searched table', () => {
  let root: Root;
  let place: HTMLElement;
  const scrolled = vi.fn<(to: ScrollToOptions) => void>();
  const opened = vi.fn<(name: string) => void>();

  const show = (found: readonly Row[], listed: string) =>
    act(async () =>
      root.render(
        <MantineProvider env="test">
          <DataTable
            label="Rows"
            columns={COLUMNS}
            rows={found}
            rowId={({ id }) => id}
            listed={listed}
            onOpen={({ name }) => opened(name)}
            reusesRows
          />
        </MantineProvider>,
      ),
    );
  const made = () => [...place.querySelectorAll<HTMLElement>('[role=rowgroup] [data-id]')];

  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(ROWS_IN_SIGHT * ROW_HEIGHT);
    HTMLElement.prototype.scrollTo = scrolled as HTMLElement['scrollTo'];
    scrolled.mockClear();
    opened.mockClear();
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
  });
  afterEach(() => {
    act(() => root.unmount());
    place.remove();
    vi.restoreAllMocks();
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollTo');
  });

  it('renders only visible rows at its top', async () => {
    await show(rows, '');
    expect(made().map(({ textContent }) => textContent)).toEqual(['Row 1', 'Row 2', 'Row 3', 'Row 4', 'Row 5']);
  });

  it('reuses elements for other rows in place', async () => {
    await show(rows, '');
    const before = made();
    await show(
      rows.filter(({ id }) => id % 2 === 0),
      'even',
    );
    expect(made().map(({ textContent }) => textContent)).toEqual(['Row 2', 'Row 4', 'Row 6', 'Row 8', 'Row 10']);
    expect(made().every((element, index) => element === before[index])).toBe(true);
  });

  it('scrolls to the top for another list, and keeps its position otherwise', async () => {
    await show(rows, 'all');
    await show(rows.slice(1), 'all');
    expect(scrolled).not.toHaveBeenCalled();
    await show(rows.slice(1), 'others');
    expect(scrolled).toHaveBeenCalledExactlyOnceWith({ top: 0 });
  });

  it('moves the focus with each key, however quickly they follow', async () => {
    await show(rows, '');
    act(() => made()[0]?.closest<HTMLElement>('[role=row]')?.focus());
    const focused = ['ArrowDown', 'ArrowDown', 'PageDown', 'End', 'ArrowUp'].map((key) => {
      act(() => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
      return document.activeElement?.textContent;
    });
    expect(focused).toEqual(['Row 2', 'Row 3', 'Row 6', 'Row 100', 'Row 99']);
  });

  it('opens a row by Enter on the row, not on a button in it', async () => {
    await show(rows, '');
    const [button] = made();
    const enter = () => new KeyboardEvent('keydown', { key: 'Enter', bubbles: true });
    act(() => void button?.dispatchEvent(enter()));
    expect(opened).not.toHaveBeenCalled();
    act(() => void button?.closest('[role=row]')?.dispatchEvent(enter()));
    expect(opened).toHaveBeenCalledExactlyOnceWith('Row 1');
  });
});
