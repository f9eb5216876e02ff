import { sql } from 'kysely';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MAX_CONSOLE_CALLS, ConsoleCall } from '../contract/console.ts';

const SECRET_NAME = /password|secret|token|api_?key|private_?key|access_?key|credential|authorization/i;
/** Replaces a secret that was sent. */
const NOT_KEPT = '[not kept]';

/** A payload without secrets: valid JSON with secret fields (by name) masked. Anything else is not stored. */
export function payloadWithoutSecrets(payload: string): string | null {
  try {
    return JSON.stringify(JSON.parse(payload), (name, value: unknown) => (SECRET_NAME.test(name) && value !== null ? NOT_KEPT : value), 2);
  } catch {
    return null;
  }
}

/** A path without secrets: masks secret query parameters and the tokens of one-time links. */
export function pathWithoutSecrets(path: string): string {
  const [way = '', query] = path.split('?', 2);
  const plain = way.replace(/^((?:login\/)?(?:invitation|preview)\/)[^/]+/, `$1${NOT_KEPT}`);
  if (query === undefined) return plain;
  const parts = query.split('&').map((part) => {
    const [name = ''] = part.split('=', 1);
    return SECRET_NAME.test(name) ? `${name}=${NOT_KEPT}` : part;
  });
  return `${plain}?${parts.join('&')}`;
}

/** A call that a user made in the console. */
interface ConsoleCallRow {
  id: number;
  at: Date;
  method: string;
  path: string;
  payload: string | null;
  status: number | null;
  took_ms: number;
}

const COLUMNS = ['id', 'at', 'method', 'path', 'payload', 'status', 'took_ms'] as const;

/** Newest first. */
function listCalls(handle: Handle, userId: number): Promise<ConsoleCallRow[]> {
  return handle.selectFrom('console_calls').select(COLUMNS).where('user_id', '=', userId).orderBy('id', 'desc').execute();
}

/** Stores a call, and deletes that user's oldest ones beyond `kept`. */
async function insertCall(tx: Tx, userId: number, call: Omit<ConsoleCallRow, 'id' | 'at'>, kept: number): Promise<ConsoleCallRow> {
  const row = await tx
    .insertInto('console_calls')
    .values({ ...call, user_id: userId })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  await sql`delete from console_calls where user_id = ${userId} and id <= (
    select id from console_calls where user_id = ${userId} order by id desc offset ${kept} limit 1)`.execute(tx);
  return row;
}

async function deleteCalls(handle: Handle, userId: number): Promise<void> {
  await handle.deleteFrom('console_calls').where('user_id', '=', userId).execute();
}

type Deps = Pick<Platform, 'db'>;

/** The user's own calls in the console, newest first. */
export async function listConsoleCalls({ db }: Deps, actor: Actor): Promise<ConsoleCall[]> {
  return (await listCalls(db, actor.id)).map(toConsoleCall);
}

/** Stores a call without its secrets, and deletes the oldest ones beyond the limit. */
export async function storeConsoleCall({ db }: Deps, actor: Actor, call: Omit<ConsoleCall, 'id' | 'at'>): Promise<ConsoleCall> {
  const kept = {
    ...call,
    path: pathWithoutSecrets(call.path),
    payload: call.payload === null ? null : payloadWithoutSecrets(call.payload),
  };
  return toConsoleCall(await db.transaction().execute((tx) => insertCall(tx, actor.id, kept, MAX_CONSOLE_CALLS)));
}

/** Deletes all of them. */
export async function clearConsoleCalls({ db }: Deps, actor: Actor): Promise<ConsoleCall[]> {
  await deleteCalls(db, actor.id);
  return [];
}

function toConsoleCall({ at, ...row }: ConsoleCallRow): ConsoleCall {
  return ConsoleCall.parse({ ...row, at: at.toISOString() });
}
