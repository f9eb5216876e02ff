import { Button } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import type { Group } from '#features/accounts/contract/groups.ts';
import { useNamesOfPeople } from '#features/accounts/web/people/people-query.ts';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { PLANNING_FIELDS } from '#features/planning/planning.policy.ts';
import { ViewsButton } from '#features/saved-views/web/views-button.tsx';
import { countText } from '#platform/contract/counted.ts';
import { ColumnChoice } from '#platform/web/ui/data-table/column-choice.tsx';
import { useHiddenColumns } from '#platform/web/ui/data-table/columns.ts';
import { DataTable, type DataTableHandle } from '#platform/web/ui/data-table/data-table.tsx';
import { SelectedRows, useSelection } from '#platform/web/ui/data-table/selection.ts';
import { Paging, TableFooter } from '#platform/web/ui/data-table/table-footer.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { formatSort, parseSort, rowsOfPage, sortRows } from '#platform/web/ui/data-table/table-state.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { SoughtWords } from '#platform/web/ui/highlight.tsx';
import { searchWords } from '#platform/web/ui/matches.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { useSearchQuery } from '#platform/web/ui/use-search-query.ts';
import { filterLessons, type RowFilters, SearchableLessons } from './filter-lessons.ts';
import { foldVersions, LessonVersions, unfold } from './fold-versions.ts';
import { type ShownFilters, LessonsToolbar } from './lessons-toolbar.tsx';
import { type LessonColumn, lessonListColumns } from './list-columns.tsx';
import { isFiltered, openNumbers, withoutFilters, withToggledNumber, type LessonsSearch } from './list-search.ts';
import { ownersIn, useOwnerChoices, useOwnerGroups } from './owners.ts';
import { PublishedLessons, publishedTwins } from './twins.ts';

interface LessonsListProps {
  rows: readonly LessonRow[];
  userName: string;
  search: LessonsSearch;
  /** The next state of the address. */
  onSearch: (search: LessonsSearch) => void;
  onOpen: (row: LessonRow) => void;
  /** What can be done with the selected lessons. */
  renderBulk: (lessons: readonly LessonRow[], clear: () => void) => ReactNode;
}

/** Narrower windows show fewer columns, so that titles can be read. */
const NARROW = 900;
/** Below this width, owner and author make room for titles and due dates. The filters still find them. */
const TIGHT = 1200;
/** Columns that are chosen under Columns. */
const HIDDEN_AT_FIRST = ['reviewer', 'stage'];
const DEFAULT_SORT = 'number';

/** The lessons list: search, filters, columns, rows, pages. */
export function LessonsList({ rows, userName, search, onSearch, onOpen, renderBulk }: LessonsListProps) {
  const [hiddenIds, setHiddenIds] = useLocalStorage<string[]>({
    key: 'lessonwright-lessons-hidden-columns',
    defaultValue: [...HIDDEN_AT_FIRST],
    getInitialValueInEffect: false,
  });
  const hidden = useMemo(() => new Set(hiddenIds), [hiddenIds]);
  const nameOf = useNamesOfPeople();
  const columns = useMemo(() => lessonListColumns(nameOf), [nameOf]);
  const isWorkPlanned = useMemo(() => isPlanned(rows), [rows]);
  const groups = useOwnerGroups(isWorkPlanned, search.owner);
  const owners = useOwnerChoices(rows, groups, nameOf);
  const [query, setQuery] = useSearchQuery(search.q ?? '', (q) => onSearch(without({ ...search, q }, 'page')));
  const table = useRef<DataTableHandle>(null);
  const releases = useMemo(() => releasesOf(rows), [rows]);
  const authors = useMemo(() => authorsOf(rows, search.author), [rows, search.author]);
  // The props of the rows and the filters stay the same while the author types, so that a key does not render them twice.
  const clear = useCallback(() => {
    setQuery('');
    onSearch(withoutFilters(search));
  }, [setQuery, onSearch, search]);
  const filter = useCallback((change: ShownFilters) => onSearch(without({ ...search, ...change }, 'page')), [onSearch, search]);
  return (
    <>
      <LessonsToolbar
        query={query}
        onQuery={setQuery}
        onLeaveDown={() => table.current?.focusRow(0)}
        search={search}
        releases={releases}
        authors={authors}
        owners={owners}
        isPlanned={isWorkPlanned}
        onFilter={filter}
      >
        <ViewsButton page="lessons" search={search} />
        {search.view === 'board' ? null : <ColumnChoice columns={columns} hidden={hidden} onChange={(next) => setHiddenIds([...next])} />}
      </LessonsToolbar>
      <FoundLessons
        rows={rows}
        columns={columns}
        nameOf={nameOf}
        groups={groups}
        userName={userName}
        // The box shows a keystroke at once; the rows follow when there is time.
        query={useDeferredValue(query)}
        hiddenByChoice={hidden}
        search={search}
        onSearch={onSearch}
        onOpen={onOpen}
        renderBulk={renderBulk}
        onClear={clear}
        table={table}
      />
    </>
  );
}

