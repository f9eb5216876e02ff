import { getRouteApi } from '@tanstack/react-router';
import type { CourseSummary } from '#contract/courses.ts';
import { CurriculaList } from '#web/features/curricula/curricula-list.tsx';
import { COURSE_COLUMNS } from '#web/features/curricula/curriculum-columns.tsx';
import { COURSES } from '#web/features/curricula/kinds.ts';

const route = getRouteApi('/signed-in/shell/courses');

/** `/courses`: the courses of every release. */
export default function CoursesPage() {
  return <CurriculaList kind={COURSES} columns={COURSE_COLUMNS} searchText={searchText} search={route.useSearch()} />;
}

function searchText({ sequence, name, release_name }: CourseSummary): string {
  return `${sequence} ${name} ${release_name}`;
}
