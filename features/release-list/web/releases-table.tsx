import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { useReleasePages } from '#features/releases/web/release-pages.ts';
import { countText } from '#platform/contract/counted.ts';
import { useHiddenColumns } from '#platform/web/ui/data-table/columns.ts';
import { DataTable, type DataTableHandle } from '#platform/web/ui/data-table/data-table.tsx';
import { Paging, TableFooter } from '#platform/web/ui/data-table/table-footer.tsx';
import { formatSort, parseSort, rowsOfPage, sortRows } from '#platform/web/ui/data-table/table-state.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { SoughtWords } from '#platform/web/ui/highlight.tsx';
import { searchWords } from '#platform/web/ui/matches.ts';
import { SearchBox } from '#platform/web/ui/search-box.tsx';
import { useSearchQuery } from '#platform/web/ui/use-search-query.ts';
import { MESSAGES } from './messages.ts';
import { releaseColumns, rowColumns } from './release-columns.tsx';
import { releaseWork, stateOf, toRows, type KnownLessons, type ReleaseTableRow, type ReleaseWork } from './release-rows.ts';
import { openReleases, RELEASE_STATES, type ReleaseState, withOpen, withoutKeys, type ReleasesSearch } from './releases-search.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './releases.module.css';

/** The releases whose name, branch name or commit contains every search word (lower case), in the given order. */
export function filterReleases(releases: readonly Release[], words: readonly string[]): readonly Release[] {
  if (words.length === 0) return releases;
  return releases.filter(({ name, version_major, version_minor, pull_request }) => {
    const haystack = [name, version_major, version_minor ?? '', pull_request?.status ?? ''].join('\n').toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

const STATES = Object.keys(RELEASE_STATES) as ReleaseState[];
const NO_WORK: ReleaseWork = { changed: 0, lessons: 0, edited: null };

interface ReleasesTableProps {
  releases: readonly Release[];
  lessons: KnownLessons;
  search: ReleasesSearch;
  /** The next state of the address. */
  onSearch: (search: ReleasesSearch) => void;
  onOpenLesson: (lesson: LessonRow) => void;
  /** Renders a lesson of a release on one line. */
  renderLesson: (lesson: LessonRow) => ReactNode;
  onAdd: () => void;
  /** A release that was just added. Null: none. */
  added: number | null;
  /** Its row has the focus. */
  onRevealed: () => void;
}

/** The releases: search, rows that expand to their lessons, pages. Enter on a row expands it. */
export function ReleasesTable({
  releases,
  lessons,
  search,
  onSearch,
  onOpenLesson,
  renderLesson,
  onAdd,
  added,
  onRevealed,
}: ReleasesTableProps) {
  const table = useRef<DataTableHandle>(null);
  const [query, setQuery] = useSearchQuery(search.q ?? '', (q) =>
    onSearch(q === '' ? withoutKeys(search, 'q', 'page') : withoutKeys({ ...search, q }, 'page')),
  );
  const pages = useReleasePages();
  const works = useMemo(
    () => (typeof lessons === 'string' ? null : new Map([...lessons].map(([id, rows]) => [id, releaseWork(rows)]))),
    [lessons],
  );
  const columns = useMemo(() => releaseColumns(pages, ({ id }) => works && (works.get(id) ?? NO_WORK)), [pages, works]);
  const shown = useMemo(() => rowColumns(columns), [columns]);
  const hidden = useHiddenColumns(shown);
  const sort = parseSort(search.sort, columns);
  const words = useMemo(() => searchWords(query), [query]);
  const matching = filterReleases(releases, words);
  const inState = search.state === undefined ? matching : matching.filter((release) => stateOf(release) === search.state);
  const found = sortRows(inState, columns, sort);
  const page = search.page ?? 1;
  const size = search.size ?? null;
  const rows = toRows(rowsOfPage(found, page, size), openReleases(search), lessons);

  // In a long list the new row would be out of sight.
  const place = found.findIndex(({ id }) => id === added);
  const revealFrom = useEffectEvent((shownPage: number) => {
    const placePage = size === null ? 1 : Math.floor(place / size) + 1;
    if (placePage !== shownPage) return onSearch({ ...search, page: placePage });
    table.current?.focusRow(rows.findIndex((row) => row.kind === 'release' && row.release.id === added));
    onRevealed();
  });
  useEffect(() => {
    if (place >= 0) revealFrom(page);
  }, [place, page]);

  const clear = () => {
    setQuery('');
    onSearch(withoutKeys(search, 'q', 'state', 'page'));
  };
  const openRow = (row: ReleaseTableRow) => {
    if (row.kind === 'lesson') onOpenLesson(row.lesson);
    else if (row.kind === 'release') onSearch(withOpen(search, row.release.id, !openReleases(search).has(row.release.id)));
  };
  const renderSpanned = (row: ReleaseTableRow) => {
    if (row.kind === 'lesson') return renderLesson(row.lesson);
    if (row.kind === 'release') return null;
    return (
      <span className={classes.note} data-problem={row.isProblem || undefined} title={row.text}>
        {row.text}
      </span>
    );
  };

  return (
    <>
      <div className={layout.toolbar} role="search">
        <SearchBox
          label="Search releases"
          className={classes.search}
          query={query}
          onQuery={setQuery}
          onLeaveDown={() => table.current?.focusRow(0)}
        />
        <div className={layout.wrap} role="group" aria-label="Show">
          {STATES.map((state) => (
            <Button
              key={state}
              size="xs"
              variant={search.state === state ? 'filled' : 'default'}
              aria-pressed={search.state === state}
              onClick={() =>
                onSearch(search.state === state ? withoutKeys(search, 'state', 'page') : withoutKeys({ ...search, state }, 'page'))
              }
            >
              {RELEASE_STATES[state]} ({matching.filter((release) => stateOf(release) === state).length})
            </Button>
          ))}
        </div>
      </div>
      <SoughtWords value={words}>
        <DataTable
          ref={table}
          label="Releases"
          columns={shown}
          hidden={hidden}
          rows={rows}
          rowId={(row) => row.id}
          sort={sort}
          onSort={(next) => onSearch(withoutKeys({ ...search, sort: formatSort(next) }, 'page'))}
          spanned={renderSpanned}
          onOpen={openRow}
          empty={<NoReleases isFiltered={releases.length > 0} onClear={clear} onAdd={onAdd} />}
        />
      </SoughtWords>
      <TableFooter count={countText(found.length, releases.length, 'release')}>
        <Paging
          page={page}
          size={size}
          rowCount={found.length}
          onChange={(nextPage, nextSize) =>
            onSearch({
              ...withoutKeys(search, 'page', 'size'),
              ...(nextSize === null ? {} : { size: nextSize }),
              ...(nextPage > 1 ? { page: nextPage } : {}),
            })
          }
        />
      </TableFooter>
    </>
  );
}

function NoReleases({ isFiltered, onClear, onAdd }: { isFiltered: boolean; onClear: () => void; onAdd: () => void }) {
  return (
    <EmptyState
      text={isFiltered ? MESSAGES.noMatch : MESSAGES.empty}
      action={
        <Button variant="default" size="xs" onClick={isFiltered ? onClear : onAdd}>
          {isFiltered ? 'Clear filters' : 'Add Release'}
        </Button>
      }
    />
  );
}
