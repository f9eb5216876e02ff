import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconPlayerStop, IconX } from '@tabler/icons-react';
import { FILE_TOO_LARGE } from '#platform/contract/limits.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { MESSAGES } from './messages.ts';
import type { UploadItem, UploadQueue } from './upload-queue.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from '../lesson-parts.module.css';

/** Files on their way, each with its progress and the way to stop it; and those that did not arrive. */
export function UploadList({ queue, items }: { queue: UploadQueue; items: readonly UploadItem[] }) {
  if (items.length === 0) return null;
  return (
    <ul className={layout.plainList} aria-label="Uploads">
      {items.map((item) => (
        <li key={item.id} className={classes.upload}>
          <Upload item={item} queue={queue} />
        </li>
      ))}
    </ul>
  );
}

function Upload({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const { id, name, state, progress, error } = item;
  const forget = () => queue.remove(id);
  if (state === 'exists') {
    return (
      <Banner
        kind="warning"
        actions={
          <>
            <Button size="xs" onClick={() => queue.overwrite(id)}>
              Overwrite
            </Button>
            <Button size="xs" variant="default" onClick={forget}>
              Keep the old one
            </Button>
          </>
        }
      >
        {MESSAGES.exists(name)}
      </Banner>
    );
  }
  if (state === 'failed') {
    return (
      <ErrorBanner
        text={`${name}: ${error}`}
        actions={
          <>
            {error === FILE_TOO_LARGE ? null : (
              <Button size="xs" variant="default" onClick={() => queue.retry(id)}>
                Try again
              </Button>
            )}
            <ActionIcon aria-label={`Dismiss ${name}`} title="Dismiss" onClick={forget}>
              <IconX size={15} aria-hidden />
            </ActionIcon>
          </>
        }
      />
    );
  }
  return (
    <>
      <div className={classes.line}>
        <span className={classes.plainName}>{name}</span>
        <span className={classes.quiet} role="status">
          {state === 'waiting' ? 'Waiting' : state === 'storing' ? 'Storing' : `${Math.floor(100 * progress)} %`}
        </span>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Stop ${name}`}
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          onClick={forget}
        >
          Stop
        </Button>
      </div>
      <Progress value={100 * progress} aria-label={`Upload of ${name}`} />
    </>
  );
}
