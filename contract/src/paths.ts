import { z } from 'zod';
import { CommitStatus, HeldRelease } from './changes.ts';
import { commitMessage, oneLine } from './one-line.ts';
import { CourseSummary, InvalidNumbers, NewName, NewSequence, Revision, SomeNumbers, SwapBody } from './courses.ts';
import { SkillLevel } from './lessons.ts';
import { LIMITS } from './limits.ts';
import { OperationId } from './operations.ts';
import { Id, RowId, route } from './route.ts';

/**
 * Paths (B §2, §3), which addresses and wire call tracks: steps in an order, each with courses, named by their numbers. A path is one
 * version: unique by release and number, and read only in main. A number stands for that course in the path's release, or else for main's.
 *
 * A step is made alone (POST /api/step) and then attached to a path; one that is attached to none within a day is forgotten.
 */
const title = z.string().trim().max(LIMITS.titleMax);
const text = z.string().max(LIMITS.textMax);
const number = z.number().int().min(0).max(LIMITS.sequenceMax);

/** B §9: Skill Path, Career Path. */
export const PathType = z.enum(['skill', 'career']);
export type PathType = z.infer<typeof PathType>;

/** What an author can say about a path (B §3 Track). */
export const PathFields = z.object({
  name: title,
  type: PathType,
  slug: z.string().max(LIMITS.titleMax),
  /** B §5: blank, or at least 0.1. */
  version: z.number().min(0.1, 'The version is at least 0.1.').nullable(),
  /** Not the default version (B §2). */
  hidden: z.boolean(),
  skill_level: SkillLevel.nullable(),
  /** Hours. */
  duration: z.number().min(0).nullable(),
  short_description: text,
  description: text,
  objectives: z.array(z.string().max(LIMITS.messageMax)).max(100),
  overview: text,
  motivation: text,
  outcomes: text,
});
export type PathFields = z.infer<typeof PathFields>;

/** What an author can say about a step (B §3 Step). */
export const StepFields = z.object({
  name: title,
  slug: z.string().max(LIMITS.titleMax),
  meta_title: title,
  description: text,
  meta_description: text,
});
export type StepFields = z.infer<typeof StepFields>;

/** A row of the list. */
export const PathSummary = z.object({
  id: z.number().int(),
  sequence: z.number().int(),
  type: PathType,
  name: z.string(),
  release_id: z.number().int(),
  release_name: z.string(),
  version: z.number().nullable(),
  hidden: z.boolean(),
  skill_level: SkillLevel.nullable(),
  /** Different ones. */
  num_courses: z.number().int(),
  is_main: z.boolean(),
  /** Hours. */
  duration: z.number().nullable(),
  last_updated: z.string(),
});
export type PathSummary = z.infer<typeof PathSummary>;

export const Path = PathSummary.extend({
  ...PathFields.shape,
  ...HeldRelease.shape,
  uuid: z.string(),
  revision: z.number().int(),
  /** Null: nothing was changed here yet. */
  commit_status: CommitStatus.nullable(),
});
export type Path = z.infer<typeof Path>;

export const Step = StepFields.extend({ id: z.number().int(), release_id: z.number().int(), revision: z.number().int() });
export type Step = z.infer<typeof Step>;

