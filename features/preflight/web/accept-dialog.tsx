import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import type { ReleaseFinding } from '../contract/preflight.ts';
import { useAcceptFinding } from './api.ts';
import { MESSAGES } from './messages.ts';

/** Asks for the reason why a finding is fine. */
export function AcceptDialog({ finding, onClose }: { finding: ReleaseFinding; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const accept = useAcceptFinding();
  useReturnFocus(true);
  return (
    <Dialog opened onClose={onClose} title="Accept finding">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== '') accept.mutate({ finding, reason: reason.trim() }, { onSuccess: onClose });
        }}
      >
        <Stack>
          <ErrorBanner text={accept.isError ? errorText(accept.error, MESSAGES.acceptFailed) : null} />
          <Text size="sm">{finding.message}</Text>
          <Textarea
            label="Why is this fine?"
            description={MESSAGES.acceptHint}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={1_000}
            autosize
            minRows={2}
            required
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={accept.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={accept.isPending} disabled={reason.trim() === ''}>
              Accept
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
