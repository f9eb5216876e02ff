import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type TableColumn, useRowTabIndex } from '#platform/web/ui/data-table/columns.ts';
import { PagedTable } from '#platform/web/ui/data-table/paged-table.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { ExaminedScreen } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import { countsText, LEVELS, levelOf, trustOrder } from './trust-rules.ts';
import { parseTrustSearch, type TrustSearch } from './trust-search.ts';
import classes from './check-trust.module.css';

interface TrustRow extends ExaminedScreen {
  readonly lessonId: number;
}

const part = (counts: { right: number; all: number } | undefined) => (counts && counts.all > 0 ? counts.right / counts.all : 1);

const COLUMNS: readonly TableColumn<TrustRow>[] = [
  {
    id: 'screen',
    header: 'Screen',
    minWidth: 180,
    grow: 2,
    canHide: false,
    cell: (row) => <ShowScreen row={row} />,
    sortValue: ({ sequence }) => sequence,
  },
  { id: 'trust', header: 'Checks', minWidth: 128, cell: ({ trust }) => <LevelBadge level={levelOf(trust)} />, sortValue: trustOrder },
  {
    id: 'mistakes',
    header: 'Mistakes caught',
    minWidth: 136,
    isNarrow: false,
    cell: ({ trust }) => countsText(trust?.mistakes),
    sortValue: ({ trust }) => part(trust?.mistakes),
  },
  {
    id: 'rewrites',
    header: 'Rewrites accepted',
    minWidth: 148,
    isNarrow: false,
    cell: ({ trust }) => countsText(trust?.rewrites),
    sortValue: ({ trust }) => part(trust?.rewrites),
  },
  {
    id: 'repeats',
    header: 'Answer passes',
    minWidth: 124,
    isNarrow: false,
    cell: ({ trust }) => countsText(trust?.repeats),
    sortValue: ({ trust }) => part(trust?.repeats),
  },
  {
    id: 'examined',
    header: 'Examined',
    minWidth: 120,
    isNarrow: false,
    cell: ({ trust }) => (trust ? <RelativeTime at={trust.examined_at} /> : 'never'),
    sortValue: ({ trust }) => trust?.examined_at ?? '',
  },
];

/** How far the checks of a screen can be trusted. @param why In one sentence; absent: what the level means. */
export function LevelBadge({ level, why }: { level: keyof typeof LEVELS; why?: string | undefined }) {
  const { text, color, help } = LEVELS[level];
  return (
    <Badge color={color} variant="light" title={why ?? help}>
      {text}
    </Badge>
  );
}

interface TrustTableProps {
  lessonId: number;
  screens: readonly ExaminedScreen[];
  search: TrustSearch;
  onSearch: (search: TrustSearch) => void;
}

/** The screens of a lesson with the trust in their checks. Enter on a row opens its findings. */
export function TrustTable({ lessonId, screens, search, onSearch }: TrustTableProps) {
  const { sort: _sort, page: _page, ...others } = search;
  return (
    <PagedTable
      label="Checks"
      noun="screen"
      columns={COLUMNS}
      rows={screens.map((screen) => ({ ...screen, lessonId }))}
      rowId={({ screen_id }) => screen_id}
      search={search}
      onSearch={(next) => onSearch({ ...others, ...next })}
      onOpen={({ screen_id }) => onSearch({ ...search, screen: screen_id })}
      empty={<EmptyState text={MESSAGES.empty} />}
    />
  );
}

/** Opens the findings below the table; the address records it. */
function ShowScreen({ row }: { row: TrustRow }) {
  const tabIndex = useRowTabIndex();
  return (
    <Link
      to="/lesson/$lessonId/checks"
      params={{ lessonId: row.lessonId }}
      search={(search) => ({ ...parseTrustSearch(search), screen: row.screen_id })}
      replace
      className={classes.show ?? ''}
      tabIndex={tabIndex}
    >
      {row.sequence}. {row.title || 'Untitled'}
    </Link>
  );
}
