import type { QueryClient } from '@tanstack/react-query';
import type { InvitedUser } from '#contract/invitations.ts';

/** Adds a person to the cached list, without the link: only the person who requested it sees it, once. */
export function putPerson(client: QueryClient, queryKey: readonly string[], person: InvitedUser): void {
  const known = { ...person, invitation_url: null };
  client.setQueryData<InvitedUser[]>(queryKey, (people = []) =>
    people.some((each) => each.id === person.id) ? people.map((each) => (each.id === person.id ? known : each)) : [...people, known],
  );
  void client.invalidateQueries({ queryKey });
}
