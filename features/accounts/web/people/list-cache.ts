import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';
import { changeQueryData } from '#platform/web/query-client.ts';
import type { InvitedUser } from '../../contract/invitations.ts';

/** Adds a person to the cached list, without the link: only the person who requested it sees it, once. */
export function putPerson(client: QueryClient, queryKey: DataTag<QueryKey, InvitedUser[], Error>, person: InvitedUser): void {
  const known = { ...person, invitation_url: null };
  changeQueryData(client, queryKey, (people = []) =>
    people.some((each) => each.id === person.id) ? people.map((each) => (each.id === person.id ? known : each)) : [...people, known],
  );
}
