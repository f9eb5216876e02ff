import { randomUUID } from 'node:crypto';
import { hashPassword } from '#features/accounts/server/passwords.ts';
import { insertUser, type User } from '#features/accounts/server/user-queries.ts';
import type { Role } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';

/** Creates a person. Without `password` they can't sign in, which saves the time to hash one. */
export async function buildUser(
  handle: Handle,
  given: { role?: Role; email?: string; name?: string | null; password?: string } = {},
): Promise<User> {
  const role = given.role ?? 'staff';
  return insertUser(handle, {
    email: given.email ?? `${role}-${randomUUID().slice(0, 8)}@example.org`,
    name: given.name === undefined ? `Some ${role}` : given.name,
    role,
    password_hash: given.password === undefined ? null : await hashOf(given.password),
  });
}

const hashes = new Map<string, Promise<string>>();

/** Hashed once: that takes as long as many calls. */
function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, known);
  return known;
}
