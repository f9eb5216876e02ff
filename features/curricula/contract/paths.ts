import { z } from 'zod';
import { SkillLevel } from '#features/lessons/contract/lessons.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { oneLine } from '#platform/contract/one-line.ts';
import { Id, RowId, route } from '#platform/contract/route.ts';
import { CourseSummary } from './courses.ts';
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
  NewName,
  numberList,
  Revision,
  saveFields,
  SwapBody,
  textList,
  titleText,
} from './curricula.ts';

// Paths: ordered lists of steps, each with courses by number. Addresses and the API call them tracks.
//
// A step is created alone (POST /api/step) and then attached to a path; steps not attached within a day are deleted.

/** Skill Path, Career Path. */
export const PathType = z.enum(['skill', 'career']);
export type PathType = z.infer<typeof PathType>;

/** The editable fields of a path. */
export const PathFields = z.object({
  name: titleText,
  type: PathType,
  slug: z.string().max(LIMITS.titleMax),
  /** Blank, or at least 0.1. */
  version: z.number().min(0.1, 'The version must be at least 0.1.').nullable(),
  /** The inverse of Default Version. */
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

/** The editable fields of a step. */
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
  /** Distinct courses. */
  num_courses: z.number().int(),
});
export type PathSummary = z.infer<typeof PathSummary>;

export const Path = PathSummary.extend({ ...PathFields.shape, ...curriculumState });
export type Path = z.infer<typeof Path>;

export const Step = StepFields.extend({ id: z.number().int(), release_id: z.number().int(), revision: z.number().int() });
export type Step = z.infer<typeof Step>;

/** A course of a step, in order. */
export const StepCourse = CourseSummary.extend({
  /** Null: this number exists neither in the release nor in main. */
  id: z.number().int().nullable(),
  release_id: z.number().int().nullable(),
  /** Null if the course doesn't exist here. */
  last_updated: z.string().nullable(),
});
export type StepCourse = z.infer<typeof StepCourse>;

/** A step with its courses in order. */
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
    summary: 'Returns the paths of every release',
    access: 'staff',
    reply: z.array(PathSummary),
  }),
  createPath: route({
    method: 'POST',
    path: '/api/track',
    summary: 'Creates a path; without a release, in your drafts',
    access: 'staff',
    servedBy: 'git',
    body: NewCurriculum,
    reply: Path,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  importPaths: route({
    method: 'POST',
    path: '/api/tracks/release/{releaseId}',
    summary: "Imports these paths from a release's branch; existing ones are merged",
    access: 'staff',
    servedBy: 'git',
    params: z.object({ releaseId: Id }),
    body: ImportedNumbers,
    reply: z.object({ tracks: z.array(PathSummary), invalidTracks: InvalidNumbers }),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  copyPath: route({
    method: 'POST',
    path: '/api/track/{id}/release/{releaseId}',
    summary:
      'Copies a path with its steps into another release as a separate version, with the courses and lessons that neither that release nor main has',
    access: 'staff',
    servedBy: 'git',
    params: CopyParams,
    body: EmptyBody,
    reply: Path.extend({ brought: Brought }),
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
    summary: 'Saves fields of a path; omitted fields stay unchanged',
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
  /** Used by Undo. */
  restorePath: route({
    method: 'POST',
    path: '/api/track/{id}/restore',
    summary: 'Restores a path with its steps that was deleted in the last 30 days',
    access: 'staff',
    servedBy: 'git',
    params: idParams,
    body: EmptyBody,
    reply: Path,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  listSteps: route({
    method: 'GET',
    path: '/api/track/{trackId}/steps',
    summary: 'Returns the steps of a path in order',
    access: 'staff',
    params,
    reply: steps,
    errors: ['not_found'],
  }),
  /** Used by a path's page; {@link listSteps} would need one more call per step. */
  getPathOutline: route({
    method: 'GET',
    path: '/api/track/{trackId}/outline',
    summary: 'Returns the steps of a path in order, each with its courses',
    access: 'staff',
    params,
    reply: z.array(OutlineStep),
    errors: ['not_found'],
  }),
  createStep: route({
    method: 'POST',
    path: '/api/step',
    summary: 'Creates a step that is not attached to a path yet',
    access: 'staff',
    body: z.object({ name: NewName, release_id: RowId }),
    reply: Step,
    errors: ['not_found', 'refused'],
  }),
  attachStep: route({
    method: 'POST',
    path: '/api/track/{trackId}/step/{stepId}',
    summary: 'Attaches a step at the end of a path of its release; 409 if it is attached already',
    access: 'staff',
    params: placeParams,
    body: EmptyBody,
    reply: steps,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  removeStep: route({
    method: 'DELETE',
    path: '/api/track/{trackId}/step/{stepId}',
    summary: 'Removes a step from a path; it can be attached again within a day',
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
  /** Used by dragging and Undo. */
  setSteps: route({
    method: 'PUT',
    path: '/api/track/{trackId}/steps',
    summary: 'Sets the steps of a path in order, by id; 409 if they have changed since `before`',
    access: 'staff',
    params,
    body: z.object({ step_ids: z.array(RowId).max(500), before: z.array(RowId).max(500) }),
    reply: steps,
    errors: ['not_found', 'conflict', 'already_exists', 'refused'],
  }),
  updateStep: route({
    method: 'PATCH',
    path: '/api/step/{stepId}',
    summary: 'Saves fields of a step; omitted fields stay unchanged',
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
    summary: 'Returns the courses of a step in order',
    access: 'staff',
    params: stepParams,
    reply: courses,
    errors: ['not_found'],
  }),
  addStepCourse: route({
    method: 'POST',
    path: '/api/step/{stepId}/course/{courseId}',
    summary: 'Adds a course at the end; 409 if the step already has its number',
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
  /** Adds, removes and moves courses, including ones that don't exist here. Used by dragging and Undo. */
  setStepCourses: route({
    method: 'PUT',
    path: '/api/step/{stepId}/courses',
    summary: 'Sets the course numbers of a step in order; 409 if they have changed since `before`',
    access: 'staff',
    params: stepParams,
    body: numberList(500),
    reply: courses,
    errors: ['not_found', 'conflict', 'already_exists', 'refused'],
  }),
};
