import { z } from 'zod';
import { CourseSummary } from './courses.ts';
import {
  CopyParams,
  CurriculumSummary,
  curriculumState,
  EmptyBody,
  hours,
  ImportedNumbers,
  InvalidNumbers,
  longText,
  NewCurriculum,
  NewName,
  numberList,
  Revision,
  saveFields,
  SwapBody,
  textList,
  titleText,
} from './curricula.ts';
import { SkillLevel } from './lessons.ts';
import { LIMITS } from './limits.ts';
import { oneLine } from './one-line.ts';
import { Id, RowId, route } from './route.ts';

// Paths: ordered lists of steps, each with courses by number. Addresses and the API call them tracks.
//
// A step is created alone (POST /api/step) and then attached to a path; one that is in no path for a day is deleted.

/** Skill Path, Career Path. */
export const PathType = z.enum(['skill', 'career']);
export type PathType = z.infer<typeof PathType>;

/** What an author can say about a path. */
export const PathFields = z.object({
  name: titleText,
  type: PathType,
  slug: z.string().max(LIMITS.titleMax),
  version: z.number().min(0.1, 'The version must be at least 0.1.').nullable(),
  /** Not the default version. */
  hidden: z.boolean(),
  skill_level: SkillLevel.nullable(),
  /** Hours. */
  duration: hours,
  short_description: longText,
  description: longText,
  objectives: textList,
  overview: longText,
  motivation: longText,
  outcomes: longText,
});
export type PathFields = z.infer<typeof PathFields>;

/** What an author can say about a step. */
export const StepFields = z.object({
  name: titleText,
  slug: z.string().max(LIMITS.titleMax),
  meta_title: titleText,
  description: longText,
  meta_description: longText,
});
export type StepFields = z.infer<typeof StepFields>;

/** A row of the list. */
export const PathSummary = CurriculumSummary.extend({
  type: PathType,
  version: z.number().nullable(),
  hidden: z.boolean(),
  /** Different ones. */
  num_courses: z.number().int(),
});
export type PathSummary = z.infer<typeof PathSummary>;

export const Path = PathSummary.extend({ ...PathFields.shape, ...curriculumState });
export type Path = z.infer<typeof Path>;

export const Step = StepFields.extend({ id: z.number().int(), release_id: z.number().int(), revision: z.number().int() });
export type Step = z.infer<typeof Step>;

/** A course of a step. */
export const StepCourse = CourseSummary.extend({
  /** Null: neither the release nor main has this number. */
  id: z.number().int().nullable(),
  release_id: z.number().int().nullable(),
  /** Null if no such course exists. */
  last_updated: z.string().nullable(),
});
export type StepCourse = z.infer<typeof StepCourse>;

/** A step with its courses in their order. */
export const OutlineStep = Step.extend({ courses: z.array(StepCourse) });
export type OutlineStep = z.infer<typeof OutlineStep>;

const params = z.object({ trackId: Id });
const idParams = z.object({ id: Id });
const stepParams = z.object({ stepId: Id });
const placeParams = z.object({ trackId: Id, stepId: Id });
const courseParams = z.object({ stepId: Id, courseId: Id });
const steps = z.array(Step);
const courses = z.array(StepCourse);

