import { Button } from '@mantine/core';
import type { CourseSummary } from '#contract/courses.ts';
import type { ListSearch } from '#web/ui/data-table/list-search.ts';
import { SearchedTable } from '#web/ui/data-table/searched-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { COURSE_COLUMNS, courseSearchText } from './course-columns.tsx';
import { MESSAGES } from './messages.ts';

interface CoursesTableProps {
  courses: readonly CourseSummary[];
  search: ListSearch;
  onSearch: (search: ListSearch) => void;
  onOpen: (course: CourseSummary) => void;
  /** Null: not for this person. */
  onAdd: (() => void) | null;
}

/** The courses of every release (B §2). Enter on a row opens its editor. */
export function CoursesTable({ courses, search, onSearch, onOpen, onAdd }: CoursesTableProps) {
  return (
    <SearchedTable
      label="Courses"
      noun="course"
      columns={COURSE_COLUMNS}
      rows={courses}
      rowId={({ id }) => id}
      searchText={courseSearchText}
      search={search}
      onSearch={onSearch}
      onOpen={onOpen}
      empty={
        <EmptyState
          text={MESSAGES.empty}
          action={
            onAdd ? (
              <Button variant="default" size="xs" onClick={onAdd}>
                New Course
              </Button>
            ) : null
          }
        />
      }
    />
  );
}
