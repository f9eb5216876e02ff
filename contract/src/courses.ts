import { z } from 'zod';
import { CommitStatus, HeldRelease } from './changes.ts';
import { LessonNumbers } from './lesson-numbers.ts';
import { SkillLevel } from './lessons.ts';
import { LIMITS } from './limits.ts';
import { OperationId } from './operations.ts';
import { commitMessage, oneLine } from './one-line.ts';
import { route, Id, RowId } from './route.ts';

/**
 * Courses (B §2, §3): lessons in an order, named by their numbers. A course is one version, as a lesson is: unique by release and
 * number, and read only in main. A number stands for that lesson in the course's release, or else for main's.
 */
const title = z.string().trim().max(LIMITS.titleMax);
const text = z.string().max(LIMITS.textMax);
const items = z.array(z.string().max(LIMITS.messageMax)).max(100);
const hours = z.number().min(0).nullable();
const number = z.number().int().min(0).max(LIMITS.sequenceMax);

/** What an author can say about a course (B §3). */
export const CourseFields = z.object({
  name: title,
  slug: z.string().max(LIMITS.titleMax),
  skill_level: SkillLevel.nullable(),
  /** Hours. */
  duration: hours,
  deprecated: z.boolean(),
  short_description: text,
  description: text,
  objectives: items,
  skill_requirements: items,
  overview: text,
  motivation: text,
  outcomes: text,
  /** The number of the course that this one is instead of. */
  replaces_course: number.nullable(),
  /** Numbers of paths. */
  default_paths: z.array(number).max(500),
});
export type CourseFields = z.infer<typeof CourseFields>;

/** A row of the list, and of a step's courses. */
export const CourseSummary = z.object({
  id: z.number().int(),
  sequence: z.number().int(),
  name: z.string(),
  release_id: z.number().int(),
  release_name: z.string(),
  skill_level: SkillLevel.nullable(),
  num_lessons: z.number().int(),
  /** Of them: those of a type with 'project' in it. */
  num_projects: z.number().int(),
  duration: hours,
  deprecated: z.boolean(),
  is_main: z.boolean(),
  last_updated: z.string(),
});
export type CourseSummary = z.infer<typeof CourseSummary>;

export const Course = CourseSummary.extend({
  ...CourseFields.shape,
  ...HeldRelease.shape,
  uuid: z.string(),
  revision: z.number().int(),
  /** Null: nothing was changed here yet. */
  commit_status: CommitStatus.nullable(),
});
export type Course = z.infer<typeof Course>;

/** A lesson of a course, in its place. */
export const CourseLesson = z.object({
  /** Null: neither the release nor main has this number. */
  id: z.number().int().nullable(),
  sequence: z.number().int(),
  title: z.string(),
  description: z.string(),
  /** Null where the lesson is not here. */
  last_updated: z.string().nullable(),
  is_project: z.boolean(),
});
export type CourseLesson = z.infer<typeof CourseLesson>;

/** A path that has the course in one of its steps. */
export const CoursePath = z.object({ id: z.number().int(), sequence: z.number().int(), name: z.string(), release_name: z.string() });
export type CoursePath = z.infer<typeof CoursePath>;

/** Every refused number with its reason. */
export const InvalidNumbers = z.record(z.string(), z.string());
/** B §5: a new course, path or lesson has a number and a name. */
export const NewSequence = number;
export const NewName = oneLine(LIMITS.titleMax).min(1, 'The name cannot be empty.');
/** B §5: at least one number; only digits, spaces and commas. */
export const SomeNumbers = LessonNumbers.refine((numbers) => numbers.length > 0, 'At least one number is needed.');
export const SwapBody = z.object({ swap_with_previous: z.boolean() });
/** The revision that an edit began from (product §11); scripts may leave it out. */
export const Revision = RowId.optional();

const params = z.object({ id: Id });
const lessonParams = z.object({ id: Id, lessonId: Id });
const releaseParams = z.object({ releaseId: Id });
const lessons = z.array(CourseLesson);

