import { useQuery } from '@tanstack/react-query';
import { externalAuthorsQuery, useAddExternalAuthor, useRenewInvitation, useRevokeExternalAuthor } from './api.ts';
import { InvitedPeople } from './invited-people.tsx';
import { MESSAGES } from './messages.ts';
import { usePersonChanges } from './person-change.tsx';

/** The list of external authors: add, renew, revoke, and for owners remove lost second factors. */
export function ExternalAuthorsSection() {
  const authors = useQuery(externalAuthorsQuery);
  const add = useAddExternalAuthor();
  const renew = useRenewInvitation();
  const revoke = useRevokeExternalAuthor();
  const { moreActions, dialog } = usePersonChanges();
  return (
    <>
      <InvitedPeople people={authors} add={add} renew={renew} revoke={revoke} texts={MESSAGES} moreActions={moreActions} />
      {dialog}
    </>
  );
}
