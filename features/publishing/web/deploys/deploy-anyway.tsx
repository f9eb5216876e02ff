import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import type { Deploy } from '../../contract/deploys.ts';
import { useStartDeploy } from './api.ts';
import { MESSAGES } from './messages.ts';

/** Deploys a lesson whose answers fail, for a reason. For staff. */
export function DeployAnyway({ lessonId, onStarted }: { lessonId: number; onStarted: ((deploy: Deploy) => void) | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const starting = useStartDeploy(lessonId);
  const isMissing = reason.trim() === '';
  function confirm() {
    setChecked(true);
    if (isMissing) return;
    // Not `onSuccess`: a live event may remove this before the reply arrives.
    void starting.mutateAsync({ anyway: reason.trim() }).then(
      (deploy) => {
        setOpen(false);
        onStarted?.(deploy);
      },
      () => undefined,
    );
  }
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        Deploy anyway…
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={MESSAGES.anywayTitle}
        text={MESSAGES.anywayText}
        confirmLabel="Deploy anyway"
        isBusy={starting.isPending}
        error={starting.isError ? errorText(starting.error, MESSAGES.deployFailed) : null}
        onConfirm={confirm}
        onClose={() => setOpen(false)}
      >
        <Textarea
          label={MESSAGES.whyAnyway}
          description={MESSAGES.anywayHint}
          value={reason}
          maxLength={2_000}
          autosize
          minRows={2}
          error={isChecked && isMissing ? 'Say why.' : null}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </>
  );
}
