import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { MESSAGES } from './messages.ts';
import { pullQuery } from './pull-query.ts';
import { SendForm } from './send-form.tsx';

interface SendDialogProps {
  releaseId: number;
  releaseName: string;
  /** The lessons that are ticked at first. */
  chosen: readonly { readonly id: number }[];
  onClose: () => void;
}

/** Sends lessons of a release for review, where they were selected. */
export default function SendDialog({ onClose, ...opened }: SendDialogProps) {
  // As it was opened: sending moves the lessons to another release, and the page follows them.
  const [{ releaseId, releaseName, chosen }] = useState(opened);
  const navigate = useNavigate();
  const pull = useQuery({ ...pullQuery(releaseId), staleTime: 0 });
  // Not while it is refetched later: ticks and texts would be lost.
  const isKnown = pull.data !== undefined && pull.isFetchedAfterMount;
  const openPull = (id: number) => void navigate({ to: '/releases/$releaseId/pull', params: { releaseId: id } });
  return (
    <TaskDialog title={`Send ${releaseName} for review`} isRunning={false} onClose={onClose}>
      {pull.isError ? <ErrorBanner text={errorText(pull.error, MESSAGES.loadFailed)} /> : null}
      {!isKnown && !pull.isError ? <TableSkeleton rows={4} /> : null}
      {isKnown && pull.data?.state === 'open' ? (
        <Banner
          kind="info"
          actions={
            <Button size="xs" variant="default" onClick={() => openPull(releaseId)}>
              Open the pull request
            </Button>
          }
        >
          {MESSAGES.inReview(releaseName)}
        </Banner>
      ) : null}
      {isKnown ? (
        <SendForm
          releaseId={releaseId}
          releaseName={releaseName}
          chosen={chosen}
          onSent={({ id, name }) => {
            onClose();
            showOffer({ message: MESSAGES.sent(name), label: 'Open', onClick: () => openPull(id) });
          }}
          onCancel={onClose}
        />
      ) : null}
    </TaskDialog>
  );
}
