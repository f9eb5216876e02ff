import type { OperationContext } from './operation.ts';

/** What became of a list of calls. What is in neither list was not sent: the user pressed Stop. */
export interface DoneInTurn<T, R> {
  readonly done: readonly { readonly item: T; readonly result: R }[];
  readonly refused: readonly { readonly item: T; readonly error: unknown }[];
}

/**
 * Makes a call for each item, one after the other, and goes on after one that fails. Stop ends it before the next call.
 *
 * @param doing What the progress says of an item.
 */
export async function inTurn<T, R>(
  items: readonly T[],
  { signal, reportProgress }: Pick<OperationContext, 'signal' | 'reportProgress'>,
  doing: (item: T) => string,
  call: (item: T) => Promise<R>,
): Promise<DoneInTurn<T, R>> {
  const done: { item: T; result: R }[] = [];
  const refused: { item: T; error: unknown }[] = [];
  for (const [index, item] of items.entries()) {
    if (signal.aborted) break;
    reportProgress({ doing: doing(item), done: index, total: items.length });
    await call(item).then(
      (result) => done.push({ item, result }),
      (error: unknown) => refused.push({ item, error }),
    );
  }
  return { done, refused };
}
