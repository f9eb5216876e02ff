import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { api } from '#platform/web/api.ts';
import { failureText } from '#platform/web/error-text.ts';
import { useOperation } from '#platform/web/operation.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import type { LessonsTested } from '../contract/screen-tests.ts';
import { lessonTestsQuery } from './api.ts';
import { MESSAGES } from './messages.ts';
import { failureReason, summarizeTests, testName } from './test-rules.ts';
import classes from './screen-tests.module.css';

interface TestLessonsDialogProps {
  /** What is tested, such as `3 lessons`. */
  name: string;
  lessons: readonly Pick<LessonRow, 'id' | 'sequence'>[];
  onClose: () => void;
}

/** Runs all tests of several lessons as soon as it opens. Then each test that failed has a link. */
export default function TestLessonsDialog({ name, lessons, onClose }: TestLessonsDialogProps) {
  const client = useQueryClient();
  const { run, ...operation } = useOperation();
  const [tested, setTested] = useState<LessonsTested | null>(null);
  const [error, setError] = useState<unknown>(null);

  async function test() {
    setError(null);
    setTested(null);
    const lesson_ids = lessons.map(({ id }) => id);
    try {
      setTested(await run(({ operationId }) => api.runLessonTests({ body: { lesson_ids, operation_id: operationId } })));
    } catch (failure) {
      setError(failure);
    } finally {
      for (const id of lesson_ids) void client.invalidateQueries({ queryKey: lessonTestsQuery(id).queryKey });
      // A failing test holds up a merge.
      void client.invalidateQueries({ queryKey: ['pull'] });
    }
  }
  const hasBegun = useRef(false);
  const begin = useEffectEvent(() => void test());
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    begin();
  }, []);

  return (
    <TaskDialog title={`Test ${name}`} isRunning={operation.isRunning} onClose={onClose}>
      <Stack>
        <ErrorBanner text={error ? failureText(error, MESSAGES.testFailed) : null} />
        <ProgressPanel operation={operation} what="Looking for tests" />
        {tested ? <Outcome tested={tested} lessons={lessons} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={operation.isRunning} onClick={() => void test()}>
            Run again
          </Button>
          <Button disabled={operation.isRunning} onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </TaskDialog>
  );
}

function Outcome({ tested, lessons }: { tested: LessonsTested; lessons: TestLessonsDialogProps['lessons'] }) {
  const { kind, text, notes } = summarizeTests(tested, lessons);
  const byLesson = Map.groupBy(tested.failed, ({ lesson_id }) => lesson_id);
  return (
    <>
      <Banner kind={kind}>{text}</Banner>
      {notes.map((note) => (
        <Text key={note} size="sm">
          {note}
        </Text>
      ))}
      {tested.lessons.map((lesson) => {
        const failed = byLesson.get(lesson.id);
        if (failed === undefined) return null;
        const heading = `Lesson ${lesson.sequence}${lesson.title === '' ? '' : ` · ${lesson.title}`}`;
        return (
          <section key={lesson.id} aria-label={heading}>
            <h3 className={classes.testedLesson}>{heading}</h3>
            <ul className={classes.failedTests}>
              {failed.map((each) => (
                <li key={each.id}>
                  <TextLink to="/lesson/$lessonId/tests" params={{ lessonId: lesson.id }} search={{ failed: true, test: each.id }}>
                    Screen {each.screen_sequence}: {testName(each)}
                  </TextLink>
                  <span>{failureReason(each)}</span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
