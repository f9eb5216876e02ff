import { randomUUID } from 'node:crypto';
import { recordAudit } from '#features/audit/server/index.ts';
import { STEP_FIELDS } from '#features/content-model/rules/field-documents.ts';
import { emptyStepFields } from '#features/documents/rules/curriculum-files.ts';
import { getRelease, lockOpenRelease } from '#features/releases/server/index.ts';
import { recordRevision } from '#features/revisions/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { alreadyExists, notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { OutlineStep, PathFields, Step, StepCourse, StepFields } from '../contract/paths.ts';
import { COURSES, coursesByNumber } from './courses.ts';
import { getCurriculumToEdit, requireEditable } from './edit-curriculum.ts';
import { auditedAs, editList, type ListEdit } from './edit-list.ts';
import type { StoredCurriculum } from './kind.ts';
import { MESSAGES } from './messages.ts';
import { addStep, getStoredPath, PATHS } from './paths.ts';
import { findCurriculum, findNumber, touchCurriculum } from './queries.ts';
import {
  findStep,
  findStepForUpdate,
  findStepsForUpdate,
  listStepRows,
  setPathSteps,
  updateStepRow,
  type StoredStep,
} from './step-queries.ts';
import { type EditAction, publishCurriculumChanged, type FieldSave, mergedFields, recordEdit } from './write-curriculum.ts';

// A step is created alone and then attached to a path. An edit of a step is recorded as an edit of its path, whose file it is in.

/** The steps of a path in their order. @throws AppError `not_found` */
export async function listSteps(handle: Handle, pathId: number): Promise<Step[]> {
  await getStoredPath(handle, pathId);
  return (await listStepRows(handle, pathId)).map(toStep);
}

/** The steps of a path, each with its courses. @throws AppError `not_found` */
export async function getOutline(handle: Handle, pathId: number): Promise<OutlineStep[]> {
  const { release_id } = await getStoredPath(handle, pathId);
  const steps = await listStepRows(handle, pathId);
  // One query for the courses of all steps, which are of the release of their path.
  const found = await coursesByNumber(handle, release_id, [...new Set(steps.flatMap(({ courses }) => courses))]);
  return steps.map((step) => ({ ...toStep(step), courses: inOrder(step, found) }));
}

/** The courses of a step in their order. @throws AppError `not_found` */
export async function listStepCourses(handle: Handle, stepId: number): Promise<StepCourse[]> {
  const step = await getStoredStep(handle, stepId);
  return inOrder(step, await coursesByNumber(handle, step.release_id, step.courses));
}

/** A number that no course has keeps its place. */
function inOrder({ courses }: StoredStep, found: ReadonlyMap<number, StepCourse>): StepCourse[] {
  return courses.map((sequence) => found.get(sequence) ?? { ...NO_COURSE, sequence });
}

const NO_COURSE: Omit<StepCourse, 'sequence'> = {
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
  is_closed: false,
  last_updated: null,
};

function toStep({ id, release_id, revision, fields }: StoredStep): Step {
  return { id, release_id, revision, ...fields };
}

/** A step of a path that is not deleted, or one that is in no path. @throws AppError `not_found` */
async function getStoredStep(handle: Handle, id: number): Promise<StoredStep> {
  const step = await findStep(handle, id);
  if (!step || (step.path_id !== null && !(await findCurriculum(handle, PATHS, step.path_id)))) throw notFound('step');
  return step;
}

/**
 * A step and its path (null: it is in none), locked for the transaction: the path first, as all edits of paths do.
 *
 * @throws AppError `not_found`; `refused` when its path is read only.
 */
async function getStepToEdit(tx: Tx, actor: Actor, id: number): Promise<{ step: StoredStep; path: StoredCurriculum<PathFields> | null }> {
  const found = await getStoredStep(tx, id);
  const path = found.path_id === null ? null : await getCurriculumToEdit(tx, PATHS, actor, found.path_id);
  if (!path) {
    const { is_main, closed_at, name } = await getRelease(tx, found.release_id);
    requireEditable(PATHS, actor, { is_main, is_closed: closed_at !== null, release_name: name });
  }
  const step = await findStepForUpdate(tx, id);
  // It may have been attached or removed since it was read.
  if (!step || step.path_id !== found.path_id) throw notFound('step');
  return { step, path };
}

/** Creates a step that is in no path yet. @throws AppError `not_found`; `refused` for main and a closed release. */
export async function createStep(
  platform: Platform,
  actor: Actor,
  { name, release_id }: { name: string; release_id: number },
): Promise<Step> {
  const id = await platform.db.transaction().execute(async (tx) => {
    await lockOpenRelease(tx, release_id, MESSAGES.mainRelease(PATHS));
    const id = await addStep(tx, release_id, { uuid: randomUUID(), ...emptyStepFields(name), courses: [] }, actor);
    await recordAudit(tx, { actor, action: 'step.create', subject: `step:${id}` });
    return id;
  });
  return toStep(await getStoredStep(platform.db, id));
}

