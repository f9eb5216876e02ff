import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { SearchBox } from '#web/ui/search-box.tsx';
import type { LessonsSearch } from './list-search.ts';
import classes from './lessons-list.module.css';

interface LessonsToolbarProps {
  query: string;
  onQuery: (query: string) => void;
  /** The arrow down key in the search box: on to the rows. */
  onLeaveDown: () => void;
  search: LessonsSearch;
  onSearch: (change: Partial<Record<'only' | 'mine' | 'unpublished', LessonsSearch['only'] | true | undefined>>) => void;
  children: ReactNode;
}

/** The search box and the four filters of A §2. */
export function LessonsToolbar({ query, onQuery, onLeaveDown, search, onSearch, children }: LessonsToolbarProps) {
  return (
    <div className={classes.toolbar} role="search">
      <SearchBox label="Search lessons" className={classes.search} query={query} onQuery={onQuery} onLeaveDown={onLeaveDown} />
      <div className={classes.filters} role="group" aria-label="Filters">
        <Checkbox
          label="Lesson only"
          checked={search.only === 'lesson'}
          onChange={(event) => onSearch({ only: event.currentTarget.checked ? 'lesson' : undefined })}
        />
        <Checkbox
          label="Assessment only"
          checked={search.only === 'assessment'}
          onChange={(event) => onSearch({ only: event.currentTarget.checked ? 'assessment' : undefined })}
        />
        <Checkbox
          label="Authored by me only"
          checked={search.mine === true}
          onChange={(event) => onSearch({ mine: event.currentTarget.checked || undefined })}
        />
        <Checkbox
          label="Unpublished only"
          checked={search.unpublished === true}
          onChange={(event) => onSearch({ unpublished: event.currentTarget.checked || undefined })}
        />
      </div>
      {children}
    </div>
  );
}
