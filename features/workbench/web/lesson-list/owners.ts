import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Group } from '#features/accounts/contract/groups.ts';
import { groupsQuery } from '#features/accounts/web/people/groups-query.ts';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';

/** A choice of the filter, as the address has it. */
interface OwnerChoice {
  readonly value: string;
  readonly label: string;
}

const GROUP = /^group:(\d{1,9})$/;
const NO_GROUPS: readonly Group[] = [];

/** The groups of people, once somebody plans work or the address asks for a group. */
export function useOwnerGroups(isPlanned: boolean, owner: string | undefined): readonly Group[] {
  const isWanted = isPlanned || (owner !== undefined && GROUP.test(owner));
  const { external } = useCurrentUser();
  return useQuery({ ...groupsQuery, enabled: isWanted && !external }).data ?? NO_GROUPS;
}

/** What the filter offers: who owns a lesson, by name, and groups with somebody in them. */
export function useOwnerChoices(rows: readonly LessonRow[], groups: readonly Group[], nameOf: (email: string) => string) {
  return useMemo(() => {
    const emails = new Set(rows.flatMap(({ owner }) => owner ?? []));
    const people = [...emails].map((email): OwnerChoice => ({ value: email, label: nameOf(email) }));
    return {
      people: people.toSorted((one, other) => one.label.localeCompare(other.label)),
      groups: groups.flatMap(({ id, name, members }): OwnerChoice[] => (members.length > 0 ? [{ value: `group:${id}`, label: name }] : [])),
    };
  }, [rows, groups, nameOf]);
}

/** Whose lessons a filter finds: addresses, or `none`. Undefined: everyone's. A group that is gone has nobody. */
export function ownersIn(owner: string | undefined, groups: readonly Group[]): ReadonlySet<string> | undefined {
  if (owner === undefined) return undefined;
  const id = GROUP.exec(owner)?.[1];
  if (id === undefined) return new Set([owner]);
  const members = groups.find((group) => group.id === Number(id))?.members ?? [];
  return new Set(members.map(({ email }) => email.toLowerCase()));
}