/**
 * Saves fields of a step. Those left out stay; a stale save is merged. One that changes nothing makes no revision.
 *
 * @throws AppError `conflict` with both sides; `refused` when its path is read only.
 */
export async function saveStep(platform: Platform, actor: Actor, id: number, save: FieldSave<StepFields>): Promise<Step> {
  await inEditedPath(platform, actor, id, async (tx, step) => {
    const fields = await mergedFields(tx, STEP_FIELDS, { step_id: id }, save, step);
    if (fields === null) return null;
    const revision = step.revision + 1;
    await updateStepRow(tx, id, { ...step, fields, revision, updated_by: actor.id });
    await recordRevision(tx, { step_id: id }, { revision, fields, message: null, saved_by: actor.id });
    return { action: 'save-step', details: { step: id, revision } };
  });
  return toStep(await getStoredStep(platform.db, id));
}

/**
 * Changes the list of a step's courses. Its revision stays the same: edits of its fields are not stale because of it. A course that is
 * added has to be in the step's release or in main, because that is what its number stands for there.
 *
 * @throws AppError as {@link editList}; `not_found`; `refused` when the path is read only, or the course is elsewhere.
 */
export async function editStepCourses(platform: Platform, actor: Actor, stepId: number, edit: ListEdit): Promise<StepCourse[]> {
  await inEditedPath(platform, actor, stepId, async (tx, step) => {
    const numberOf = async (courseId: number) => {
      const number = await findNumber(tx, COURSES, courseId);
      if (number === undefined) throw notFound('course');
      return number;
    };
    const list = { item: 'course', owner: 'step', numbers: step.courses, numberOf } as const;
    const courses = await editList(tx, edit, { ...step, ...list });
    if (edit.how === 'add') {
      const added = await numberOf(edit.id);
      const here = await coursesByNumber(tx, step.release_id, [added]);
      if (here.size === 0) throw refused(MESSAGES.elsewhere('Course', added, (await getRelease(tx, step.release_id)).name));
    }
    await updateStepRow(tx, stepId, { ...step, courses, updated_by: actor.id });
    return { action: auditedAs(edit, list), details: { step: stepId, courses } };
  });
  return listStepCourses(platform.db, stepId);
}

type StepEdit = (tx: Tx, step: StoredStep) => Promise<{ action: EditAction; details: Record<string, unknown> } | null>;

/** Edits a step and records it as an edit of its path; a step that is in none has nothing to record. Null from `edit`: no change. */
async function inEditedPath(platform: Platform, actor: Actor, stepId: number, edit: StepEdit): Promise<void> {
  const changed = await platform.db.transaction().execute(async (tx) => {
    const { step, path } = await getStepToEdit(tx, actor, stepId);
    const edited = await edit(tx, step);
    if (!edited || !path) return null;
    await touchCurriculum(tx, PATHS, path.id, actor.id);
    await recordEdit(tx, platform, PATHS, path, { actor, ...edited });
    return path.id;
  });
  if (changed !== null) publishCurriculumChanged(platform, PATHS, changed);
}

/**
 * Changes which steps a path has, and their order. A step that is removed can be attached again for a day.
 *
 * @throws AppError as {@link editList}; `already_exists` for a step that is in a path; `not_found`; `refused` when the path is read
 * only, or a step belongs to another release.
 */
export async function editPathSteps(platform: Platform, actor: Actor, pathId: number, edit: ListEdit): Promise<Step[]> {
  await platform.db.transaction().execute(async (tx) => {
    const path = await getCurriculumToEdit(tx, PATHS, actor, pathId);
    const before = (await listStepRows(tx, pathId)).map(({ id }) => id);
    const list = { item: 'step', owner: 'path', numbers: before, numberOf: async (id: number) => id } as const;
    const steps = await editList(tx, edit, { ...path, ...list });
    await requireFreeSteps(
      tx,
      path,
      steps.filter((id) => !before.includes(id)),
    );
    await setPathSteps(tx, pathId, steps);
    await touchCurriculum(tx, PATHS, pathId, actor.id);
    await recordEdit(tx, platform, PATHS, path, { actor, action: auditedAs(edit, list), details: { steps } });
  });
  publishCurriculumChanged(platform, PATHS, pathId);
  return listSteps(platform.db, pathId);
}

/** Steps that are attached to a path are in no other one, and belong to its release. */
async function requireFreeSteps(tx: Tx, path: StoredCurriculum, ids: readonly number[]): Promise<void> {
  const steps = await findStepsForUpdate(tx, ids);
  if (steps.length < ids.length) throw notFound('step');
  if (steps.some(({ path_id }) => path_id !== null)) throw alreadyExists(MESSAGES.stepInPath);
  if (steps.some(({ release_id }) => release_id !== path.release_id)) throw refused(MESSAGES.stepElsewhere);
}
