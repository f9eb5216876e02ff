import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { IconDownload, IconPlayerStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { useDownload } from '#platform/web/use-download.ts';
import type { ExportFormat } from '../contract.ts';
import { LossList } from './loss-list.tsx';
import { FORMATS, MESSAGES } from './messages.ts';
import { exportReportQuery, type ExportTarget, exportUrl } from './queries.ts';
import classes from './exports.module.css';

export interface ExportDialogProps {
  /** As in “Export lesson 7”. */
  name: string;
  target: ExportTarget;
  /** The export for Create from Zip. */
  zip: { readonly url: string; readonly fileName: string };
  hasUnsaved?: boolean;
  onClose: () => void;
}

type Choice = keyof typeof FORMATS;
const CHOICES = Object.keys(FORMATS) as Choice[];

/** Exports lessons in a format of choice, and says first what the format leaves out. */
export default function ExportDialog({ name, target, zip, hasUnsaved = false, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<Choice>('notebook');
  const { start, stop, running, failed } = useDownload();
  const shown: ExportFormat = format === 'zip' ? 'notebook' : format;
  const report = useQuery({ ...exportReportQuery(target, shown), enabled: format !== 'zip' });
  const download = format === 'zip' ? zip : report.data ? { url: exportUrl(target, format), fileName: report.data.file_name } : null;
  return (
    <TaskDialog title={`Export ${name}`} size="lg" isRunning={running !== null} onClose={onClose}>
      <form
        noValidate
        aria-label={`Export ${name}`}
        onSubmit={(event) => {
          event.preventDefault();
          if (download && running === null) start(download);
        }}
      >
        <Stack>
          <Radio.Group label="Format" value={format} onChange={(value) => setFormat(value)}>
            <div className={classes.formats}>
              {CHOICES.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={FORMATS[value].label}
                  description={FORMATS[value].hint}
                  disabled={running !== null}
                />
              ))}
            </div>
          </Radio.Group>
          {hasUnsaved ? (
            <Text size="sm" c="dimmed">
              {MESSAGES.unsaved}
            </Text>
          ) : null}
          {format === 'zip' ? (
            <Text size="sm">{MESSAGES.zipFits}</Text>
          ) : report.data ? (
            <LossList key={format} report={report.data} />
          ) : report.isError ? (
            <ErrorBanner text={failureText(report.error, MESSAGES.reportFailed)} />
          ) : (
            <Text size="sm" role="status">
              {MESSAGES.checking}
            </Text>
          )}
          <ErrorBanner text={failed ? failureText(failed.error, MESSAGES.failed) : null} />
          <Group justify="flex-end" gap="xs">
            {running ? (
              <Button variant="default" leftSection={<IconPlayerStop size={15} aria-hidden />} onClick={stop}>
                Stop
              </Button>
            ) : (
              <Button variant="default" onClick={onClose}>
                Close
              </Button>
            )}
            <Button type="submit" leftSection={<IconDownload size={16} aria-hidden />} loading={running !== null} disabled={!download}>
              Download
            </Button>
          </Group>
        </Stack>
      </form>
    </TaskDialog>
  );
}
