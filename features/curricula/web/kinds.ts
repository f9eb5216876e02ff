import type { LiveEvent } from '#platform/contract/live.ts';
import { api } from '#platform/web/api.ts';
import type { Course, CourseFields, CourseSummary } from '../contract/courses.ts';
import type { Brought, CurriculumSummary } from '../contract/curricula.ts';
import type { Path, PathFields, PathSummary } from '../contract/paths.ts';

interface NewCurriculum {
  sequence: number;
  name: string;
  release_id: number | null;
}

/** What the browser has to know to list, create, import, copy, save, delete and restore courses, or paths. */
export interface CurriculumKind<
  Summary extends CurriculumSummary = CurriculumSummary,
  Item extends Summary = Summary,
  Fields extends object = object,
> {
  readonly noun: 'course' | 'path';
  readonly title: 'Course' | 'Path';
  /** The address of the list, and of one of them. */
  readonly listAddress: '/courses' | '/tracks';
  address(this: void, id: number): string;
  /** What the command palette also finds its commands by. */
  readonly keywords?: string;
  /** A new one may be created in any release, not only in the user's drafts. */
  readonly hasRelease: boolean;
  /** The id that a live event is about; null: several. Undefined: it is about something else. */
  changed(this: void, event: LiveEvent): number | null | undefined;
  list(this: void, signal: AbortSignal): Promise<Summary[]>;
  get(this: void, id: number, signal: AbortSignal): Promise<Item>;
  create(this: void, body: NewCurriculum): Promise<Item>;
  import(
    this: void,
    releaseId: number,
    body: { sequences: number[]; operation_id: string },
  ): Promise<{ count: number; invalid: Record<string, string> }>;
  copy(this: void, params: { id: number; releaseId: number }): Promise<Item & { brought: Brought }>;
  save(this: void, id: number, body: Partial<Fields> & { revision: number }): Promise<Item>;
  delete(this: void, id: number): Promise<Summary[]>;
  restore(this: void, id: number): Promise<Item>;
}

export const COURSES: CurriculumKind<CourseSummary, Course, CourseFields> = {
  noun: 'course',
  title: 'Course',
  listAddress: '/courses',
  address: (id) => `/course/${id}`,
  hasRelease: true,
  changed: (event) => (event.type === 'course-changed' ? event.course_id : undefined),
  list: (signal) => api.listCourses(undefined, { signal }),
  get: (id, signal) => api.getCourse({ params: { id } }, { signal }),
  create: (body) => api.createCourse({ body }),
  import: async (releaseId, body) => {
    const { courses, invalidCourses } = await api.importCourses({ params: { releaseId }, body });
    return { count: courses.length, invalid: invalidCourses };
  },
  copy: (params) => api.copyCourse({ params, body: {} }),
  save: (id, body) => api.updateCourse({ params: { id }, body }),
  delete: (id) => api.deleteCourse({ params: { id } }),
  restore: (id) => api.restoreCourse({ params: { id }, body: {} }),
};

export const PATHS: CurriculumKind<PathSummary, Path, PathFields> = {
  noun: 'path',
  title: 'Path',
  listAddress: '/tracks',
  address: (id) => `/track/${id}`,
  keywords: 'track',
  hasRelease: false,
  changed: (event) => (event.type === 'path-changed' ? event.path_id : undefined),
  list: (signal) => api.listPaths(undefined, { signal }),
  get: (trackId, signal) => api.getPath({ params: { trackId } }, { signal }),
  create: ({ sequence, name }) => api.createPath({ body: { sequence, name } }),
  import: async (releaseId, body) => {
    const { tracks, invalidTracks } = await api.importPaths({ params: { releaseId }, body });
    return { count: tracks.length, invalid: invalidTracks };
  },
  copy: (params) => api.copyPath({ params, body: {} }),
  save: (id, body) => api.updatePath({ params: { id }, body }),
  delete: (id) => api.deletePath({ params: { id } }),
  restore: (id) => api.restorePath({ params: { id }, body: {} }),
};
