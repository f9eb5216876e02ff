import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LessonRow } from '#contract/lessons.ts';
import type { Release } from '#contract/releases.ts';
import { failureText } from '#web/platform/error-text.ts';
import { isAbort, useOperation } from '#web/platform/operation.ts';
import { lessonsQuery } from '#web/features/lessons/queries.ts';
import { releasesQuery } from '#web/features/releases/queries.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { ProgressPanel } from '#web/ui/progress-panel.tsx';
import { TaskDialog } from '#web/ui/task-dialog.tsx';
import { bringLessonTo } from '#web/features/lessons/api.ts';
import { MESSAGES } from '#web/features/lessons/messages.ts';

interface BringLessonDialogProps {
  lesson: LessonRow;
  /** True: it leaves its release; false: it is copied. */
  isMove: boolean;
  /** It is there. */
  onDone: (release: Pick<Release, 'id' | 'name'>) => void;
  onClose: () => void;
}

/** Moves a lesson to a release, or copies it there. A release must be selected. */
export default function BringLessonDialog({ lesson, isMove, onDone, onClose }: BringLessonDialogProps) {
  const client = useQueryClient();
  const releases = useQuery(releasesQuery);
  const { run, ...operation } = useOperation();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const verb = isMove ? 'Move' : 'Copy';
  // Main is changed by merging alone.
  const others = releases.data?.filter((release) => release.id !== lesson.release_id && !release.is_main);
  const release = others?.find((candidate) => String(candidate.id) === chosen);

  const bring = async () => {
    setChecked(true);
    if (!release || operation.isRunning) return;
    setError(null);
    try {
      await run(({ operationId }) => bringLessonTo(release, lesson, { move: isMove, operationId }));
      onDone(release);
    } catch (failure) {
      if (!isAbort(failure)) setError(failure);
    } finally {
      void client.invalidateQueries({ queryKey: lessonsQuery.queryKey });
      void client.invalidateQueries({ queryKey: releasesQuery.queryKey });
    }
  };

  return (
    <TaskDialog title={`${verb} lesson ${lesson.sequence} to a release`} size="md" isRunning={operation.isRunning} onClose={onClose}>
      <form
        noValidate
        aria-label={`${verb} to release`}
        onSubmit={(event) => {
          event.preventDefault();
          void bring();
        }}
      >
        <Stack>
          <Text size="sm">
            {isMove ? 'It leaves' : 'It stays in'} <b>{lesson.release_name}</b>
            {isMove ? ' and continues in the release that you choose, with its comments, tests and links.' : ' as well.'}
          </Text>
          {releases.isError ? <ErrorBanner text={failureText(releases.error, MESSAGES.releasesFailed)} /> : null}
          <Select
            label="Release"
            placeholder={releases.isPending ? 'Loading…' : 'Choose a release'}
            data-autofocus
            searchable
            disabled={operation.isRunning || !others}
            nothingFoundMessage={others?.length === 0 ? MESSAGES.noReleases : 'No releases match.'}
            error={isChecked && !release ? MESSAGES.releaseMissing : null}
            data={others?.map(({ id, name, version_major }) => ({ value: String(id), label: `${name} (${version_major})` })) ?? []}
            value={chosen}
            onChange={setChosen}
          />
          {error ? <ErrorBanner text={failureText(error, isMove ? MESSAGES.moveFailed : MESSAGES.copyFailed)} /> : null}
          <ProgressPanel operation={operation} what={isMove ? 'Moving the lesson' : 'Copying the lesson'} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={operation.isRunning}>
              Cancel
            </Button>
            <Button type="submit" loading={operation.isRunning}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </TaskDialog>
  );
}
