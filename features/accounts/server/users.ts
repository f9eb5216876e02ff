import { type Actor, ROLES } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import type { CurrentUser, Person } from '../contract/users.ts';
import { findUserByEmail, findUserById, listActiveUsers, listUsersById, type User } from './user-queries.ts';

/** The name that others see. */
export function displayName(user: Pick<User, 'name' | 'email'>): string {
  return user.name ?? user.email;
}

/** The fields of a user that access rules and policies need. */
export function toActor(user: Pick<User, 'id' | 'name' | 'email' | 'role'>): Actor {
  return { id: user.id, name: displayName(user), role: user.role };
}

/** A user as sent to the page. */
export function toCurrentUser(user: User): CurrentUser {
  return { id: user.id, email: user.email, name: displayName(user), external: user.role === 'external', role: user.role };
}

/** @throws AppError `not_found`. Includes revoked users, whose content keeps its author. */
export async function getUser(handle: Handle, id: number): Promise<User> {
  const user = await findUserById(handle, id);
  if (user === null) throw notFound('user');
  return user;
}

/** The user with this address who has access. */
export async function findActiveUserByEmail(handle: Handle, email: string): Promise<User | null> {
  const user = await findUserByEmail(handle, email);
  return user?.revoked_at === null ? user : null;
}

/** A user as a git author. @throws AppError `not_found` */
export async function getAuthor(handle: Handle, id: number): Promise<{ name: string; email: string }> {
  const user = await getUser(handle, id);
  return { name: displayName(user), email: user.email };
}

/** The users with these ids, by id, including revoked ones. */
export async function getUsers(handle: Handle, ids: readonly number[]): Promise<Map<number, User>> {
  return new Map((await listUsersById(handle, [...new Set(ids)])).map((user) => [user.id, user]));
}

/** The names that others see, by id. */
export async function getUserNames(handle: Handle, ids: readonly number[]): Promise<Map<number, string>> {
  return new Map([...(await getUsers(handle, ids))].map(([id, user]) => [id, displayName(user)]));
}

/** Everyone who has joined and has access, by name. */
export async function listPeople(handle: Handle): Promise<Person[]> {
  const users = await listActiveUsers(handle, ROLES);
  return users
    .flatMap(({ id, name, email, role }) => (name === null ? [] : [{ id, name, email, external: role === 'external' }]))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * Checks the addresses of people that work is given to.
 * @throws AppError `refused` if one is of nobody who has access.
 */
export async function requirePeople(handle: Handle, emails: readonly (string | null)[]): Promise<void> {
  for (const email of emails) {
    if (email !== null && (await findActiveUserByEmail(handle, email)) === null) throw refused(`No one here has the address ${email}.`);
  }
}
