import type { Handle } from '#platform/server/database/database.ts';
import type { LinkState } from '../../contract/preflight-links.ts';

/** Rows per query: a parameter each. */
const AT_ONCE = 1_000;

/** What requests said, and when. */
export interface LinkCheck extends LinkState {
  readonly checked_at: Date;
}

/** What is known of these links, by URL. */
export async function findLinkChecks(handle: Handle, urls: readonly string[]): Promise<Map<string, LinkCheck>> {
  const found = new Map<string, LinkCheck>();
  for (let from = 0; from < urls.length; from += AT_ONCE) {
    const rows = await handle
      .selectFrom('link_checks')
      .selectAll()
      .where('url', 'in', urls.slice(from, from + AT_ONCE))
      .execute();
    for (const { url, ...check } of rows) found.set(url, check);
  }
  return found;
}

export async function storeLinkCheck(handle: Handle, url: string, { state, status, target, reason }: LinkState): Promise<void> {
  const values = { state, status, target, reason, checked_at: new Date() };
  await handle
    .insertInto('link_checks')
    .values({ url, ...values })
    .onConflict((conflict) => conflict.column('url').doUpdateSet(values))
    .execute();
}

/** Whether any other site has replied since then. */
export async function hasReachedOthers(handle: Handle, since: Date): Promise<boolean> {
  const row = await handle
    .selectFrom('link_checks')
    .select('url')
    .where('status', 'is not', null)
    .where('checked_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes results that were not requested since then. Returns how many. */
export async function deleteLinkChecksBefore(handle: Handle, before: Date): Promise<number> {
  const { numDeletedRows } = await handle.deleteFrom('link_checks').where('checked_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