export const pathRoutes = {
  listPaths: route({
    method: 'GET',
    path: '/api/tracks',
    summary: 'The paths of every release',
    access: 'staff',
    reply: z.array(PathSummary),
  }),
  createPath: route({
    method: 'POST',
    path: '/api/track',
    summary: "Creates a path; without a release in the user's drafts",
    access: 'staff',
    body: NewCurriculum,
    reply: Path,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  importPaths: route({
    method: 'POST',
    path: '/api/tracks/release/{releaseId}',
    summary: "Imports these paths from a release's branch; existing ones are updated",
    access: 'staff',
    params: z.object({ releaseId: Id }),
    body: ImportedNumbers,
    reply: z.object({ tracks: z.array(PathSummary), invalidTracks: InvalidNumbers }),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  copyPath: route({
    method: 'POST',
    path: '/api/track/{id}/release/{releaseId}',
    summary: 'Copies a path with its steps into another release, as a version of its own',
    access: 'staff',
    params: CopyParams,
    body: EmptyBody,
    reply: Path,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  getPath: route({
    method: 'GET',
    path: '/api/track/{trackId}',
    summary: 'One path',
    access: 'staff',
    params,
    reply: Path,
    errors: ['not_found'],
  }),
  updatePath: route({
    method: 'PATCH',
    path: '/api/track/{id}',
    summary: 'Saves fields of a path; omitted ones stay',
    access: 'staff',
    params: idParams,
    body: PathFields.partial().extend(saveFields),
    reply: Path,
    errors: ['not_found', 'conflict', 'refused'],
  }),
  deletePath: route({
    method: 'DELETE',
    path: '/api/track/{id}',
    summary: 'Deletes a path with its steps from its release',
    access: 'staff',
    params: idParams,
    reply: z.array(PathSummary),
    errors: ['not_found', 'refused'],
  }),
  restorePath: route({
    method: 'POST',
    path: '/api/track/{id}/restore',
    summary: 'Restores a path with its steps that was deleted in the last 30 days (Undo)',
    access: 'staff',
    params: idParams,
    body: EmptyBody,
    reply: Path,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  listSteps: route({
    method: 'GET',
    path: '/api/track/{trackId}/steps',
    summary: 'The steps of a path in their order',
    access: 'staff',
    params,
    reply: steps,
    errors: ['not_found'],
  }),
  /** For the page of a path, in one call instead of one for every step. */
  getPathOutline: route({
    method: 'GET',
    path: '/api/track/{trackId}/outline',
    summary: 'The steps of a path in their order, each with its courses',
    access: 'staff',
    params,
    reply: z.array(OutlineStep),
    errors: ['not_found'],
  }),
  createStep: route({
    method: 'POST',
    path: '/api/step',
    summary: 'Creates a step that is in no path yet',
    access: 'staff',
    body: z.object({ name: NewName, release_id: RowId }),
    reply: Step,
    errors: ['not_found', 'refused'],
  }),
  attachStep: route({
    method: 'POST',
    path: '/api/track/{trackId}/step/{stepId}',
    summary: 'Attaches a step at the end of a path of its release; 409 when it is in a path',
    access: 'staff',
    params: placeParams,
    body: EmptyBody,
    reply: steps,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  removeStep: route({
    method: 'DELETE',
    path: '/api/track/{trackId}/step/{stepId}',
    summary: 'Removes a step from a path; for a day it can be attached again',
    access: 'staff',
    params: placeParams,
    reply: steps,
    errors: ['not_found', 'refused'],
  }),
  swapStep: route({
    method: 'POST',
    path: '/api/track/{trackId}/step/{stepId}/swap',
    summary: 'Swaps a step with the one before or after it; 422 at either end',
    access: 'staff',
    params: placeParams,
    body: SwapBody,
    reply: steps,
    errors: ['not_found', 'refused'],
  }),
  /** Sent by drag and drop and by Undo. */
  setSteps: route({
    method: 'PUT',
    path: '/api/track/{trackId}/steps',
    summary: 'Sets the steps of a path in their order, by id; 409 if they changed since `before`',
    access: 'staff',
    params,
    body: z.object({ step_ids: z.array(RowId).max(500), before: z.array(RowId).max(500) }),
    reply: steps,
    errors: ['not_found', 'conflict', 'already_exists', 'refused'],
  }),
  updateStep: route({
    method: 'PATCH',
    path: '/api/step/{stepId}',
    summary: 'Saves fields of a step; omitted ones stay',
    access: 'staff',
    params: stepParams,
    body: StepFields.partial().extend({
      name: oneLine(LIMITS.titleMax).optional(),
      meta_title: oneLine(LIMITS.titleMax).optional(),
      revision: Revision,
    }),
    reply: Step,
    errors: ['not_found', 'conflict', 'refused'],
  }),
  listStepCourses: route({
    method: 'GET',
    path: '/api/step/{stepId}/courses',
    summary: 'The courses of a step in their order',
    access: 'staff',
    params: stepParams,
    reply: courses,
    errors: ['not_found'],
  }),
  addStepCourse: route({
    method: 'POST',
    path: '/api/step/{stepId}/course/{courseId}',
    summary: 'Adds a course at the end; 409 when the step has its number',
    access: 'staff',
    params: courseParams,
    body: EmptyBody,
    reply: courses,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  removeStepCourse: route({
    method: 'DELETE',
    path: '/api/step/{stepId}/course/{courseId}',
    summary: 'Removes a course from a step',
    access: 'staff',
    params: courseParams,
    reply: courses,
    errors: ['not_found', 'refused'],
  }),
  swapStepCourse: route({
    method: 'POST',
    path: '/api/step/{stepId}/course/{courseId}/swap',
    summary: 'Swaps a course with the one before or after it; 422 at either end',
    access: 'staff',
    params: courseParams,
    body: SwapBody,
    reply: courses,
    errors: ['not_found', 'refused'],
  }),
  /** Sent by drag and drop and by Undo; also for numbers that no course has. */
  setStepCourses: route({
    method: 'PUT',
    path: '/api/step/{stepId}/courses',
    summary: 'Sets the courses of a step in their order, by number; 409 if they changed since `before`',
    access: 'staff',
    params: stepParams,
    body: numberList(500),
    reply: courses,
    errors: ['not_found', 'conflict', 'already_exists', 'refused'],
  }),
};
