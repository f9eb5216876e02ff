import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import type { ListedScreen } from '#features/screens/contract/screens.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { usePageAhead } from '#platform/web/ui/use-page-ahead.ts';
import { useReorderDrag } from '#platform/web/ui/use-reorder-drag.ts';
import { ScreenRow } from './screen-row.tsx';
import layout from '#platform/web/ui/layout.module.css';
import classes from './lesson-page.module.css';

interface ScreenListProps {
  lessonId: number;
  screens: readonly ListedScreen[];
  canAdd: boolean;
  isAdding: boolean;
  error: string | null;
  /** Adds a screen at the end. */
  onAdd: () => void;
  /** Moves a screen to a position, counted from 1; null: the order is fixed. */
  onMove: ((screen: ListedScreen, sequence: number) => void) | null;
  /** At the end of each row. */
  renderBeside?: ((screen: ListedScreen) => ReactNode) | undefined;
  /** Beside the button that adds a screen. */
  besideAdd?: ReactNode;
}

/** The screens of a lesson in their order, each a link to its editor, to be put into another order by dragging or by arrow keys. */
export function ScreenList({ lessonId, screens, canAdd, isAdding, error, onAdd, onMove, renderBeside, besideAdd }: ScreenListProps) {
  usePageAhead('/signed-in/lesson/$lessonId/screen/$screenId');
  const list = useRef<HTMLOListElement>(null);
  const byId = new Map(screens.map((screen) => [screen.id, screen]));
  const drag = useReorderDrag(list, [...byId.keys()], (id, index) => {
    const screen = byId.get(id);
    if (screen) onMove?.(screen, index + 1);
  });
  return (
    <>
      <ErrorBanner text={error} />
      {screens.length === 0 ? (
        <Text size="sm" c="dimmed">
          This lesson has no screens yet.
        </Text>
      ) : (
        <ol className={layout.plainList} ref={list}>
          {drag.order
            .flatMap((id) => byId.get(id) ?? [])
            .map((screen, index) => (
              <ScreenRow
                key={screen.id}
                lessonId={lessonId}
                screen={screen}
                place={index + 1}
                handle={
                  onMove && {
                    onGrab: (event) => drag.start(event, screen.id),
                    onStep: (by) => onMove(screen, screen.sequence + by),
                    isFirst: screen.sequence === 1,
                    isLast: screen.sequence === screens.length,
                  }
                }
                isDragged={drag.draggedId === screen.id}
                beside={renderBeside?.(screen)}
              />
            ))}
        </ol>
      )}
      {canAdd ? (
        <div className={`${layout.wrapCentered} ${classes.add}`}>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} loading={isAdding} onClick={onAdd}>
            {screens.length === 0 ? 'Create first screen' : 'Add screen at the end'}
          </Button>
          {besideAdd}
        </div>
      ) : null}
    </>
  );
}
