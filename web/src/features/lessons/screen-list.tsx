import { Badge, Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { SCREEN_TYPES } from '#contract/screens.ts';
import type { Screen } from '#contract/screens.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import classes from './lesson-page.module.css';

interface ScreenListProps {
  lessonId: number;
  screens: readonly Screen[];
  canAdd: boolean;
  isAdding: boolean;
  error: string | null;
  /** Adds a screen at the end. */
  onAdd: () => void;
}

/** The screens of a lesson in their order, each a link to its editor. */
export function ScreenList({ lessonId, screens, canAdd, isAdding, error, onAdd }: ScreenListProps) {
  return (
    <>
      <ErrorBanner text={error} />
      {screens.length === 0 ? (
        <Text size="sm" c="dimmed">
          This lesson has no screens yet.
        </Text>
      ) : (
        <ol className={classes.screens}>
          {screens.map((screen) => (
            <li key={screen.id}>
              <Link
                to="/lesson/$lessonId/screen/$screenId"
                params={{ lessonId, screenId: String(screen.id) }}
                className={classes.screen ?? ''}
                title={screen.title}
              >
                <span className={classes.screenNumber}>{screen.sequence}.</span>
                <span className={classes.screenTitle}>{screen.title === '' ? `Screen ${screen.sequence}` : screen.title}</span>
                <Badge color="gray">{SCREEN_TYPES[screen.type]}</Badge>
              </Link>
            </li>
          ))}
        </ol>
      )}
      {canAdd ? (
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} loading={isAdding} onClick={onAdd}>
          {screens.length === 0 ? 'Create first screen' : 'Add screen at the end'}
        </Button>
      ) : null}
    </>
  );
}
