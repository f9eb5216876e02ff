import { Button, Group, Stack } from '@mantine/core';
import { IconDownload, IconPlayerStop } from '@tabler/icons-react';
import { failureText } from '#web/platform/error-text.ts';
import { useDownload } from '#web/platform/use-download.ts';
import { ErrorBanner } from './banner.tsx';

interface DownloadButtonProps {
  url: string;
  /** What the browser keeps it under. */
  fileName: string;
  label: string;
  /** What is said when it fails, before the server's own words. */
  failed: string;
}

/** Fetches a file that is made while it is sent, and tells why there is none; Stop ends it. */
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
