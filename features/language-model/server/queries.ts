/** The ledger of requests to the language model. */

import { displayName } from '#features/accounts/server/index.ts';
import { DAY_MS } from '#platform/contract/times.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { MODEL_REQUESTS_PAGE, type ModelOutcome, type ModelRequest, type ModelTaskKind } from '../contract.ts';
import type { Traffic } from './post-request.ts';

/** Requests of a person within the last 24 hours. */
export async function countToday(handle: Handle, userId: number): Promise<number> {
  const { count } = await handle
    .selectFrom('model_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('started_at', '>', new Date(Date.now() - DAY_MS))
    .executeTakeFirstOrThrow();
  return count;
}

interface Begun {
  readonly user_id: number;
  readonly lesson_id: number;
  readonly screen_id: number;
  readonly kind: ModelTaskKind;
  readonly model: string;
}

/** Written before anything is sent, so that a request of a server that is killed counts as well. */
export async function beginRequest(handle: Handle, begun: Begun): Promise<number> {
  const { id } = await handle.insertInto('model_requests').values(begun).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function endRequest(
  handle: Handle,
  id: number,
  ended: Traffic & { readonly outcome: ModelOutcome; readonly duration_ms: number },
): Promise<void> {
  await handle.updateTable('model_requests').set(ended).where('id', '=', id).execute();
}

/** A page of the ledger, newest first. */
export async function listRequestRows(
  handle: Handle,
  before: number | undefined,
): Promise<{ requests: ModelRequest[]; next: number | null }> {
  const rows = await handle
    .selectFrom('model_requests as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('lessons as l', 'l.id', 'm.lesson_id')
    .selectAll('m')
    .select(['u.name', 'u.email', 'l.sequence', 'l.title'])
    .$if(before !== undefined, (query) => query.where('m.id', '<', before ?? 0))
    .orderBy('m.id', 'desc')
    .limit(MODEL_REQUESTS_PAGE + 1)
    .execute();
  const shown = rows.slice(0, MODEL_REQUESTS_PAGE);
  return {
    requests: shown.map(({ name, email, lesson_id, sequence, title, started_at, ...row }) => ({
      id: row.id,
      screen_id: row.screen_id,
      kind: row.kind,
      model: row.model,
      outcome: row.outcome,
      duration_ms: row.duration_ms,
      sent_bytes: row.sent_bytes,
      received_bytes: row.received_bytes,
      person: displayName({ name, email }),
      lesson: lesson_id === null || sequence === null ? null : { id: lesson_id, sequence, title: title ?? '' },
      started_at: started_at.toISOString(),
    })),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  };
}

export async function deleteModelRequestsBefore(handle: Handle, before: Date): Promise<number> {
  const result = await handle.deleteFrom('model_requests').where('started_at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
