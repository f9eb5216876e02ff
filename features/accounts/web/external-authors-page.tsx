import { useQuery } from '@tanstack/react-query';
import { Page } from '#platform/web/ui/page.tsx';
import { externalAuthorsQuery, useAddExternalAuthor, useRenewInvitation, useRevokeExternalAuthor } from './people/api.ts';
import { InvitedPeople } from './people/invited-people.tsx';
import { MESSAGES } from './people/messages.ts';

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