export const courseRoutes = {
  listCourses: route({
    method: 'GET',
    path: '/api/courses',
    summary: 'The courses of every release; external authors see the latest version of each number',
    access: 'signed-in',
    reply: z.array(CourseSummary),
  }),
  createCourse: route({
    method: 'POST',
    path: '/api/course',
    summary: "Makes a course; without a release in one's own drafts",
    access: 'staff',
    body: z.object({ sequence: NewSequence, name: NewName, release_id: RowId.nullish() }),
    reply: Course,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  importCourses: route({
    method: 'POST',
    path: '/api/courses/release/{releaseId}',
    summary: "Reads these courses from a release's branch; those that are here already take in what is new there",
    access: 'staff',
    params: releaseParams,
    body: z.object({ sequences: SomeNumbers, operation_id: OperationId.optional() }),
    reply: z.object({ courses: z.array(CourseSummary), invalidCourses: InvalidNumbers }),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  copyCourse: route({
    method: 'POST',
    path: '/api/course/{id}/release/{releaseId}',
    summary: 'Copies a course into another release, as a version of its own there',
    access: 'staff',
    params: z.object({ id: Id, releaseId: Id }),
    body: z.object({}).optional(),
    reply: Course,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  getCourse: route({
    method: 'GET',
    path: '/api/course/{id}',
    summary: 'One course',
    access: 'signed-in',
    params,
    reply: Course,
    errors: ['not_found'],
  }),
  updateCourse: route({
    method: 'PATCH',
    path: '/api/course/{id}',
    summary: 'Saves fields of a course; those left out stay',
    access: 'staff',
    params,
    body: CourseFields.partial().extend({
      name: oneLine(LIMITS.titleMax).optional(),
      revision: Revision,
      save_message: commitMessage(LIMITS.messageMax).optional(),
    }),
    reply: Course,
    errors: ['not_found', 'conflict', 'refused'],
  }),
  deleteCourse: route({
    method: 'DELETE',
    path: '/api/course/{id}',
    summary: 'Takes a course out of its release; paths keep its number',
    access: 'staff',
    params,
    reply: z.array(CourseSummary),
    errors: ['not_found', 'refused'],
  }),
  exportCourse: route({
    method: 'GET',
    path: '/api/course/{id}/export',
    summary: 'A course with its lessons as a zip, laid out as the content repository; Create from Zip takes it',
    access: 'staff',
    params,
    replyKind: 'file',
    replyType: 'application/zip',
    errors: ['not_found', 'refused'],
  }),
  /** What Undo sends. */
  restoreCourse: route({
    method: 'POST',
    path: '/api/course/{id}/restore',
    summary: 'Brings a course back that was deleted in the last 30 days',
    access: 'staff',
    params,
    body: z.object({}).optional(),
    reply: Course,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  listCoursePaths: route({
    method: 'GET',
    path: '/api/course/{id}/tracks',
    summary: 'The paths that have this course in a step',
    access: 'signed-in',
    params,
    reply: z.array(CoursePath),
    errors: ['not_found'],
  }),
  listCourseLessons: route({
    method: 'GET',
    path: '/api/course/{id}/lessons',
    summary: 'The lessons of a course in their order',
    access: 'signed-in',
    params,
    reply: lessons,
    errors: ['not_found'],
  }),
  addCourseLesson: route({
    method: 'POST',
    path: '/api/course/{id}/lesson/{lessonId}',
    summary: 'Adds a lesson at the end; 409 when the course has its number',
    access: 'staff',
    params: lessonParams,
    body: z.object({}).optional(),
    reply: lessons,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  removeCourseLesson: route({
    method: 'DELETE',
    path: '/api/course/{id}/lesson/{lessonId}',
    summary: 'Takes a lesson out of a course',
    access: 'staff',
    params: lessonParams,
    reply: lessons,
    errors: ['not_found', 'refused'],
  }),
  swapCourseLesson: route({
    method: 'POST',
    path: '/api/course/{id}/lesson/{lessonId}/swap',
    summary: 'Swaps a lesson with the one before or after it; 422 at an edge',
    access: 'staff',
    params: lessonParams,
    body: SwapBody,
    reply: lessons,
    errors: ['not_found', 'refused'],
  }),
  /** Takes out and puts back in any place, also of lessons that are not here: what dragging and Undo send. */
  setCourseLessons: route({
    method: 'PUT',
    path: '/api/course/{id}/lessons',
    summary: 'Sets the numbers of the lessons of a course in their order; 409 when they were changed since `before`',
    access: 'staff',
    params,
    body: z.object({
      sequences: z.array(number).max(1_000),
      /** The numbers as they were when the edit began. */
      before: z.array(number).max(1_000),
    }),
    reply: lessons,
    errors: ['not_found', 'conflict', 'already_exists', 'refused'],
  }),
};
