import type { Actor } from '#contract/roles.ts';
import type { Handle } from '#server/platform/database/database.ts';
import type { Person } from '#server/platform/git/commit-writer.ts';
import { getUser } from '#server/users/service.ts';

/** Somebody as git names an author. */
export async function personOf(handle: Handle, actor: Actor): Promise<Person> {
  return { name: actor.name, email: (await getUser(handle, actor.id)).email };
}
