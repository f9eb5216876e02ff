import { Text } from '@mantine/core';
import type { Lesson } from '#contract/lessons.ts';
import { DownloadButton } from '#web/ui/download-button.tsx';
import { MESSAGES } from '#web/features/lessons/messages.ts';

/** Exports the lesson as a zip, `{sequence}.zip`. */
export function ExportSection({ lesson, isDirty }: { lesson: Pick<Lesson, 'id' | 'sequence'>; isDirty: boolean }) {
  const fileName = `${lesson.sequence}.zip`;
  return (
    <>
      <Text size="sm" c="dimmed">
        {MESSAGES.exportHint} {isDirty ? MESSAGES.exportUnsaved : null}
      </Text>
      <DownloadButton
        url={`/api/lesson/${lesson.id}/export`}
        fileName={fileName}
        label={`Export as ${fileName}`}
        failed={MESSAGES.exportFailed}
      />
    </>
  );
}
