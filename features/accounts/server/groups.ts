import { recordAudit } from '#features/audit/server/index.ts';
import { type Actor, ROLES } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { alreadyExists, notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Group } from '../contract/groups.ts';
import {
  deleteGroupRow,
  insertGroup,
  isNameTaken,
  listGroupRows,
  listMemberRows,
  lockGroup,
  type Member,
  renameGroup,
  replaceMembers,
} from './group-queries.ts';
import { listActiveUsers } from './user-queries.ts';
import { displayName } from './users.ts';

type Deps = Pick<Platform, 'db'>;

interface GroupInput {
  readonly name: string;
  /** Ids of users. */
  readonly members: readonly number[];
}

/** The groups with these ids, or all of them, with those of their members who have access. */
export async function listGroups(handle: Handle, ids?: readonly number[]): Promise<Group[]> {
  if (ids?.length === 0) return [];
  const members = Map.groupBy(await listMemberRows(handle), ({ group_id }) => group_id);
  return (await listGroupRows(handle, ids)).map(({ id, name }) => ({ id, name, members: toPeople(members.get(id) ?? []) }));
}

function toPeople(members: readonly Member[]): Group['members'] {
  return members
    .map((user) => ({ id: user.id, name: displayName(user), email: user.email, external: user.role === 'external' }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** @throws AppError `already_exists` for the name of another group; `refused` for somebody without access */
export async function createGroup({ db }: Deps, actor: Actor, { name, members }: GroupInput): Promise<Group[]> {
  return db.transaction().execute(async (tx) => {
    await requireAccess(tx, members);
    const group = await insertGroup(tx, name);
    if (group === null) throw nameTaken(name);
    await replaceMembers(tx, group.id, members);
    await recordAudit(tx, { actor, action: 'group.create', details: { id: group.id, name, members } });
    return listGroups(tx);
  });
}

/** @throws AppError `not_found`; `already_exists` for the name of another group; `refused` for somebody without access */
export async function saveGroup({ db }: Deps, actor: Actor, id: number, { name, members }: GroupInput): Promise<Group[]> {
  return db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, id);
    if (group === null) throw notFound('group');
    await requireAccess(tx, members);
    if (await isNameTaken(tx, name, id)) throw nameTaken(name);
    await renameGroup(tx, id, name);
    await replaceMembers(tx, id, members);
    await recordAudit(tx, { actor, action: 'group.save', details: { id, from: group.name, name, members } });
    return listGroups(tx);
  });
}

/** @throws AppError `not_found` */
export async function deleteGroup({ db }: Deps, actor: Actor, id: number): Promise<Group[]> {
  return db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, id);
    if (group === null) throw notFound('group');
    await deleteGroupRow(tx, id);
    await recordAudit(tx, { actor, action: 'group.delete', details: { id, name: group.name } });
    return listGroups(tx);
  });
}

async function requireAccess(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const known = new Set((await listActiveUsers(tx, ROLES)).map(({ id }) => id));
  if (!ids.every((id) => known.has(id))) throw refused('A person in this group no longer has access. Choose the people again.');
}

const nameTaken = (name: string) => alreadyExists(`A group named “${name}” already exists.`);
