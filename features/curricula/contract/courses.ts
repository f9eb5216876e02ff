import { z } from 'zod';
import { SkillLevel } from '#features/lessons/contract/lessons.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { Id, route } from '#platform/contract/route.ts';
import {
  Brought,
  CopyParams,
  CurriculumSummary,
  curriculumState,
  EmptyBody,
  hours,
  ImportedNumbers,
  InvalidNumbers,
  longText,
  NewCurriculum,
  numberList,
  saveFields,
  Sequence,
  SwapBody,
  textList,
  titleText,
} from './curricula.ts';

// Courses: ordered lists of lessons, by number.

/** The editable fields of a course. */
export const CourseFields = z.object({
  name: titleText,
  slug: z.string().max(LIMITS.titleMax),
  skill_level: SkillLevel.nullable(),
  /** Hours. */
  duration: hours,
  deprecated: z.boolean(),
  short_description: longText,
  description: longText,
  objectives: textList,
  skill_requirements: textList,
  overview: longText,
  motivation: longText,
  outcomes: longText,
  /** Number of the course that this one replaces. */
  replaces_course: Sequence.nullable(),
  /** Numbers of paths. */
  default_paths: z.array(Sequence).max(500),
});
export type CourseFields = z.infer<typeof CourseFields>;

/** A row of the list, and of a step's courses. */
export const CourseSummary = CurriculumSummary.extend({
  num_lessons: z.number().int(),
  /** How many of them are of a type with 'project' in it. */
  num_projects: z.number().int(),
  deprecated: z.boolean(),
});
export type CourseSummary = z.infer<typeof CourseSummary>;

export const Course = CourseSummary.extend({ ...CourseFields.shape, ...curriculumState });
export type Course = z.infer<typeof Course>;

/** A lesson of a course, in order. */
export const CourseLesson = z.object({
  /** Null: this number exists neither in the release nor in main. */
  id: z.number().int().nullable(),
  sequence: z.number().int(),
  title: z.string(),
  description: z.string(),
  /** Null if the lesson doesn't exist here. */
  last_updated: z.string().nullable(),
  is_project: z.boolean(),
});
export type CourseLesson = z.infer<typeof CourseLesson>;

/** A path that has the course in one of its steps. */
export const CoursePath = z.object({ id: z.number().int(), sequence: z.number().int(), name: z.string(), release_name: z.string() });
export type CoursePath = z.infer<typeof CoursePath>;

const params = z.object({ id: Id });
const lessonParams = z.object({ id: Id, lessonId: Id });
const releaseParams = z.object({ releaseId: Id });
const lessons = z.array(CourseLesson);

export const courseRoutes = {
  listCourses: route({
    method: 'GET',
    path: '/api/courses',
    summary: 'Returns the courses of every release; external authors see the latest version of each number',
    access: 'signed-in',
    reply: z.array(CourseSummary),
  }),
  createCourse: route({
    method: 'POST',
    path: '/api/course',
    summary: 'Creates a course; without a release, in your drafts',
    access: 'staff',
    servedBy: 'git',
    body: NewCurriculum,
    reply: Course,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  importCourses: route({
    method: 'POST',
    path: '/api/courses/release/{releaseId}',
    summary: "Imports these courses from a release's branch; existing ones are merged",
    access: 'staff',
    servedBy: 'git',
    params: releaseParams,
    body: ImportedNumbers,
    reply: z.object({ courses: z.array(CourseSummary), invalidCourses: InvalidNumbers }),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  copyCourse: route({
    method: 'POST',
    path: '/api/course/{id}/release/{releaseId}',
    summary: 'Copies a course into another release as a separate version, with the lessons that neither that release nor main has',
    access: 'staff',
    servedBy: 'git',
    params: CopyParams,
    body: EmptyBody,
    reply: Course.extend({ brought: Brought }),
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
    summary: 'Saves fields of a course; omitted fields stay unchanged',
    access: 'staff',
    params,
    body: CourseFields.partial().extend(saveFields),
    reply: Course,
    errors: ['not_found', 'conflict', 'refused'],
  }),
  deleteCourse: route({
    method: 'DELETE',
    path: '/api/course/{id}',
    summary: 'Deletes a course from its release; paths keep its number',
    access: 'staff',
    params,
    reply: z.array(CourseSummary),
    errors: ['not_found', 'refused'],
  }),
  exportCourse: route({
    method: 'GET',
    path: '/api/course/{id}/export',
    queue: 'heavy',
    summary: 'Returns a course with its lessons as a zip in the layout of the content repository, which Create from Zip accepts',
    access: 'staff',
    servedBy: 'git',
    params,
    replyKind: 'file',
    replyType: 'application/zip',
    errors: ['not_found', 'refused'],
  }),
  /** Used by Undo. */
  restoreCourse: route({
    method: 'POST',
    path: '/api/course/{id}/restore',
    summary: 'Restores a course that was deleted in the last 30 days',
    access: 'staff',
    servedBy: 'git',
    params,
    body: EmptyBody,
    reply: Course,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  listCoursePaths: route({
    method: 'GET',
    path: '/api/course/{id}/tracks',
    summary: 'Returns the paths that have this course in a step',
    access: 'signed-in',
    params,
    reply: z.array(CoursePath),
    errors: ['not_found'],
  }),
  listCourseLessons: route({
    method: 'GET',
    path: '/api/course/{id}/lessons',
    summary: 'Returns the lessons of a course in order',
    access: 'signed-in',
    params,
    reply: lessons,
    errors: ['not_found'],
  }),
  addCourseLesson: route({
    method: 'POST',
    path: '/api/course/{id}/lesson/{lessonId}',
    summary: 'Adds a lesson at the end; 409 if the course already has its number',
    access: 'staff',
    params: lessonParams,
    body: EmptyBody,
    reply: lessons,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  removeCourseLesson: route({
    method: 'DELETE',
    path: '/api/course/{id}/lesson/{lessonId}',
    summary: 'Removes a lesson from a course',
    access: 'staff',
    params: lessonParams,
    reply: lessons,
    errors: ['not_found', 'refused'],
  }),
  swapCourseLesson: route({
    method: 'POST',
    path: '/api/course/{id}/lesson/{lessonId}/swap',
    summary: 'Swaps a lesson with the one before or after it; 422 at either end',
    access: 'staff',
    params: lessonParams,
    body: SwapBody,
    reply: lessons,
    errors: ['not_found', 'refused'],
  }),
  /** Adds, removes and moves lessons, including ones that don't exist here. Used by dragging and Undo. */
  setCourseLessons: route({
    method: 'PUT',
    path: '/api/course/{id}/lessons',
    summary: 'Sets the lesson numbers of a course in order; 409 if they have changed since `before`',
    access: 'staff',
    params,
    body: numberList(1_000),
    reply: lessons,
    errors: ['not_found', 'conflict', 'already_exists', 'refused'],
  }),
};
