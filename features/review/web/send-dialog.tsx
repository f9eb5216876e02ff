import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { pullQuery } from './api.ts';
import { MESSAGES } from './messages.ts';
import { OpenForm } from './open-form.tsx';

interface SendDialogProps {
  releaseId: number;
  releaseName: string;
  /** The selected lessons of the release. */
  chosen: readonly Pick<LessonRow, 'id'>[];
  /** Leads to the page of the pull request. */
  onOpenPull: () => void;
  onClose: () => void;
}

/** Sends the release of selected lessons for review, where they were selected. Lists what will be submitted. */
export default function SendDialog({ releaseId, releaseName, chosen, onOpenPull, onClose }: SendDialogProps) {
  const pull = useQuery({ ...pullQuery(releaseId), staleTime: 0 });
  // Not while it is refetched later: title and text would be lost.
  const isKnown = pull.data !== undefined && pull.isFetchedAfterMount;
  return (
    <TaskDialog title={`Send ${releaseName} for review`} isRunning={false} onClose={onClose}>
      {pull.isError ? <ErrorBanner text={errorText(pull.error, MESSAGES.loadFailed)} /> : null}
      {!isKnown && !pull.isError ? <TableSkeleton rows={4} /> : null}
      {isKnown && pull.data?.state === 'open' ? (
        <Stack>
          <Banner kind="info">{MESSAGES.inReview(releaseName)}</Banner>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button onClick={onOpenPull}>Open the pull request</Button>
          </Group>
        </Stack>
      ) : null}
      {isKnown && pull.data?.state !== 'open' ? (
        <OpenForm
          releaseId={releaseId}
          defaultTitle={releaseName}
          chosen={chosen}
          onOpened={() => {
            onClose();
            showOffer({ message: MESSAGES.sent(releaseName), label: 'Open', onClick: onOpenPull });
          }}
          onCancel={onClose}
        />
      ) : null}
    </TaskDialog>
  );
}