interface FoundLessonsProps extends LessonsListProps {
  columns: readonly LessonColumn[];
  nameOf: (email: string) => string;
  groups: readonly Group[];
  query: string;
  hiddenByChoice: ReadonlySet<string>;
  onClear: () => void;
  table: RefObject<DataTableHandle | null>;
}

const FoundLessons = memo(function FoundLessons(props: FoundLessonsProps) {
  const { rows, columns, nameOf, groups, userName, query, hiddenByChoice, search, onSearch, onOpen, renderBulk, onClear, table } = props;
  const isTight = useMediaQuery(`(max-width: ${TIGHT}px)`, false, { getInitialValueInEffect: false });
  const hiddenByNeed = useMemo(
    () => new Set([...hiddenByChoice, ...unusedColumns(rows), ...(isTight && isPlanned(rows) ? ['owner', 'author'] : [])]),
    [hiddenByChoice, rows, isTight],
  );
  const hidden = useHiddenColumns(columns, hiddenByNeed, NARROW);
  const sort = parseSort(search.sort ?? DEFAULT_SORT, columns) ?? parseSort(DEFAULT_SORT, columns);
  const sortText = sort ? formatSort(sort) : '';
  const searchable = useMemo(() => {
    const texts = columns.flatMap((column) => (column.searchText && !hidden.has(column.id) ? [column.searchText] : []));
    return new SearchableLessons(sortRows(rows, columns, parseSort(sortText, columns)), texts);
  }, [rows, columns, hidden, sortText]);
  useIdlePreparation(searchable);

  const words = useMemo(() => searchWords(query), [query]);
  const { only, mine, unpublished, late, owner, author, status, release, language } = search;
  const owners = useMemo(() => ownersIn(owner, groups), [owner, groups]);
  const filters = useMemo<RowFilters>(
    () => ({
      ...(only && { only }),
      ...(mine && { mine }),
      ...(unpublished && { unpublished }),
      ...(late && { late }),
      ...(owners && { owners }),
      ...(author && { author }),
      ...(status && { status }),
      ...(release && { release }),
      ...(language && { language }),
    }),
    [only, mine, unpublished, late, owners, author, status, release, language],
  );
  const found = useMemo(() => filterLessons(searchable, words, filters, userName), [searchable, words, filters, userName]);
  const size = search.size ?? null;
  const page = search.page ?? 1;
  const folded = useMemo(() => foldVersions(found), [found]);
  const opened = useMemo(() => openNumbers(search.open), [search.open]);
  const shown = useMemo(() => unfold(rowsOfPage(folded.rows, page, size), folded, opened), [folded, opened, page, size]);
  const count = useMemo(() => new Set(rows.map(({ sequence }) => sequence)).size, [rows]);
  const toggle = useCallback((sequence: number) => onSearch(withToggledNumber(search, sequence)), [onSearch, search]);
  const versions = useMemo(() => {
    const unfolded = new Set(opened.size === 0 ? [] : [...folded.others.values()].flat().map(({ id }) => id));
    return { others: folded.others, opened, unfolded, toggle };
  }, [folded.others, opened, toggle]);
  const twins = useMemo(() => publishedTwins(rows), [rows]);
  const selection = useSelection(
    useMemo(() => shown.map(({ id }) => id), [shown]),
    useMemo(() => folded.rows.map(({ id }) => id), [folded]),
  );
  // Lessons that are filtered out stay selected, and those that are gone do not.
  const selected = useMemo(
    () => (selection.ids.size === 0 ? NO_LESSONS : rows.filter(({ id }) => selection.ids.has(id))),
    [rows, selection.ids],
  );

  if (search.view === 'board') {
    return found.length === 0 ? (
      <NoLessons isFiltered={words.length > 0 || isFiltered(search)} onClear={onClear} />
    ) : (
      <OnDemand load={loadBoard} props={{ rows: found, nameOf }}>
        <TableSkeleton />
      </OnDemand>
    );
  }
  return (
    <>
      <SoughtWords value={words}>
        <PublishedLessons value={twins}>
          <SelectedRows value={selection}>
            <LessonVersions value={versions}>
              <DataTable
                ref={table}
                label="Lessons"
                columns={columns}
                hidden={hidden}
                rows={shown}
                rowId={(row) => row.id}
                sort={sort}
                onSort={(next) => {
                  const text = formatSort(next);
                  onSearch(without(text === DEFAULT_SORT ? without(search, 'sort') : { ...search, sort: text }, 'page'));
                }}
                onOpen={onOpen}
                onSelect={(row, isRange) => selection.toggle(row.id, isRange)}
                listed={[...words, ...Object.values({ ...filters, owners: owner }), sortText, page, size].join(' ')}
                reusesRows
                empty={<NoLessons isFiltered={words.length > 0 || isFiltered(search)} onClear={onClear} />}
              />
            </LessonVersions>
          </SelectedRows>
        </PublishedLessons>
      </SoughtWords>
      {/* Below the rows: above them, it would move the next row away from the mouse. */}
      {selected.length === 0 ? null : renderBulk(selected, selection.clear)}
      <TableFooter count={countText(folded.rows.length, count, 'lesson')}>
        <Paging
          page={page}
          size={size}
          rowCount={folded.rows.length}
          onChange={(nextPage, nextSize) => {
            const { page: _page, size: _size, ...rest } = search;
            onSearch({ ...rest, ...(nextSize === null ? {} : { size: nextSize }), ...(nextPage > 1 ? { page: nextPage } : {}) });
          }}
        />
      </TableFooter>
    </>
  );
});

