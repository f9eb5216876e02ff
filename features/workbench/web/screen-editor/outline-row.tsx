import { IconBulb, IconCloudUp, IconCode, IconFileText, IconGripVertical, IconMessage, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { SCREEN_TYPES } from '#features/screens/contract/screen-labels.ts';
import type { ListedScreen, ScreenType } from '#features/screens/contract/screens.ts';
import { counted } from '#platform/contract/counted.ts';
import { DirtyDot } from '../screens/dirty-dot.tsx';
import type { ScreenMarks } from './outline-marks.ts';
import classes from './outline-rail.module.css';

export const TYPE_ICONS = { text: IconFileText, code: IconCode, takeaways: IconBulb } as const satisfies Record<ScreenType, unknown>;

interface OutlineRowProps {
  screen: ListedScreen;
  /** The number that it has, or would have if it were dropped now. */
  place: number;
  isCurrent: boolean;
  isTabStop: boolean;
  isDragged: boolean;
  marks: ScreenMarks;
  /** Null: its position is fixed. */
  onGrab: ((event: PointerEvent) => void) | null;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onChosen: () => void;
  /** At the end of the row. */
  children: ReactNode;
}

/** One screen in the outline: its number, type, title and state. */
export function OutlineRow(props: OutlineRowProps) {
  const { screen, place, isCurrent, isTabStop, isDragged, marks, onGrab, onFocus, onKeyDown, onChosen, children } = props;
  const Icon = TYPE_ICONS[screen.type];
  const title = screen.title.trim();
  return (
    <li className={classes.row} data-outline-screen={screen.id} data-current={isCurrent || undefined} data-dragged={isDragged || undefined}>
      {onGrab && (
        <span className={classes.grip} title="Drag to another place, or press Alt Shift ↑ ↓" onPointerDown={onGrab} aria-hidden>
          <IconGripVertical size={14} />
        </span>
      )}
      <Link
        to="/lesson/$lessonId/screen/$screenId"
        params={{ lessonId: screen.lesson_id, screenId: String(screen.id) }}
        className={classes.link ?? ''}
        title={title || `Screen ${screen.sequence}`}
        aria-current={isCurrent ? 'page' : undefined}
        aria-keyshortcuts={onGrab ? 'Alt+Shift+ArrowUp Alt+Shift+ArrowDown' : undefined}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onClick={onChosen}
        draggable={false}
      >
        <span className={classes.number}>{place}.</span>
        <Icon size={15} stroke={1.7} role="img" aria-label={SCREEN_TYPES[screen.type]} className={classes.type} />
        <span className={classes.title} data-untitled={title === '' || undefined}>
          <bdi>{title || `Screen ${screen.sequence}`}</bdi>
        </span>
        {marks.hasFailedTest && <IconX size={15} className={classes.failed} role="img" aria-label="failed test" />}
        {marks.isOnItsWay && <IconCloudUp size={14} className={classes.quiet} role="img" aria-label="not pushed yet" />}
        <DirtyDot isShown={marks.isUnsaved} />
        {marks.openComments > 0 && (
          <span
            className={classes.comments}
            role="img"
            aria-label={openComments(marks.openComments)}
            title={openComments(marks.openComments)}
          >
            <IconMessage size={13} aria-hidden />
            {marks.openComments}
          </span>
        )}
      </Link>
      {children}
    </li>
  );
}

function openComments(count: number): string {
  return counted(count, 'open comment');
}
