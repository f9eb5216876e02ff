import { ActionIcon, Badge } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { SCREEN_TYPES } from '#features/screens/contract/screen-labels.ts';
import type { ListedScreen } from '#features/screens/contract/screens.ts';
import { RowLink } from '#platform/web/ui/row-link.tsx';
import drag from '#platform/web/ui/fields.module.css';
import layout from '#platform/web/ui/layout.module.css';
import classes from './lesson-page.module.css';

interface ScreenRowProps {
  lessonId: number;
  screen: ListedScreen;
  /** The number that it has, or would have if it were dropped now. */
  place: number;
  /** Null: its position is fixed. */
  handle: { onGrab: (event: PointerEvent) => void; onStep: (by: 1 | -1) => void; isFirst: boolean; isLast: boolean } | null;
  isDragged: boolean;
  /** At the end of the row. */
  beside: ReactNode;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

/** One screen in the list of a lesson: the way to its editor, and a handle to move it by pointer or arrow keys. */
export function ScreenRow({ lessonId, screen, place, handle, isDragged, beside }: ScreenRowProps) {
  const name = screen.title.trim() || `Screen ${screen.sequence}`;
  /** On the handle the arrows alone are enough; on the link they scroll. */
  function step(event: KeyboardEvent, isOnHandle: boolean) {
    const by = STEPS[event.key];
    const isMeant = event.altKey && event.shiftKey ? true : isOnHandle && !event.altKey && !event.shiftKey;
    if (by === undefined || !handle || !isMeant || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    handle.onStep(by);
  }
  return (
    <li className={classes.row} data-dragged={isDragged || undefined}>
      {handle && (
        <button
          type="button"
          className={drag.handle}
          aria-label={`Move “${name}”`}
          aria-keyshortcuts="ArrowUp ArrowDown"
          title="Drag to another place, or press ↑ ↓"
          onPointerDown={handle.onGrab}
          onKeyDown={(event) => step(event, true)}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
      )}
      <RowLink
        href={`/lesson/${lessonId}/screen/${screen.id}`}
        className={classes.screen}
        title={screen.title}
        aria-keyshortcuts={handle ? 'Alt+Shift+ArrowUp Alt+Shift+ArrowDown' : undefined}
        onKeyDown={(event) => step(event, false)}
        // The row is dragged by its handle, not the link as an address.
        draggable={false}
      >
        <span className={classes.number}>{place}.</span>
        <span className={layout.ellipsisGrow}>
          <bdi>{name}</bdi>
        </span>
        <Badge color="draft">{SCREEN_TYPES[screen.type]}</Badge>
      </RowLink>
      {handle && (
        // For people who click but don't drag (WCAG 2.5.7); the keyboard has the handle.
        <span className={classes.moves}>
          <ActionIcon
            size={24}
            tabIndex={-1}
            aria-label={`Move “${name}” up`}
            title="Move up"
            disabled={handle.isFirst}
            onClick={() => handle.onStep(-1)}
          >
            <IconArrowUp size={15} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size={24}
            tabIndex={-1}
            aria-label={`Move “${name}” down`}
            title="Move down"
            disabled={handle.isLast}
            onClick={() => handle.onStep(1)}
          >
            <IconArrowDown size={15} aria-hidden />
          </ActionIcon>
        </span>
      )}
      {beside}
    </li>
  );
}
