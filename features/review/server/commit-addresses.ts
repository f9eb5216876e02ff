import { listIdentities, listUsersOfSubjects, type User } from '#features/accounts/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';

/** With it, GitHub stands for the address of an account in commits on its pages: `1234+grace@users.noreply.github.com`. */
const STAND_IN = /^(\d+)\+[^@]+@users\.noreply\./;

/**
 * The people on staff whose addresses are in commits: the one they have here, those of the accounts that they sign in with, and those by
 * which the code host stands in for them.
 */
export async function usersOfAddresses(
  { db, codeHost: { accountIssuer } }: Pick<Platform, 'db' | 'codeHost'>,
  staff: readonly User[],
  addresses: ReadonlySet<string>,
): Promise<Set<number>> {
  const isIn = ({ email }: { readonly email: string }) => addresses.has(email.toLowerCase());
  const own = staff.filter(isIn).map(({ id }) => id);
  const identities = await listIdentities(
    db,
    staff.map(({ id }) => id),
  );
  const accounts = [...addresses].flatMap((address) => STAND_IN.exec(address)?.[1] ?? []);
  const there = accountIssuer === null ? new Map<string, number>() : await listUsersOfSubjects(db, accountIssuer, accounts);
  return new Set([...own, ...identities.filter(isIn).map(({ user_id }) => user_id), ...there.values()]);
}
