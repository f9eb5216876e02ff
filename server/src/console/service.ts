import { CONSOLE_CALLS_KEPT, ConsoleCall } from '#contract/console.ts';
import type { Actor } from '#contract/roles.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteCalls, insertCall, listCalls, type ConsoleCallRow } from './tables.ts';
import { pathWithoutSecrets, payloadWithoutSecrets } from './without-secrets.ts';

type Deps = Pick<Platform, 'db'>;

/** The user's own calls in the console, newest first. */
export async function listConsoleCalls({ db }: Deps, actor: Actor): Promise<ConsoleCall[]> {
  return (await listCalls(db, actor.id)).map(toConsoleCall);
}

/** Stores a call without its secrets, and deletes the oldest ones beyond the limit. */
export async function keepConsoleCall({ db }: Deps, actor: Actor, call: Omit<ConsoleCall, 'id' | 'at'>): Promise<ConsoleCall> {
  const kept = {
    ...call,
    path: pathWithoutSecrets(call.path),
    payload: call.payload === null ? null : payloadWithoutSecrets(call.payload),
  };
  return toConsoleCall(await db.transaction().execute((tx) => insertCall(tx, actor.id, kept, CONSOLE_CALLS_KEPT)));
}

/** Deletes all of them. */
export async function clearConsoleCalls({ db }: Deps, actor: Actor): Promise<ConsoleCall[]> {
  await deleteCalls(db, actor.id);
  return [];
}

function toConsoleCall({ at, ...row }: ConsoleCallRow): ConsoleCall {
  return ConsoleCall.parse({ ...row, at: at.toISOString() });
}
