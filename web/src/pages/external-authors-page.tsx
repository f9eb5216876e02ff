import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExternalAuthor } from '#contract/external-authors.ts';
import { AddAuthorForm } from '#web/features/external-authors/add-author-form.tsx';
import {
  externalAuthorsQuery,
  useAddExternalAuthor,
  useRenewInvitation,
  useRevokeExternalAuthor,
} from '#web/features/external-authors/api.ts';
import { AuthorsTable } from '#web/features/external-authors/authors-table.tsx';
import { MESSAGES } from '#web/features/external-authors/messages.ts';
import { errorText, fieldErrors } from '#web/platform/error-text.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { TableSkeleton } from '#web/ui/data-table/table-skeleton.tsx';
import { Page } from '#web/ui/page.tsx';
import { SecretOnce } from '#web/ui/secret-once.tsx';

/** `/manage-external` (B §2). */
export default function ExternalAuthorsPage() {
  const authors = useQuery(externalAuthorsQuery);
  const add = useAddExternalAuthor();
  const renew = useRenewInvitation();
  const revoke = useRevokeExternalAuthor();
  const [invited, setInvited] = useState<ExternalAuthor | null>(null);
  const [revoking, setRevoking] = useState<ExternalAuthor | null>(null);

  return (
    <Page title="Manage External Authors" layout="narrow">
      <AddAuthorForm
        isBusy={add.isPending}
        error={add.error}
        onAdd={(email, onDone) =>
          add.mutate(email, {
            onSuccess: (author) => {
              setInvited(author);
              onDone();
            },
          })
        }
      />
      {add.isError && Object.keys(fieldErrors(add.error)).length === 0 ? (
        <ErrorBanner text={errorText(add.error, MESSAGES.addFailed)} />
      ) : null}
      {renew.isError ? <ErrorBanner text={errorText(renew.error, MESSAGES.renewFailed)} /> : null}
      {authors.isError ? <ErrorBanner text={errorText(authors.error, MESSAGES.loadFailed)} /> : null}
      {invited?.invitation_url ? (
        <SecretOnce
          label="Invitation link"
          text={MESSAGES.linkOnce(invited.email)}
          value={invited.invitation_url}
          onClose={() => setInvited(null)}
        />
      ) : null}
      {authors.data ? (
        <AuthorsTable
          authors={authors.data}
          renew={(author) => renew.mutate(author, { onSuccess: setInvited })}
          renewing={renew.isPending ? renew.variables.id : null}
          revoke={setRevoking}
        />
      ) : authors.isPending ? (
        <TableSkeleton rows={4} />
      ) : null}
      <ConfirmDialog
        isOpen={revoking !== null}
        title="Revoke external author"
        text={MESSAGES.confirmRevoke(revoking?.email ?? '')}
        confirmLabel="Revoke"
        isDanger
        isBusy={revoke.isPending}
        error={revoke.isError ? errorText(revoke.error, MESSAGES.revokeFailed) : null}
        onConfirm={() => {
          if (!revoking) return;
          revoke.mutate(revoking, {
            onSuccess: () => {
              if (invited?.id === revoking.id) setInvited(null);
              setRevoking(null);
            },
          });
        }}
        onClose={() => {
          setRevoking(null);
          revoke.reset();
        }}
      />
    </Page>
  );
}
