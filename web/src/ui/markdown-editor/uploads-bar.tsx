import { Button, Progress } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { Banner } from '../banner.tsx';
import { Delayed } from '../delayed.tsx';
import classes from './markdown-editor.module.css';
import type { Upload, UploadNotice } from './use-image-uploads.ts';

/** Time in milliseconds after which an upload is worth a line of its own. */
const APPEARS_AFTER_MS = 300;

interface UploadsBarProps {
  uploads: readonly Upload[];
  notices: readonly UploadNotice[];
  onClose: (id: number) => void;
}

/** Above the text: how far uploads are, with a Stop each, and what came of those that did not end well. */
export function UploadsBar({ uploads, notices, onClose }: UploadsBarProps) {
  if (uploads.length === 0 && notices.length === 0) return null;
  return (
    <div className={classes.uploads}>
      {uploads.map((upload) => (
        <Delayed key={upload.id} ms={APPEARS_AFTER_MS}>
          <UploadLine upload={upload} />
        </Delayed>
      ))}
      {notices.map(({ id, kind, text }) => (
        <Banner key={id} kind={kind} onClose={() => onClose(id)}>
          {text}
        </Banner>
      ))}
    </div>
  );
}

/** One upload: its name, how far it is, and the way to end it. */
export function UploadLine({ upload: { name, share, stop } }: { upload: Upload }) {
  // What has left this machine is not stored yet: the server looks at it first.
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
