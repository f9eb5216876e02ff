import { Button } from '@mantine/core';
import { createContext, use } from 'react';
import { type TableColumn, useRowTabIndex } from '#platform/web/ui/data-table/columns.ts';
import { selectColumn } from '#platform/web/ui/data-table/select-column.tsx';
import { Highlighted } from '#platform/web/ui/highlight.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { useNow } from '#platform/web/ui/use-now.ts';
import type { TrashItem } from '../contract.ts';
import { expiryText } from './expiry-text.ts';
import { itemTitle } from './item-title.ts';

/** The actions of the rows. */
export interface TrashActions {
  restore: (item: TrashItem) => void;
  /** Key of the item being restored. */
  restoring: string | null;
}

export const TrashActionsContext = createContext<TrashActions>({ restore: () => undefined, restoring: null });

/** A key across all kinds of items. */
export function trashKey({ kind, id }: Pick<TrashItem, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}

/** A lesson's name is already its title. */
function numberOf(item: TrashItem): string {
  const isNamed = item.lesson_id === null || item.kind === 'lesson' || item.lesson_title === '';
  return isNamed ? itemTitle(item) : `${itemTitle(item)} · ${item.lesson_title}`;
}

function Text({ text }: { text: string }) {
  return (
    <span title={text}>
      <Highlighted text={text} />
    </span>
  );
}

const KINDS: Readonly<Record<TrashItem['kind'], string>> = {
  lesson: 'Lesson',
  screen: 'Screen',
  question: 'Question',
  'data-file': 'File',
  image: 'Image',
  course: 'Course',
  path: 'Path',
};

export const TRASH_COLUMNS: readonly TableColumn<TrashItem>[] = [
  selectColumn<TrashItem>({ id: trashKey, label: ({ kind, name }) => `Select ${KINDS[kind].toLowerCase()} ${name}`, noun: 'item' }),
  { id: 'kind', header: 'Kind', minWidth: 80, isNarrow: false, cell: ({ kind }) => KINDS[kind], sortValue: ({ kind }) => kind },
  { id: 'name', header: 'Name', minWidth: 110, grow: 2, cell: ({ name }) => <Text text={name} />, sortValue: ({ name }) => name },
  {
    id: 'number',
    header: 'Number',
    minWidth: 110,
    grow: 1.6,
    cell: (item) => <Text text={numberOf(item)} />,
    sortValue: (item) => (item.lesson_id === null ? item.sequence : item.lesson_sequence),
  },
  {
    id: 'release',
    header: 'Release',
    minWidth: 120,
    grow: 1.2,
    isNarrow: false,
    cell: ({ release_name }) => <Text text={release_name} />,
    sortValue: ({ release_name }) => release_name,
  },
  {
    id: 'deleted',
    header: 'Deleted',
    minWidth: 110,
    isNarrow: false,
    cell: ({ deleted_at }) => <RelativeTime at={deleted_at} />,
    sortValue: ({ deleted_at }) => deleted_at,
  },
  {
    id: 'by',
    header: 'By',
    minWidth: 120,
    grow: 0.8,
    isNarrow: false,
    // Deleted by a push to the branch, not by a user.
    cell: ({ deleted_by }) => <Text text={deleted_by ?? 'Git'} />,
    sortValue: ({ deleted_by }) => deleted_by ?? '',
  },
  {
    id: 'gone',
    header: 'Expires',
    minWidth: 92,
    isNarrow: false,
    cell: ({ gone_at }) => <ExpiryDate at={gone_at} />,
    sortValue: ({ gone_at }) => gone_at,
  },
  {
    id: 'actions',
    header: 'Actions',
    minWidth: 96,
    isHeaderQuiet: true,
    align: 'end',
    canHide: false,
    cell: (item) => <RestoreButton item={item} />,
  },
];

function ExpiryDate({ at }: { at: string }) {
  const now = useNow();
  return <time dateTime={at}>{expiryText(new Date(at), new Date(now))}</time>;
}

function RestoreButton({ item }: { item: TrashItem }) {
  const { restore, restoring } = use(TrashActionsContext);
  const tabIndex = useRowTabIndex();
  return (
    <Button
      size="compact-sm"
      variant="default"
      tabIndex={tabIndex}
      loading={restoring === trashKey(item)}
      disabled={restoring !== null && restoring !== trashKey(item)}
      aria-label={`Restore ${KINDS[item.kind].toLowerCase()} ${item.name}`}
      onClick={() => restore(item)}
    >
      Restore
    </Button>
  );
}
