import { Button, Text } from '@mantine/core';
import { IconDownload, IconPlayerStop } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Lesson } from '#contract/lessons.ts';
import { downloadFile } from '#web/platform/download.ts';
import { failureText } from '#web/platform/error-text.ts';
import { isAbort } from '#web/platform/operation.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import classes from './lesson-page.module.css';
import { MESSAGES } from './messages.ts';

/** B §2, Export: the lesson as a zip that is saved as `{sequence}.zip`. */
export function ExportSection({ lesson, isDirty }: { lesson: Pick<Lesson, 'id' | 'sequence'>; isDirty: boolean }) {
  const aborting = useRef<AbortController | null>(null);
  const exporting = useMutation({
    mutationFn: () => {
      aborting.current = new AbortController();
      return downloadFile(`/api/lesson/${lesson.id}/export`, `${lesson.sequence}.zip`, aborting.current.signal);
    },
  });
  useEffect(() => () => aborting.current?.abort(), []);
  return (
    <>
      <Text size="sm" c="dimmed">
        {MESSAGES.exportHint} {isDirty ? MESSAGES.exportUnsaved : null}
      </Text>
      <ErrorBanner text={exporting.isError && !isAbort(exporting.error) ? failureText(exporting.error, MESSAGES.exportFailed) : null} />
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          Export as {lesson.sequence}.zip
        </Button>
        {exporting.isPending ? (
          <Button variant="default" leftSection={<IconPlayerStop size={15} aria-hidden />} onClick={() => aborting.current?.abort()}>
            Stop
          </Button>
        ) : null}
      </div>
    </>
  );
}
