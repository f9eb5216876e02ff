import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';

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
      <Button size="compact-sm" variant="default" onClick={() => download(`${name}.md`, read())}>
        Download
      </Button>
    </>
  );
}

function download(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
