import { Checkbox } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { SearchBox } from '#web/ui/search-box.tsx';
import type { LessonsSearch } from './list-search.ts';
import classes from './lessons-list.module.css';

/** What the four filters change of the address. */
export type Filters = Partial<Record<'only' | 'mine' | 'unpublished', LessonsSearch['only'] | true | undefined>>;

interface FiltersProps {
  search: LessonsSearch;
  onFilter: (change: Filters) => void;
}

interface LessonsToolbarProps extends FiltersProps {
  query: string;
  onQuery: (query: string) => void;
  /** The arrow down key in the search box: on to the rows. */
  onLeaveDown: () => void;
  children: ReactNode;
}

/** The search box and the four filters of the lessons list. */
export function LessonsToolbar({ query, onQuery, onLeaveDown, search, onFilter, children }: LessonsToolbarProps) {
  return (
    <div className={classes.toolbar} role="search">
      <SearchBox label="Search lessons" className={classes.search} query={query} onQuery={onQuery} onLeaveDown={onLeaveDown} />
      <FilterBoxes search={search} onFilter={onFilter} />
      {children}
    </div>
  );
}

/** Memoized: not rendered again while the author types. */
const FilterBoxes = memo(function FilterBoxes({ search, onFilter }: FiltersProps) {
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
    </div>
  );
});
