import { Button, Progress } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { fileSizeText } from '#web/ui/file-size-text.ts';
import { Banner } from '#web/ui/banner.tsx';
import classes from './datasets.module.css';
import { MESSAGES } from './messages.ts';
import type { UploadTask } from './use-upload.ts';

const DOING = { sending: MESSAGES.sending, waiting: MESSAGES.waitingShort, making: MESSAGES.making } as const;

/** Total progress, what it waits for, and Stop. Empty while no upload is running. */
export function UploadProgressPanel({ task, total }: { task: UploadTask; total: number }) {
  const { progress, isStopping, stop } = task;
  if (progress === null) return null;
  const sent = progress.sent.reduce((sum, bytes) => sum + bytes, 0);
  const doing = isStopping ? 'Stopping' : DOING[progress.state];
  return (
    <div className={classes.progress} role="group" aria-label="Progress">
      {progress.state === 'waiting' ? <Banner kind="warning">{MESSAGES.waiting(progress.reason ?? '')}</Banner> : null}
      <div className={classes.progressLine}>
        <span role="status">{doing}…</span>
        <Button size="xs" variant="default" leftSection={<IconPlayerStop size={15} aria-hidden />} disabled={isStopping} onClick={stop}>
          Stop
        </Button>
      </div>
      <Progress value={total === 0 ? 100 : (100 * sent) / total} animated={progress.state === 'making'} aria-label="The whole upload" />
      <div className={classes.hint}>
        {fileSizeText(sent)} of {fileSizeText(total)}
      </div>
    </div>
  );
}