const loadBoard = async () => ({ default: (await import('./board/lesson-board.tsx')).LessonBoard });

const NO_LESSONS: readonly LessonRow[] = [];

/** The releases that lessons are in, by name. */
function releasesOf(rows: readonly LessonRow[]): { id: number; name: string }[] {
  const names = new Map(rows.map((row) => [row.release_id, row.release_name]));
  return [...names].map(([id, name]) => ({ id, name })).toSorted((one, other) => one.name.localeCompare(other.name));
}

/** The names of authors, and the one that the address asks for. */
function authorsOf(rows: readonly LessonRow[], wanted: string | undefined): readonly string[] {
  const names = new Set([...rows.map(({ author }) => author), ...(wanted === undefined ? [] : [wanted])]);
  names.delete('');
  return [...names].toSorted((one, other) => one.localeCompare(other));
}

/** Columns that no lesson has a value in: they would take room from the titles. */
function unusedColumns(rows: readonly LessonRow[]): readonly string[] {
  return PLANNING_FIELDS.filter((column) => rows.every((row) => row[column] === null));
}

function isPlanned(rows: readonly LessonRow[]): boolean {
  return unusedColumns(rows).length < PLANNING_FIELDS.length;
}

function NoLessons({ isFiltered: isHidden, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isHidden) return <EmptyState text="There are no lessons yet. Give the first one a number and a title above." />;
  return (
    <EmptyState
      text="No lessons match."
      action={
        <Button variant="default" size="xs" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  );
}

/** Leaves out one key, and those that are empty: they do not belong into an address. */
function without(search: LessonsSearch, key: keyof LessonsSearch): LessonsSearch {
  return Object.fromEntries(Object.entries(search).filter(([name, value]) => name !== key && value !== undefined && value !== ''));
}

/** A piece of work that no key waits for long. */
const PIECE_MS = 8;
const PAUSE_MS = 16;
/** The rows are shown first. */
const FIRST_PAUSE_MS = 300;

/** Gets rows ready to be searched while nothing else is done, so that the first key does not wait for all of them. */
function useIdlePreparation(lessons: SearchableLessons): void {
  useEffect(() => {
    const work = (): void => {
      const end = performance.now() + PIECE_MS;
      if (!lessons.prepare(() => performance.now() < end)) timer = setTimeout(work, PAUSE_MS);
    };
    let timer = setTimeout(work, FIRST_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [lessons]);
}
