import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { untilRendered } from '#testing/until-rendered.ts';
import { OrderedTable } from './ordered-table.tsx';
import { useOrderedList } from './use-ordered-list.ts';

interface Item {
  key: number;
  name: string;
  isHere: boolean;
}

const ITEMS: Item[] = [
  { key: 1, name: 'Rows', isHere: true },
  { key: 2, name: 'Columns', isHere: true },
  { key: 3, name: 'Gone', isHere: false },
];
/** What the server has, as a reload reads it. */
let read = () => Promise.resolve(ITEMS);
const query = queryOptions({ queryKey: ['items'], queryFn: () => read(), staleTime: Number.POSITIVE_INFINITY });

/** The requests sent; the test decides each reply. */
const sent: unknown[] = [];
let answer: (call: unknown[]) => Promise<Item[]> = () => Promise.resolve(ITEMS);

function call(...what: unknown[]): Promise<Item[]> {
  sent.push(what);
  return answer(what);
}

/** The names of each rendering. */
const rendered: string[] = [];

function List() {
  const items = useQuery(query).data ?? [];
  rendered.push(items.map(({ name }) => name).join(' '));
  const order = useOrderedList<Item>({
    queryKey: query.queryKey,
    keyOf: ({ key }) => key,
    swap: ({ key, isHere }, withPrevious) => (isHere ? call('swap', key, withPrevious) : null),
    remove: ({ key, isHere }) => (isHere ? call('remove', key) : null),
    setAll: (keys, before) => call('set', keys, before),
    texts: {
      moved: ({ name }, place) => `${name} is at ${place}`,
      removed: ({ name }) => `${name} is out`,
      moveFailed: 'It could not be moved.',
      removeFailed: 'It could not be removed.',
      undoFailed: 'It could not be restored.',
    },
    onSettled: () => undefined,
  });
  return (
    <>
      <p role="alert">{order.error}</p>
      <OrderedTable
        label="Items"
        columns={[{ id: 'name', header: 'Name', cell: ({ name }, place) => `${place}. ${name}` }]}
        items={items}
        keyOf={({ key }) => key}
        nameOf={({ name }) => name}
        onMove={order.move}
        onRemove={order.remove}
      />
    </>
  );
}

describe('an ordered table', () => {
  let root: Root;
  let place: HTMLElement;
  const client = new QueryClient();
  const names = () => [...place.querySelectorAll('tbody tr')].map((row) => row.querySelector('[data-column=name]')?.textContent);
  const button = (name: string) => {
    const found = [...place.querySelectorAll('button')].find((each) => each.getAttribute('aria-label') === name);
    if (!found) throw new Error(`There is no button ${name}.`);
    return found;
  };
  const click = (name: string) => act(async () => button(name).click());

  beforeEach(async () => {
    sent.length = 0;
    read = () => Promise.resolve(ITEMS);
    client.setQueryData(query.queryKey, ITEMS);
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
    await act(async () =>
      root.render(
        <QueryClientProvider client={client}>
          <MantineProvider env="test">
            <List />
          </MantineProvider>
        </QueryClientProvider>,
      ),
    );
  });

  afterEach(async () => {
    await act(async () => root.unmount());
    place.remove();
    client.clear();
  });

  it('does not move the first item up or the last one down', () => {
    expect(button('Move “Rows” up').disabled).toBe(true);
    expect(button('Move “Gone” down').disabled).toBe(true);
    expect(button('Move “Columns” up').disabled).toBe(false);
  });

  it('shows a move at once, swaps with the neighbour, and keeps the focus', async () => {
    let finish: (items: Item[]) => void = () => undefined;
    answer = () => new Promise((resolve) => (finish = resolve));
    button('Move “Rows” down').focus();
    await click('Move “Rows” down');
    await untilRendered(() => expect(names()).toEqual(['1. Columns', '2. Rows', '3. Gone']));
    expect(sent).toEqual([['swap', 1, false]]);
    await untilRendered(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move “Rows” down'));
    await act(async () => finish([ITEMS[1], ITEMS[0], ITEMS[2]] as Item[]));
    expect(names()).toEqual(['1. Columns', '2. Rows', '3. Gone']);
  });

  it('keeps showing a move while a reload that was read before it arrives, and then loads the list again', async () => {
    let finish: (items: Item[]) => void = () => undefined;
    answer = () => new Promise((resolve) => (finish = resolve));
    await click('Move “Rows” down');
    await untilRendered(() => expect(names()).toEqual(['1. Columns', '2. Rows', '3. Gone']));
    rendered.length = 0;
    await act(() => client.invalidateQueries(query));
    await untilRendered(() => expect(names()).toEqual(['1. Columns', '2. Rows', '3. Gone']));
    // Another user has added a row meanwhile.
    const after = [ITEMS[1], ITEMS[0], ITEMS[2]] as Item[];
    read = () => Promise.resolve([...after, { key: 4, name: 'New', isHere: true }]);
    await act(async () => finish(after));
    await untilRendered(() => expect(names()).toEqual(['1. Columns', '2. Rows', '3. Gone', '4. New']));
    expect(rendered).not.toContain('Rows Columns Gone');
  });

  it('sends the whole list for an item that no longer exists', async () => {
    answer = () => Promise.resolve([ITEMS[0], ITEMS[2], ITEMS[1]] as Item[]);
    await click('Move “Gone” up');
    await untilRendered(() => expect(sent).toEqual([['set', [1, 3, 2], [1, 2, 3]]]));
    await untilRendered(() => expect(names()).toEqual(['1. Rows', '2. Gone', '3. Columns']));
    answer = () => Promise.resolve(ITEMS.slice(0, 2));
    await click('Delete “Gone”');
    await untilRendered(() => expect(sent.at(-1)).toEqual(['set', [1, 2], [1, 3, 2]]));
  });

  it('rolls back a move that the server rejects, and reports it', async () => {
    answer = () => Promise.reject(new Error('No network'));
    await click('Delete “Rows”');
    await untilRendered(() => expect(place.querySelector('[role=alert]')?.textContent).toBe('It could not be removed.'));
    expect(sent).toEqual([['remove', 1]]);
    await untilRendered(() => expect(names()).toEqual(['1. Rows', '2. Columns', '3. Gone']));
  });
});
