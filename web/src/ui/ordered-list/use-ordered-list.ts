import { useMutation, useQueryClient, type DataTag, type QueryKey } from '@tanstack/react-query';
import { errorText } from '#web/platform/error-text.ts';
import { showOffer } from '../offer-toast.tsx';
import { moved } from './moved.ts';

interface OrderedListOptions<T> {
  /** Where the list is kept. */
  queryKey: DataTag<QueryKey, T[], Error>;
  /** What an item is told from the others by, and sent as. */
  keyOf: (item: T) => number;
  /** Swaps an item with the one before or after it; null where only the whole list can be sent. */
  swap: (item: T, swap_with_previous: boolean) => Promise<T[]> | null;
  /** Takes an item out; null where only the whole list can be sent. */
  remove: (item: T) => Promise<T[]> | null;
  /** Sends the whole order: after a drag, and to put back what was taken out. */
  setAll: (keys: number[], before: number[]) => Promise<T[]>;
  texts: {
    moved: (item: T, place: number) => string;
    removed: (item: T) => string;
    moveFailed: string;
    removeFailed: string;
    undoFailed: string;
  };
  /** After every answer: what else shows the list is asked for again. */
  onSettled: () => void;
}

interface Order<T> {
  kind: 'move' | 'remove' | 'undo';
  /** The list as it is to be. */
  items: T[];
  send: (before: number[]) => Promise<T[]>;
  /** Called when it is done. */
  onDone?: () => void;
}

export interface OrderedList<T> {
  /** Puts an item at another place, counted from 0. */
  move: (item: T, to: number) => void;
  remove: (item: T) => void;
  /** Why the last of these failed; the list is as the server has it. */
  error: string | null;
}

/**
 * Moves and takes out items of a list in the server's order. Shown at once, taken back when the server refuses, and with Undo
 * (screens: optimistic). Several in quick succession are sent one after the other.
 */
export function useOrderedList<T>({ queryKey, keyOf, swap, remove, setAll, texts, onSettled }: OrderedListOptions<T>): OrderedList<T> {
  const client = useQueryClient();
  const mutationKey = ['order', ...queryKey];
  const known = () => client.getQueryData<T[]>(queryKey) ?? [];
  /** What the server answers to an earlier one of several is older than what is shown. */
  const isLast = () => client.isMutating({ mutationKey }) <= 1;
  const failed = { move: texts.moveFailed, remove: texts.removeFailed, undo: texts.undoFailed };

  const order = useMutation({
    mutationKey,
    scope: { id: mutationKey.join('/') },
    mutationFn: ({ send, before }: Order<T> & { before: T[] }) => send(before.map(keyOf)),
    onSuccess: (items, { onDone }) => {
      if (isLast()) client.setQueryData(queryKey, items);
      onDone?.();
    },
    onError: (_error, { before }) => {
      client.setQueryData(queryKey, before);
      void client.invalidateQueries({ queryKey, exact: true });
    },
    onSettled: () => {
      if (isLast()) onSettled();
    },
  });

  function perform(change: Order<T>) {
    const before = known();
    void client.cancelQueries({ queryKey, exact: true });
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

  function takeOut(item: T) {
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
    remove: takeOut,
    error: order.isError ? errorText(order.error, failed[order.variables?.kind ?? 'move']) : null,
  };
}
