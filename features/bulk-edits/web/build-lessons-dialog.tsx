import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { counted } from '#platform/contract/counted.ts';
import { canHavePackages } from '#platform/contract/languages.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { useOperation } from '#platform/web/operation.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { MESSAGES } from './messages.ts';
import classes from './bulk-edits.module.css';

interface BuildLessonsDialogProps {
  lessons: readonly LessonRow[];
  onClose: () => void;
}

type Failed = Pick<LessonRow, 'id' | 'sequence'> & { reason: string };

/** Starts the builds of several lessons' packages, one after the other. Stop starts no further ones. */
export default function BuildLessonsDialog({ lessons, onClose }: BuildLessonsDialogProps) {
  const { run, ...operation } = useOperation();
  const [started, setStarted] = useState<readonly LessonRow[] | null>(null);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const able = lessons.filter(({ language, release_status }) => canHavePackages(language) && release_status !== 'Published');
  const others = lessons.length - able.length;

  async function build() {
    setFailed([]);
    const begun: LessonRow[] = [];
    const refused: Failed[] = [];
    await run(async ({ signal, reportProgress }) => {
      for (const [index, lesson] of able.entries()) {
        reportProgress({ doing: `Building lesson ${lesson.sequence}`, done: index, total: able.length });
        if (signal.aborted) break;
        const reason = await startBuild(lesson.id);
        if (reason === null) begun.push(lesson);
        else refused.push({ id: lesson.id, sequence: lesson.sequence, reason });
      }
    });
    setStarted(begun);
    setFailed(refused);
  }

  return (
    <TaskDialog title={`Build packages of ${counted(lessons.length, 'lesson')}`} isRunning={operation.isRunning} onClose={onClose}>
      <Stack>
        <Text size="sm">
          {able.length === 0 ? 'None of these lessons can build packages.' : `This starts ${counted(able.length, 'build')}.`}
          {others === 0 ? '' : ` ${counted(others, 'lesson')} can’t: published, or in a language without packages.`}
        </Text>
        {started ? (
          <Banner kind="success">
            {MESSAGES.building(started.length)}{' '}
            {started.map(({ id, sequence }) => (
              <span key={id}>
                <TextLink to="/lesson/$lessonId" params={{ lessonId: id }}>
                  Lesson {sequence}
                </TextLink>{' '}
              </span>
            ))}
          </Banner>
        ) : null}
        {failed.length === 0 ? null : (
          <ErrorBanner
            text={
              <>
                {counted(failed.length, 'build')} couldn’t be started.
                {failed.map(({ id, sequence, reason }) => (
                  <span key={id} className={classes.reason}>
                    {sequence}: {reason}
                  </span>
                ))}
              </>
            }
          />
        )}
        <ProgressPanel operation={operation} what="Starting builds" />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus disabled={operation.isRunning} onClick={onClose}>
            {started ? 'Close' : 'Cancel'}
          </Button>
          {started ? null : (
            <Button loading={operation.isRunning} disabled={able.length === 0} onClick={() => void build()}>
              Build packages
            </Button>
          )}
        </Group>
      </Stack>
    </TaskDialog>
  );
}

/** Null: it was started; otherwise why not. */
async function startBuild(id: number): Promise<string | null> {
  try {
    const { packages, legacy_check_enabled, custom_check_enabled } = await api.getLesson({ params: { id } });
    if (packages.length === 0) return MESSAGES.noPackages;
    await api.buildPackages({ params: { id }, body: { packages, legacy_check_enabled, custom_check_enabled } });
    return null;
  } catch (error) {
    return errorText(error, MESSAGES.buildFailed);
  }
}