/** A course of a step, in its place. */
export const StepCourse = CourseSummary.extend({
  /** Null: neither the release nor main has this number. */
  id: z.number().int().nullable(),
  release_id: z.number().int().nullable(),
  /** Null where the course is not here. */
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
    summary: "Makes a path; without a release in one's own drafts",
    access: 'staff',
    body: z.object({ sequence: NewSequence, name: NewName, release_id: RowId.nullish() }),
    reply: Path,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  importPaths: route({
    method: 'POST',
    path: '/api/tracks/release/{releaseId}',
    summary: "Reads these paths from a release's branch; those that are here already take in what is new there",
    access: 'staff',
    params: z.object({ releaseId: Id }),
    body: z.object({ sequences: SomeNumbers, operation_id: OperationId.optional() }),
    reply: z.object({ tracks: z.array(PathSummary), invalidTracks: InvalidNumbers }),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  copyPath: route({
    method: 'POST',
    path: '/api/track/{id}/release/{releaseId}',
    summary: 'Copies a path with its steps into another release, as a version of its own there',
    access: 'staff',
    params: z.object({ id: Id, releaseId: Id }),
    body: z.object({}).optional(),
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
    summary: 'Saves fields of a path; those left out stay',
    access: 'staff',
    params: idParams,
    body: PathFields.partial().extend({
      name: oneLine(LIMITS.titleMax).optional(),
      revision: Revision,
      save_message: commitMessage(LIMITS.messageMax).optional(),
    }),
    reply: Path,
    errors: ['not_found', 'conflict', 'refused'],
  }),
  deletePath: route({
    method: 'DELETE',
    path: '/api/track/{id}',
    summary: 'Takes a path with its steps out of its release',
    access: 'staff',
    params: idParams,
    reply: z.array(PathSummary),
    errors: ['not_found', 'refused'],
  }),
  /** What Undo sends. */
  restorePath: route({
    method: 'POST',
    path: '/api/track/{id}/restore',
    summary: 'Brings a path with its steps back that was deleted in the last 30 days',
    access: 'staff',
    params: idParams,
    body: z.object({}).optional(),
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
  /** What the page of a path asks for: with {@link listSteps}, it would ask once more for every step. */
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
    summary: 'Makes a step, which no path has yet',
    access: 'staff',
    body: z.object({ name: NewName, release_id: RowId }),
    reply: Step,
    errors: ['not_found', 'refused'],
  }),
  attachStep: route({
    method: 'POST',
    path: '/api/track/{trackId}/step/{stepId}',
    summary: 'Puts a step at the end of a path of its release; 409 when a path has it',
    access: 'staff',
    params: placeParams,
    body: z.object({}).optional(),
    reply: steps,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  removeStep: route({
    method: 'DELETE',
    path: '/api/track/{trackId}/step/{stepId}',
    summary: 'Takes a step out of a path; for a day it can be attached again',
    access: 'staff',
    params: placeParams,
    reply: steps,
    errors: ['not_found', 'refused'],
  }),
  swapStep: route({
    method: 'POST',
    path: '/api/track/{trackId}/step/{stepId}/swap',
    summary: 'Swaps a step with the one before or after it; 422 at an edge',
    access: 'staff',
    params: placeParams,
    body: SwapBody,
    reply: steps,
    errors: ['not_found', 'refused'],
  }),
  /** What dragging and Undo send. */
  setSteps: route({
    method: 'PUT',
    path: '/api/track/{trackId}/steps',
    summary: 'Sets the steps of a path in their order, by id; 409 when they were changed since `before`',
    access: 'staff',
    params,
    body: z.object({ step_ids: z.array(RowId).max(500), before: z.array(RowId).max(500) }),
    reply: steps,
    errors: ['not_found', 'conflict', 'already_exists', 'refused'],
  }),
  updateStep: route({
    method: 'PATCH',
    path: '/api/step/{stepId}',
    summary: 'Saves fields of a step; those left out stay',
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
    body: z.object({}).optional(),
    reply: courses,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  removeStepCourse: route({
    method: 'DELETE',
    path: '/api/step/{stepId}/course/{courseId}',
    summary: 'Takes a course out of a step',
    access: 'staff',
    params: courseParams,
    reply: courses,
    errors: ['not_found', 'refused'],
  }),
  swapStepCourse: route({
    method: 'POST',
    path: '/api/step/{stepId}/course/{courseId}/swap',
    summary: 'Swaps a course with the one before or after it; 422 at an edge',
    access: 'staff',
    params: courseParams,
    body: SwapBody,
    reply: courses,
    errors: ['not_found', 'refused'],
  }),
  /** Takes out and puts back in any place, also of courses that are not here: what dragging and Undo send. */
  setStepCourses: route({
    method: 'PUT',
    path: '/api/step/{stepId}/courses',
    summary: 'Sets the numbers of the courses of a step in their order; 409 when they were changed since `before`',
    access: 'staff',
    params: stepParams,
    body: z.object({ sequences: z.array(number).max(500), before: z.array(number).max(500) }),
    reply: courses,
    errors: ['not_found', 'conflict', 'already_exists', 'refused'],
  }),
};
