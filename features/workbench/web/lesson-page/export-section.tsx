import { Group, Text } from '@mantine/core';
import { MoreFormats } from '#features/exports/web/more-formats.tsx';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { DownloadButton } from '#platform/web/ui/download-button.tsx';

/** Exports the lesson as a zip, `{sequence}.zip`, or in a format of other tools. */
export function ExportSection({ lesson, isDirty }: { lesson: Pick<Lesson, 'id' | 'sequence'>; isDirty: boolean }) {
  const fileName = `${lesson.sequence}.zip`;
  const url = `/api/lesson/${lesson.id}/export`;
  return (
    <>
      <Text size="sm" c="dimmed">
        {MESSAGES.exportHint} {isDirty ? MESSAGES.exportUnsaved : null}
      </Text>
      <Group gap="xs" align="flex-start">
        <DownloadButton url={url} fileName={fileName} label={`Export as ${fileName}`} failed={MESSAGES.exportFailed} />
        <MoreFormats
          name={`lesson ${lesson.sequence}`}
          target={{ kind: 'lessons', ids: [lesson.id] }}
          zip={{ url, fileName }}
          hasUnsaved={isDirty}
        />
      </Group>
    </>
  );
}
