import { Button, Group, Stack } from '@mantine/core';
import { IconDownload, IconPlayerStop } from '@tabler/icons-react';
import { failureText } from '../error-text.ts';
import { useDownload } from '../use-download.ts';
import { ErrorBanner } from './banner.tsx';

interface DownloadButtonProps {
  url: string;
  /** File name of the download. */
  fileName: string;
  label: string;
  /** Error text, followed by the server's message. */
  failed: string;
}

/** Downloads a generated file and reports failures; Stop ends it. */
export function DownloadButton({ url, fileName, label, failed: text }: DownloadButtonProps) {
  const { start, stop, running, failed } = useDownload();
  return (
    <Stack gap="xs" align="flex-start">
      <ErrorBanner text={failed ? failureText(failed.error, text) : null} />
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={running !== null}
          onClick={() => start({ url, fileName })}
        >
          {label}
        </Button>
        {running ? (
          <Button variant="default" leftSection={<IconPlayerStop size={15} aria-hidden />} onClick={stop}>
            Stop
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}
