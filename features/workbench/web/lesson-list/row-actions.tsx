import { IconCopyPlus, IconDots, IconEye, IconPencil, IconRefresh } from '@tabler/icons-react';
import { createContext, use } from 'react';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { isTheirs, mayEdit, READ_ONLY_TEXTS, readOnlyReason } from '#features/lessons/lessons.policy.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { useRowTabIndex } from '#platform/web/ui/data-table/columns.ts';
import { MenuOnDemand } from '#platform/web/ui/menu-on-demand.tsx';
import { RowButton, RowLinkButton } from '#platform/web/ui/row-button.tsx';

interface Actions {
  user: Pick<Actor, 'role'>;
  clone: (row: LessonRow) => void;
  /** Asks for number and title of a new lesson that is a copy. */
  duplicate: (row: LessonRow) => void;
  /** The lesson that is being cloned now. */
  cloning: number | null;
  sync: (row: LessonRow) => void;
  /** The lesson that is being synced now. */
  syncing: number | null;
  /** Absent: the user has no permission (external authors). */
  move?: (row: LessonRow) => void;
  copy?: (row: LessonRow) => void;
  remove?: (row: LessonRow) => void;
}

/** What the rows of the list can do, handed in by the list. */
export const LessonActions = createContext<Actions>({
  user: { role: 'external' },
  clone: () => undefined,
  duplicate: () => undefined,
  cloning: null,
  sync: () => undefined,
  syncing: null,
});

/** Edit (View, where nothing can be edited), Clone, Sync and Options of one row. */
export function RowActions({ row }: { row: LessonRow }) {
  const { user } = use(LessonActions);
  const tabIndex = useRowTabIndex();
  const reason = readOnlyReason(user, row);
  const verb = reason === null ? 'Edit' : 'View';
  return (
    <>
      <RowLinkButton
        href={`/lesson/${row.id}`}
        tabIndex={tabIndex}
        aria-label={`${verb} ${nameOf(row)}`}
        title={reason === 'not-theirs' || reason === 'closed' ? `View. ${READ_ONLY_TEXTS[reason]}` : verb}
      >
        {verb === 'Edit' ? <IconPencil size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
      </RowLinkButton>
      <CloneButton row={row} />
      <SyncButton row={row} />
      <OptionsButton row={row} />
    </>
  );
}

/** The same where the window is narrow: the title is the way to edit, and Sync is among the options. */
export function FewRowActions({ row }: { row: LessonRow }) {
  return (
    <>
      <CloneButton row={row} />
      <OptionsButton row={row} hasSync />
    </>
  );
}

function nameOf(row: LessonRow): string {
  return `lesson ${row.sequence} (${row.release_name})`;
}

function CloneButton({ row }: { row: LessonRow }) {
  const { clone, cloning } = use(LessonActions);
  return (
    <RowButton
      tabIndex={useRowTabIndex()}
      aria-label={`Clone ${nameOf(row)}`}
      title="Clone"
      isBusy={cloning === row.id}
      disabled={cloning !== null && cloning !== row.id}
      onClick={() => clone(row)}
    >
      <IconCopyPlus size={16} aria-hidden />
    </RowButton>
  );
}

function SyncButton({ row }: { row: LessonRow }) {
  const { user, sync, syncing } = use(LessonActions);
  const isOffered = mayEdit(user, row);
  return (
    <RowButton
      tabIndex={useRowTabIndex()}
      aria-label={`Sync ${nameOf(row)}`}
      title={isOffered ? 'Sync with its branch' : whyNoSync(user, row)}
      isBusy={syncing === row.id}
      disabled={!isOffered || (syncing !== null && syncing !== row.id)}
      onClick={() => sync(row)}
    >
      <IconRefresh size={16} aria-hidden />
    </RowButton>
  );
}

function whyNoSync(user: Pick<Actor, 'role'>, row: LessonRow): string {
  if (row.is_main) return MESSAGES.syncPublished;
  if (!isTheirs(user, row)) return READ_ONLY_TEXTS['not-theirs'];
  return row.is_closed ? READ_ONLY_TEXTS.closed : MESSAGES.syncShallow;
}

const loadOptions = () => import('./row-options.tsx');

/** The options of a published lesson cannot be changed, and nothing leaves a closed release. External authors have some for their own drafts only. */
function OptionsButton({ row, hasSync = false }: { row: LessonRow; hasSync?: boolean }) {
  const { user, sync, move, copy, duplicate, remove } = use(LessonActions);
  const tabIndex = useRowTabIndex();
  const whyNone =
    row.release_status === 'Published' ? MESSAGES.optionsPublished : isTheirs(user, row) ? null : READ_ONLY_TEXTS['not-theirs'];
  const hasSyncOption = hasSync && mayEdit(user, row);
  return (
    <MenuOnDemand
      // The elements of the row may have been another one's: an open menu is not taken over.
      of={row.id}
      load={loadOptions}
      props={{
        row,
        ...(hasSyncOption ? { sync } : {}),
        ...(move && !row.is_closed ? { move } : {}),
        ...(copy ? { copy } : {}),
        duplicate,
        ...(remove && mayEdit(user, row) ? { remove } : {}),
      }}
      renderButton={(target) => (
        <RowButton
          {...target}
          tabIndex={tabIndex}
          aria-label={`Options of ${nameOf(row)}`}
          title={whyNone ?? 'Options'}
          disabled={whyNone !== null}
        >
          <IconDots size={16} aria-hidden />
        </RowButton>
      )}
    />
  );
}
