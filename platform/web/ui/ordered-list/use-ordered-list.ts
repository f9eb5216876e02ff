import { hashKey, useMutation, useQueryClient, type DataTag, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { errorText } from '../../error-text.ts';
import { showOffer } from '../offer-toast.tsx';
import { moved } from './moved.ts';

interface OrderedListOptions<T> {
  /** Query key of the list. */
  queryKey: DataTag<QueryKey, T[], Error>;
  /** The key of an item, also sent to the server. */
  keyOf: (item: T) => number;
  /** Swaps an item with its neighbour; null: only the whole list can be sent. */
  swap: (item: T, swap_with_previous: boolean) => Promise<T[]> | null;
  /** Removes an item; null: only the whole list can be sent. */
  remove: (item: T) => Promise<T[]> | null;
  /** Sends the whole order: after a drag, and for Undo of a removal. */
  setAll: (keys: number[], before: number[]) => Promise<T[]>;
  texts: {
    moved: (item: T, place: number) => string;
    removed: (item: T) => string;
    moveFailed: string;
    removeFailed: string;
    undoFailed: string;
  };
  /** Called after every reply, to refetch what else shows the list. */
  onSettled: () => void;
}

interface Order<T> {
  kind: 'move' | 'remove' | 'undo';
  /** The new list. */
  items: T[];
  send: (before: number[]) => Promise<T[]>;
  /** Called when it succeeded. */
  onDone?: () => void;
}

export interface OrderedList<T> {
  /** Moves an item to an index. */
  move: (item: T, to: number) => void;
  remove: (item: T) => void;
  /** Why the last change failed; the list is as on the server. */
  error: string | null;
}

/**
 * Moves and removes items of a server-side list. Changes show at once, are rolled back when the server rejects them, and have Undo.
 * Several in quick succession are sent one after another.
 */
export function useOrderedList<T>({ queryKey, keyOf, swap, remove, setAll, texts, onSettled }: OrderedListOptions<T>): OrderedList<T> {
  const client = useQueryClient();
  const mutationKey = ['order', ...queryKey];
  const known = () => client.getQueryData<T[]>(queryKey) ?? [];
  /** The reply to an earlier change is older than what is shown. */
  const isLast = () => client.isMutating({ mutationKey }) <= 1;
  const failed = { move: texts.moveFailed, remove: texts.removeFailed, undo: texts.undoFailed };

  const queryHash = hashKey(queryKey);
  /** What is shown while changes are on their way to the server; null: what the server has. */
  const shown = useRef<T[] | null>(null);
  const isReloadedTooEarly = useRef(false);
  // A reload, such as after another user's change, may be read before the server has ours. It would show the earlier order for a moment.
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.query.queryHash !== queryHash || event.type !== 'updated' || event.action.type !== 'success' || event.action.manual)
          return;
        if (shown.current === null) return;
        isReloadedTooEarly.current = true;
        client.setQueryData(event.query.queryKey, shown.current);
      }),
    [client, queryHash],
  );

  const order = useMutation({
    mutationKey,
    scope: { id: mutationKey.join('/') },
    mutationFn: ({ send, before }: Order<T> & { before: T[] }) => send(before.map(keyOf)),
    onSuccess: (items, { onDone }) => {
      if (isLast()) {
        // What was asked for before the reply may be older than it.
        void client.cancelQueries({ queryKey, exact: true });
        shown.current = null;
        client.setQueryData(queryKey, items);
      }
      onDone?.();
    },
    onError: (_error, { before }) => {
      shown.current = isLast() ? null : before;
      isReloadedTooEarly.current = true;
      client.setQueryData(queryKey, before);
    },
    onSettled: () => {
      if (!isLast()) return;
      if (isReloadedTooEarly.current) void client.invalidateQueries({ queryKey, exact: true });
      isReloadedTooEarly.current = false;
      onSettled();
    },
  });

  function perform(change: Order<T>) {
    const before = known();
    void client.cancelQueries({ queryKey, exact: true });
    shown.current = change.items;
    client.setQueryData(queryKey, change.items);
    order.mutate({ ...change, before });
  }

  const put = (items: T[]) => (before: number[]) => setAll(items.map(keyOf), before);
  const indexOf = (items: readonly T[], item: T) => items.findIndex((each) => keyOf(each) === keyOf(item));

  function move(item: T, to: number, isUndo = false) {
    const before = known();
    const from = indexOf(before, item);
    if (from === -1 || to < 0 || to >= before.length || to === from) return;
    const items = moved(before, keyOf, keyOf(item), to);
    const isSwap = Math.abs(from - to) === 1;
    const send = (keys: number[]) => (isSwap ? swap(item, to < from) : null) ?? put(items)(keys);
    const offerUndo = () => {
      if (isUndo || !isLast()) return;
      const id = `moved:${mutationKey.join('/')}`;
      showOffer({ id, message: texts.moved(item, to + 1), label: 'Undo', onClick: () => move(item, from, true) });
    };
    perform({ kind: isUndo ? 'undo' : 'move', items, send, onDone: offerUndo });
  }

  function removeItem(item: T) {
    const before = known();
    const at = indexOf(before, item);
    if (at === -1) return;
    const items = before.toSpliced(at, 1);
    const restoreItem = () => {
      const now = known();
      if (indexOf(now, item) !== -1) return;
      const restored = now.toSpliced(Math.min(at, now.length), 0, item);
      perform({ kind: 'undo', items: restored, send: put(restored) });
    };
    const offerUndo = () => showOffer({ message: texts.removed(item), label: 'Undo', onClick: restoreItem });
    perform({ kind: 'remove', items, send: (keys) => remove(item) ?? put(items)(keys), onDone: offerUndo });
  }

  return {
    move: (item, to) => move(item, to),
    remove: removeItem,
    error: order.isError ? errorText(order.error, failed[order.variables?.kind ?? 'move']) : null,
  };
}
