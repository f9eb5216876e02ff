import type { Handle } from '#platform/server/database/database.ts';

type ScreenItemKind = 'question' | 'skill';

interface ScreenItemRow {
  id: number;
  screen_id: number;
  uuid: string;
}

async function listItemRows(handle: Handle, kind: ScreenItemKind, screenIds: readonly number[]): Promise<ScreenItemRow[]> {
  return handle
    .selectFrom('screen_items')
    .select(['id', 'screen_id', 'uuid'])
    .where('kind', '=', kind)
    .where('screen_id', 'in', screenIds)
    .execute();
}

/** Assigns numbers to items; existing numbers stay. */
async function insertItemRows(handle: Handle, kind: ScreenItemKind, items: readonly { screen_id: number; uuid: string }[]): Promise<void> {
  await handle
    .insertInto('screen_items')
    .values(items.map(({ screen_id, uuid }) => ({ screen_id, uuid, kind })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Questions and skills are content of their screen, identified by uuid, which is the same in every release. The API
 * identifies them by number, which is assigned here on first use and never changes.
 */
export interface ItemNumbers {
  /** @throws Error for an item that was not requested. */
  idOf(screenId: number, uuid: string): number;
  /** Null: no item of this screen has the number. */
  uuidOf(screenId: number, id: number): string | null;
}

/** The numbers of all items of one kind in some screens. */
export async function numberItems(
  handle: Handle,
  kind: ScreenItemKind,
  screens: readonly { id: number; uuids: readonly string[] }[],
): Promise<ItemNumbers> {
  const wanted = screens.flatMap(({ id, uuids }) => uuids.map((uuid) => ({ screen_id: id, uuid })));
  const screenIds = screens.map(({ id }) => id);
  const find = async () => (screenIds.length === 0 ? [] : listItemRows(handle, kind, screenIds));
  const key = (screenId: number, uuid: string) => `${screenId} ${uuid}`;
  let rows = await find();
  const known = new Set(rows.map((row) => key(row.screen_id, row.uuid)));
  const missing = wanted.filter(({ screen_id, uuid }) => !known.has(key(screen_id, uuid)));
  if (missing.length > 0) {
    await insertItemRows(handle, kind, missing);
    rows = await find();
  }
  const ids = new Map(rows.map((row) => [key(row.screen_id, row.uuid), row.id]));
  return {
    idOf: (screenId, uuid) => {
      const id = ids.get(key(screenId, uuid));
      if (id === undefined) throw new Error(`The ${kind} ${uuid} of screen ${screenId} was not requested.`);
      return id;
    },
    uuidOf: (screenId, id) => rows.find((row) => row.id === id && row.screen_id === screenId)?.uuid ?? null,
  };
}
