import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { screenLabel } from '#features/content-model/rules/screen-label.ts';
import { useImportScreens } from '#features/imports/web/files/use-import-screens.tsx';
import { PresentPeople } from '#features/lessons/web/presence/present-people.tsx';
import type { Present } from '#features/lessons/web/presence/use-presence.ts';
import { screenNamesQuery } from '#features/lessons/web/queries.ts';
import { CommandButton } from '#platform/web/ui/command-button.tsx';
import { ScreenNav } from '../screens/screen-nav.tsx';
import { useArrangeScreens } from '../screens/use-arrange-screens.ts';
import { useMoveScreen } from '../screens/use-move-screen.ts';
import { LessonScreens } from './lesson-screens.tsx';
import classes from './lesson-page.module.css';

interface LessonOutlineProps {
  lessonId: number;
  isReadOnly: boolean;
  /** The others in the lesson. */
  people: readonly Present[];
}

/** The screens on the page of a lesson, with who is on each of them. */
export function LessonOutline({ lessonId, isReadOnly, people }: LessonOutlineProps) {
  const move = useMoveScreen(lessonId);
  const list = useRef<HTMLDivElement>(null);
  const { command, isOver, dialog } = useImportScreens({ lessonId, sequence: null, isReadOnly, list });
  return (
    <div ref={list} className={classes.list} data-over={isOver || undefined}>
      <LessonScreens
        lessonId={lessonId}
        canAdd={!isReadOnly}
        onMove={isReadOnly ? null : move}
        renderBeside={(screen) => (
          <PresentPeople
            label={`On screen ${screen.sequence}`}
            people={people.filter(({ screen_id }) => screen_id === screen.id)}
            screens={[screen]}
            screenId={null}
          />
        )}
        besideAdd={
          <>
            <CommandButton command={command} variant="subtle" />
            <Text size="sm" c="dimmed">
              Copied notebook cells can be pasted here.
            </Text>
          </>
        }
      />
      {dialog}
    </div>
  );
}

/** The arrows and the menu of the screen header, on the page of the lesson. */
export function LessonScreenNav({ lessonId, isReadOnly }: Pick<LessonOutlineProps, 'lessonId' | 'isReadOnly'>) {
  const navigate = useNavigate();
  const screens = useQuery(screenNamesQuery(lessonId));
  const { create } = useArrangeScreens(lessonId, (id) => {
    void navigate({ to: '/lesson/$lessonId/screen/$screenId', params: { lessonId, screenId: String(id) } });
  });
  if (!screens.data) return null;
  return (
    <ScreenNav
      lessonId={lessonId}
      screens={screens.data.map((screen) => ({ id: screen.id, sequence: screen.sequence, label: screenLabel(screen) }))}
      currentId={null}
      canCreate={!isReadOnly && !create.isPending}
      onCreate={create.mutate}
    />
  );
}

/** Everyone else in the lesson, beside its title. */
export function LessonPeople({ lessonId, people }: Pick<LessonOutlineProps, 'lessonId' | 'people'>) {
  const screens = useQuery(screenNamesQuery(lessonId));
  return <PresentPeople people={people} screens={screens.data ?? []} screenId={null} />;
}
