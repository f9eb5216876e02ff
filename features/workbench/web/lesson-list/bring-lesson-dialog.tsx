import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { bringLessonsTo } from '#features/lessons/web/api.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { ReleaseSelect } from '#features/releases/web/release-select.tsx';
import { failureText } from '#platform/web/error-text.ts';
import { isAbort, useOperation } from '#platform/web/operation.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { listNumbers } from '#platform/web/ui/number-list.ts';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { FailedLessons, type FailedLesson } from './failed-lessons.tsx';

interface BringLessonDialogProps {
  lessons: readonly LessonRow[];
  /** True: they leave their releases; false: they are copied. */
  isMove: boolean;
  /** All are there. `brought`: those that were not refused before. */
  onDone: (release: Pick<Release, 'id' | 'name'>, brought: readonly LessonRow[]) => void;
  onClose: () => void;
}

/** Moves lessons to a release, or copies them there. A release must be selected. */
export default function BringLessonDialog({ lessons, isMove, onDone, onClose }: BringLessonDialogProps) {
  const client = useQueryClient();
  const releases = useQuery(releasesQuery);
  const { run, ...operation } = useOperation();
  const [chosen, setChosen] = useState<number | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [failed, setFailed] = useState<readonly FailedLesson[]>([]);
  const [brought, setBrought] = useState<readonly LessonRow[]>([]);
  const [isStopped, setStopped] = useState(false);
  const [only] = lessons.length === 1 ? lessons : [];
  const name = only ? `lesson ${only.sequence}` : `${lessons.length} lessons`;
  const verb = isMove ? 'Move' : 'Copy';
  const from = new Set(lessons.map(({ release_id }) => release_id));
  const release = releases.data?.find(({ id }) => id === chosen);

  const bring = async () => {
    setChecked(true);
    if (!release || operation.isRunning) return;
    setError(null);
    setFailed([]);
    setStopped(false);
    // Those that are in the release already, or were brought by the try before, stay.
    const wanted = lessons.filter(({ id, release_id }) => release_id !== release.id && !brought.some((each) => each.id === id));
    try {
      const { refused, left } = await run(({ operationId }) => bringLessonsTo(release, wanted, { move: isMove, operationId }));
      const done = [...brought, ...wanted.filter(({ id }) => !refused.has(id) && !left.has(id))];
      setBrought(done);
      setStopped(left.size > 0);
      if (refused.size + left.size === 0) onDone(release, done);
      else setFailed(wanted.flatMap((lesson) => ({ lesson, reason: refused.get(lesson.id) ?? '' })).filter(({ reason }) => reason !== ''));
    } catch (failure) {
      if (!isAbort(failure)) setError(failure);
    } finally {
      void client.invalidateQueries({ queryKey: lessonsQuery.queryKey });
      void client.invalidateQueries({ queryKey: releasesQuery.queryKey });
    }
  };

  /** What was done before it was stopped, or refused, is reported and can be undone. */
  const close = () => {
    if (release && brought.length > 0) onDone(release, brought);
    else onClose();
  };

  return (
    <TaskDialog title={`${verb} ${name} to a release`} size="md" isRunning={operation.isRunning} onClose={close}>
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
            {only ? (
              <>
                {isMove ? 'It leaves' : 'It stays in'} <b>{only.release_name}</b>
                {isMove ? ' and moves to the release that you choose, with its comments, tests and links.' : ' as well.'}
              </>
            ) : (
              MESSAGES.broughtMany(listNumbers(lessons.map(({ sequence }) => sequence)), isMove)
            )}
          </Text>
          <ReleaseSelect
            except={from.size === 1 ? lessons[0]?.release_id : undefined}
            failed={MESSAGES.releasesFailed}
            isFirst
            // The rest goes where the others went.
            isDisabled={operation.isRunning || brought.length > 0}
            error={isChecked && !release ? MESSAGES.releaseMissing : null}
            value={chosen}
            onChange={setChosen}
          />
          {error ? (
            <ErrorBanner text={failureText(error, isMove ? MESSAGES.moveFailed : only ? MESSAGES.copyFailed : MESSAGES.copyManyFailed)} />
          ) : null}
          {isStopped ? <Banner kind="info">{MESSAGES.moveStopped(brought.length, lessons.length, release?.name ?? '')}</Banner> : null}
          <FailedLessons failed={failed} what={isMove ? 'moved' : 'copied'} />
          <ProgressPanel operation={operation} what={`${isMove ? 'Moving' : 'Copying'} ${name}`} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} disabled={operation.isRunning}>
              {brought.length > 0 ? 'Close' : 'Cancel'}
            </Button>
            <Button type="submit" loading={operation.isRunning}>
              {isStopped ? `${verb} the rest` : verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </TaskDialog>
  );
}
