import type { Handle } from '#server/platform/database/database.ts';

export type ScreenItemKind = 'question' | 'skill';

export interface ScreenItemRow {
  id: number;
  screen_id: number;
  uuid: string;
}

export async function listItemRows(handle: Handle, kind: ScreenItemKind, screenIds: readonly number[]): Promise<ScreenItemRow[]> {
  return handle
    .selectFrom('screen_items')
    .select(['id', 'screen_id', 'uuid'])
    .where('kind', '=', kind)
    .where('screen_id', 'in', screenIds)
    .execute();
}

/** Assigns numbers to items; existing numbers stay. */
export async function insertItemRows(
  handle: Handle,
  kind: ScreenItemKind,
  items: readonly { screen_id: number; uuid: string }[],
): Promise<void> {
  await handle
    .insertInto('screen_items')
    .values(items.map(({ screen_id, uuid }) => ({ screen_id, uuid, kind })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
