import type { OutlineStep, Path, Step, StepCourse } from '#contract/paths.ts';
import { commitStatusOf, getRelease, heldRelease } from '#server/releases/index.ts';
import { coursesByNumber } from '#server/curricula/courses/courses.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { notFound } from '#server/platform/errors.ts';
import { getStoredPath } from './access.ts';
import { listPathRows } from './list-queries.ts';
import { listStepRows, type StoredStep } from './step-queries.ts';

/** All that B §3 says of a path. @throws AppError `not_found` */
export async function getPath(handle: Handle, id: number): Promise<Path> {
  const path = await getStoredPath(handle, id);
  const [row] = await listPathRows(handle, { id });
  if (!row) throw notFound('path');
  const { uuid, revision, fields } = path;
  const held = heldRelease(await getRelease(handle, path.release_id));
  return { ...row, ...fields, ...held, uuid, revision, commit_status: await commitStatusOf(handle, { path_id: id }) };
}

export function toStep({ id, release_id, revision, fields }: StoredStep): Step {
  return { id, release_id, revision, ...fields };
}

/** The steps of a path in their order. @throws AppError `not_found` */
export async function listSteps(handle: Handle, pathId: number): Promise<Step[]> {
  await getStoredPath(handle, pathId);
  return (await listStepRows(handle, pathId)).map(toStep);
}

/** The steps of a path, each with its courses. @throws AppError `not_found` */
export async function getOutline(handle: Handle, pathId: number): Promise<OutlineStep[]> {
  const { release_id } = await getStoredPath(handle, pathId);
  const steps = await listStepRows(handle, pathId);
  // All of the steps at once: they are of the release of their path.
  const found = await coursesByNumber(handle, release_id, [...new Set(steps.flatMap(({ courses }) => courses))]);
  return steps.map((step) => ({ ...toStep(step), courses: inPlaces(step, found) }));
}

/** The courses of a step in their order. */
export async function coursesOf(handle: Handle, step: StoredStep): Promise<StepCourse[]> {
  return inPlaces(step, await coursesByNumber(handle, step.release_id, step.courses));
}

/** A number that no course has keeps its place. */
function inPlaces({ courses }: StoredStep, found: ReadonlyMap<number, StepCourse>): StepCourse[] {
  return courses.map((sequence) => found.get(sequence) ?? { ...NOWHERE, sequence });
}

const NOWHERE: Omit<StepCourse, 'sequence'> = {
  id: null,
  name: '',
  release_id: null,
  release_name: '',
  skill_level: null,
  num_lessons: 0,
  num_projects: 0,
  duration: null,
  deprecated: false,
  is_main: false,
  last_updated: null,
};
