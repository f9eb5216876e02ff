import { IconCloudUp, IconGripVertical, IconMessage, IconPlus, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, memo, type PointerEvent } from 'react';
import { SCREEN_TYPES } from '#features/screens/contract/screen-labels.ts';
import type { ListedScreen } from '#features/screens/contract/screens.ts';
import { counted } from '#platform/contract/counted.ts';
import { MenuOnDemand } from '#platform/web/ui/menu-on-demand.tsx';
import { RowButton } from '#platform/web/ui/row-button.tsx';
import { DirtyDot } from '../screens/dirty-dot.tsx';
import type { AddedScreens } from '../screens/use-arrange-screens.ts';
import type { ScreenMarks } from './outline-marks.ts';
import { TYPE_ICONS } from './type-icons.ts';
import classes from './screen-editor.module.css';

const loadMenu = async () => ({ default: (await import('./add-screen-menu.tsx')).AddScreenMenu });

/** The number of a screen under its heading: `Loops (2)`. */
const COUNT = / \(\d{1,4}\)$/;

interface OutlineRowProps extends ScreenMarks {
  screen: ListedScreen;
  /** The number that it has, or would have if it were dropped now. */
  place: number;
  isCurrent: boolean;
  isTabStop: boolean;
  isDragged: boolean;
  /** It can be dragged and moved by keys. */
  canMove: boolean;
  onGrab: (event: PointerEvent, screenId: number) => void;
  onFocus: (screenId: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onChosen: () => void;
  /** Adds a screen at a number; null: the lesson is read-only. */
  onAdd: ((sequence: number, added: AddedScreens) => void) | null;
  /** Joins the screen with the one after it; null: it is the last, or the lesson is read-only. */
  onJoin: ((screen: ListedScreen) => void) | null;
  /** A screen is being added. */
  isAdding: boolean;
}

/** One screen in the outline: its number, type, title and state. Rendered again only if one of its props changes. */
export const OutlineRow = memo(function OutlineRow(props: OutlineRowProps) {
  const { screen, place, isCurrent, isTabStop, isDragged, canMove, onGrab, onFocus, onKeyDown, onChosen, onAdd, onJoin, isAdding } = props;
  const Icon = TYPE_ICONS[screen.type];
  const title = screen.title.trim();
  // A long title is cut off before the number that tells it from others.
  const count = COUNT.exec(title)?.[0] ?? '';
  return (
    <li className={classes.row} data-outline-screen={screen.id} data-current={isCurrent || undefined} data-dragged={isDragged || undefined}>
      {canMove && (
        <span
          className={classes.grip}
          title="Drag to another place, or press Alt Shift ↑ ↓"
          onPointerDown={(event) => onGrab(event, screen.id)}
          aria-hidden
        >
          <IconGripVertical size={14} />
        </span>
      )}
      <Link
        to="/lesson/$lessonId/screen/$screenId"
        params={{ lessonId: screen.lesson_id, screenId: String(screen.id) }}
        className={classes.link ?? ''}
        title={title || `Screen ${screen.sequence}`}
        aria-current={isCurrent ? 'page' : undefined}
        aria-keyshortcuts={canMove ? 'Alt+Shift+ArrowUp Alt+Shift+ArrowDown' : undefined}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={() => onFocus(screen.id)}
        onKeyDown={onKeyDown}
        onClick={onChosen}
        draggable={false}
      >
        <span className={classes.number}>{place}.</span>
        <Icon size={15} stroke={1.7} role="img" aria-label={SCREEN_TYPES[screen.type]} className={classes.type} />
        <span className={classes.title} data-untitled={title === '' || undefined}>
          <bdi>{count === '' ? title || `Screen ${screen.sequence}` : title.slice(0, -count.length)}</bdi>
        </span>
        {count === '' ? null : <span className={classes.count}>{count.trim()}</span>}
        {props.hasFailedTest && <IconX size={15} className={classes.outlineRailFailed} role="img" aria-label="failed test" />}
        {props.isOnItsWay && <IconCloudUp size={14} className={classes.quiet} role="img" aria-label="not pushed yet" />}
        <DirtyDot isShown={props.isUnsaved} />
        {props.openComments > 0 && (
          <span
            className={classes.comments}
            role="img"
            aria-label={openComments(props.openComments)}
            title={openComments(props.openComments)}
          >
            <IconMessage size={13} aria-hidden />
            {props.openComments}
          </span>
        )}
      </Link>
      {onAdd && (
        <MenuOnDemand
          of={screen.id}
          load={loadMenu}
          props={{
            onAdd: (added: AddedScreens) => onAdd(screen.sequence + 1, added),
            onJoin: onJoin && (() => onJoin(screen)),
          }}
          renderButton={(target) => (
            <RowButton
              {...target}
              aria-label={`${onJoin ? 'Add or join' : 'Add a screen'} after screen ${screen.sequence}`}
              title={onJoin ? 'Add a screen after this one, or join the two' : 'Add a screen after this one'}
              tabIndex={isTabStop ? 0 : -1}
              disabled={isAdding}
            >
              <IconPlus size={15} aria-hidden />
            </RowButton>
          )}
        />
      )}
    </li>
  );
});

function openComments(count: number): string {
  return counted(count, 'open comment');
}
