import { useQuery } from '@tanstack/react-query';
import {
  externalAuthorsQuery,
  useAddExternalAuthor,
  useRenewInvitation,
  useRevokeExternalAuthor,
} from '#web/features/external-authors/api.ts';
import { MESSAGES } from '#web/features/external-authors/messages.ts';
import { InvitedPeople } from '#web/features/invited-people/invited-people.tsx';
import { Page } from '#web/ui/page.tsx';

/** `/manage-external`: invites and revokes external authors. */
export default function ExternalAuthorsPage() {
  const authors = useQuery(externalAuthorsQuery);
  const add = useAddExternalAuthor();
  const renew = useRenewInvitation();
  const revoke = useRevokeExternalAuthor();
  return (
    <Page title="Manage External Authors" layout="narrow">
      <InvitedPeople people={authors} add={add} renew={renew} revoke={revoke} texts={MESSAGES} />
    </Page>
  );
}
