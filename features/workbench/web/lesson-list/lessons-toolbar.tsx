import { Checkbox, NativeSelect } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { languageOptions } from '#features/lessons/web/language-options.ts';
import { LESSON_STATUSES } from '#features/releases/state-labels.policy.ts';
import { SearchBox } from '#platform/web/ui/search-box.tsx';
import type { LessonFilters } from './filter-lessons.ts';
import type { LessonsSearch } from './list-search.ts';
import type { useOwnerChoices } from './owners.ts';
import classes from './lessons-list.module.css';

const STATUSES = [{ value: '', label: 'Any status' }, ...LESSON_STATUSES];
const LANGUAGE_OPTIONS = [{ value: '', label: 'Any language' }, ...languageOptions()];

/** What the filters change of the address. */
export type ShownFilters = { [F in keyof LessonFilters]?: LessonFilters[F] | undefined };

interface FiltersProps {
  search: LessonsSearch;
  /** The releases of the listed lessons. */
  releases: readonly { id: number; name: string }[];
  authors: readonly string[];
  /** The owners of the listed lessons, and groups of people. */
  owners: ReturnType<typeof useOwnerChoices>;
  /** A lesson has an owner, a reviewer, a due date or a stage. */
  isPlanned: boolean;
  onFilter: (change: ShownFilters) => void;
}

interface LessonsToolbarProps extends FiltersProps {
  query: string;
  onQuery: (query: string) => void;
  /** The arrow down key in the search box: on to the rows. */
  onLeaveDown: () => void;
  children: ReactNode;
}

/** The search box and the filters of the lessons list. */
export function LessonsToolbar({
  query,
  onQuery,
  onLeaveDown,
  search,
  releases,
  authors,
  owners,
  isPlanned,
  onFilter,
  children,
}: LessonsToolbarProps) {
  return (
    <div className={classes.toolbar} role="search">
      <SearchBox label="Search lessons" className={classes.search} query={query} onQuery={onQuery} onLeaveDown={onLeaveDown} />
      {children}
      <FilterBoxes search={search} releases={releases} authors={authors} owners={owners} isPlanned={isPlanned} onFilter={onFilter} />
    </div>
  );
}

/** Memoized: not rendered again while the author types. */
const FilterBoxes = memo(function FilterBoxes({ search, releases, authors, owners, isPlanned, onFilter }: FiltersProps) {
  return (
    <div className={classes.filters} role="group" aria-label="Filters">
      <Checkbox
        label="Lesson only"
        checked={search.only === 'lesson'}
        onChange={(event) => onFilter({ only: event.currentTarget.checked ? 'lesson' : undefined })}
      />
      <Checkbox
        label="Assessment only"
        checked={search.only === 'assessment'}
        onChange={(event) => onFilter({ only: event.currentTarget.checked ? 'assessment' : undefined })}
      />
      <Checkbox
        label="Authored by me only"
        checked={search.mine === true}
        onChange={(event) => onFilter({ mine: event.currentTarget.checked || undefined })}
      />
      <Checkbox
        label="Unpublished only"
        checked={search.unpublished === true}
        onChange={(event) => onFilter({ unpublished: event.currentTarget.checked || undefined })}
      />
      {isPlanned || search.late || search.owner !== undefined ? (
        <>
          <Checkbox
            label="Late only"
            checked={search.late === true}
            onChange={(event) => onFilter({ late: event.currentTarget.checked || undefined })}
          />
          <NativeSelect
            aria-label="Owner"
            className={classes.choice ?? ''}
            data={[
              { value: '', label: 'Any owner' },
              ...(owners.groups.length > 0 ? [{ group: 'Groups', items: owners.groups }] : []),
              ...(owners.groups.length > 0 ? [{ group: 'People', items: owners.people }] : owners.people),
              { value: 'none', label: 'No owner' },
            ]}
            value={search.owner ?? ''}
            onChange={(event) => onFilter({ owner: event.currentTarget.value || undefined })}
          />
        </>
      ) : null}
      {authors.length > 1 || search.author !== undefined ? (
        <NativeSelect
          aria-label="Author"
          className={classes.choice ?? ''}
          data={[{ value: '', label: 'Any author' }, ...authors.map((name) => ({ value: name, label: name }))]}
          value={search.author ?? ''}
          onChange={(event) => onFilter({ author: event.currentTarget.value || undefined })}
        />
      ) : null}
      <NativeSelect
        aria-label="Status"
        className={classes.choice ?? ''}
        data={STATUSES}
        value={search.status ?? ''}
        onChange={(event) => onFilter({ status: (event.currentTarget.value || undefined) as LessonFilters['status'] | undefined })}
      />
      <NativeSelect
        aria-label="Release"
        className={classes.choice ?? ''}
        data={[{ value: '', label: 'All releases' }, ...releases.map(({ id, name }) => ({ value: String(id), label: name }))]}
        value={search.release === undefined ? '' : String(search.release)}
        onChange={(event) => onFilter({ release: Number(event.currentTarget.value) || undefined })}
      />
      <NativeSelect
        aria-label="Language of the code"
        className={classes.choice ?? ''}
        data={LANGUAGE_OPTIONS}
        value={search.language ?? ''}
        onChange={(event) => onFilter({ language: (event.currentTarget.value || undefined) as LessonFilters['language'] | undefined })}
      />
    </div>
  );
});
