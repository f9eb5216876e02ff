import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { saveAsFile } from '#platform/web/download.ts';

interface KeepTextProps {
  /** Name of the downloaded file, without its ending. */
  name: string;
  read: () => string;
}

/** Ways to take along text that can no longer be saved where it was written. */
export function KeepText({ name, read }: KeepTextProps) {
  const clipboard = useClipboard();
  return (
    <>
      <Button size="compact-sm" onClick={() => clipboard.copy(read())}>
        {clipboard.copied ? 'Copied' : 'Copy text'}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => saveAsFile(new Blob([read()], { type: 'text/markdown' }), `${name}.md`)}>
        Download
      </Button>
    </>
  );
}
