import { Button, Progress } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { Banner } from '../banner.tsx';
import { Delayed } from '../delayed.tsx';
import type { Upload, UploadNotice } from './use-image-uploads.ts';
import classes from './markdown-editor.module.css';

/** Milliseconds after which an upload gets its own line. */
const APPEARS_AFTER_MS = 300;

interface UploadsBarProps {
  uploads: readonly Upload[];
  notices: readonly UploadNotice[];
  onClose: (id: number) => void;
}

/** Running uploads with progress and Stop, and those that failed or have a warning. */
export function UploadsBar({ uploads, notices, onClose }: UploadsBarProps) {
  if (uploads.length === 0 && notices.length === 0) return null;
  return (
    <div className={classes.uploads}>
      {uploads.map((upload) => (
        <Delayed key={upload.id} ms={APPEARS_AFTER_MS}>
          <UploadLine upload={upload} />
        </Delayed>
      ))}
      {notices.map(({ id, kind, text, actions = [] }) => (
        <Banner
          key={id}
          kind={kind}
          onClose={() => onClose(id)}
          actions={actions.length > 0 && <NoticeButtons actions={actions} onDone={() => onClose(id)} />}
        >
          {text}
        </Banner>
      ))}
    </div>
  );
}

function NoticeButtons({ actions, onDone }: { actions: NonNullable<UploadNotice['actions']>; onDone: () => void }) {
  return actions.map(({ label, run }) => (
    <Button
      key={label}
      size="compact-xs"
      variant="default"
      onClick={() => {
        onDone();
        run();
      }}
    >
      {label}
    </Button>
  ));
}

/** One upload: name, progress and Stop. */
export function UploadLine({ upload: { name, share, stop } }: { upload: Upload }) {
  // Everything is sent but not stored yet: the server is checking it.
  const doing = share < 1 ? `Uploading ${name}` : `Storing ${name}`;
  return (
    <div className={classes.upload} role="group" aria-label={`Upload of ${name}`}>
      <span className={classes.uploadName} role="status">
        {doing}…
      </span>
      <Progress className={classes.uploadShare} value={100 * share} aria-label={doing} />
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconPlayerStop size={13} aria-hidden />}
        aria-label={`Stop the upload of ${name}`}
        onClick={stop}
      >
        Stop
      </Button>
    </div>
  );
}
