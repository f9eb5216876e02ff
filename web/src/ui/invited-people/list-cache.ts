import type { QueryClient } from '@tanstack/react-query';
import type { InvitedPerson } from '#contract/invitations.ts';

/** Puts a person into the cached list, which knows everything but the link: that is shown once, by who asked for it. */
export function putPerson(client: QueryClient, queryKey: readonly string[], person: InvitedPerson): void {
  const known = { ...person, invitation_url: null };
  client.setQueryData<InvitedPerson[]>(queryKey, (people = []) =>
    people.some((each) => each.id === person.id) ? people.map((each) => (each.id === person.id ? known : each)) : [...people, known],
  );
  void client.invalidateQueries({ queryKey });
}
