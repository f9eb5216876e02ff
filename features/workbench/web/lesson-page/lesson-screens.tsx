import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddScreen } from '#features/lessons/web/api.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { screenNamesQuery } from '#features/lessons/web/queries.ts';
import type { ListedScreen } from '#features/screens/contract/screens.ts';
import { errorText, loadFailureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { ScreenList } from './screen-list.tsx';

interface LessonScreensProps {
  lessonId: number;
  canAdd: boolean;
  /** Moves a screen to a position, counted from 1; null: the order is fixed. */
  onMove: ((screen: ListedScreen, sequence: number) => void) | null;
  /** At the end of each row. */
  renderBeside?: (screen: ListedScreen) => ReactNode;
  /** Beside the button that adds a screen. */
  besideAdd?: ReactNode;
}

/** The screens of a lesson, and a first or further one. A new screen is opened. */
export function LessonScreens({ lessonId, canAdd, onMove, renderBeside, besideAdd }: LessonScreensProps) {
  const navigate = useNavigate();
  const screens = useQuery(screenNamesQuery(lessonId));
  const add = useAddScreen(lessonId);
  if (screens.isError && !screens.data) return <ErrorBanner text={loadFailureText(screens.error, MESSAGES.screensFailed)} />;
  if (!screens.data) return <TableSkeleton rows={4} label={MESSAGES.screensLoading} />;
  const addAtEnd = () =>
    add.mutate(screens.data.length + 1, {
      onSuccess: ({ newScreenId }) =>
        void navigate({ to: '/lesson/$lessonId/screen/$screenId', params: { lessonId, screenId: String(newScreenId) } }),
    });
  return (
    <ScreenList
      lessonId={lessonId}
      screens={screens.data}
      canAdd={canAdd}
      isAdding={add.isPending}
      error={add.isError ? errorText(add.error, MESSAGES.screenFailed) : null}
      onAdd={addAtEnd}
      onMove={onMove}
      renderBeside={renderBeside}
      besideAdd={besideAdd}
    />
  );
}
