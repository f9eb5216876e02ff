import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { useStartDeploy } from './api.ts';
import { MESSAGES } from './messages.ts';

/** Deploys a lesson whose answers fail, for a reason. For staff. */
export function DeployAnyway({ lessonId }: { lessonId: number }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const starting = useStartDeploy(lessonId);
  const isMissing = reason.trim() === '';
  function confirm() {
    setChecked(true);
    if (!isMissing) starting.mutate({ anyway: reason.trim() }, { onSuccess: () => setOpen(false) });
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
