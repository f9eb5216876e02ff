import { sql } from 'kysely';
import { commitStatusOf } from '#features/changes/server/index.ts';
import type { PathContent, StepContent } from '#features/content-model/rules/curriculum-content.ts';
import { PATH_FIELDS } from '#features/content-model/rules/field-documents.ts';
import { PATH_FORMAT } from '#features/documents/rules/curriculum-files.ts';
import { getRelease, releaseErrors } from '#features/releases/server/index.ts';
import { recordRevision } from '#features/revisions/server/index.ts';
import { canonicalJson } from '#platform/content/content-hash.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import type { CoursePath } from '../contract/courses.ts';
import type { Path, PathFields, PathSummary } from '../contract/paths.ts';
import type { CurriculumKind, StoredCurriculum } from './kind.ts';
import { findCurriculum } from './queries.ts';
import { deleteStepsOf, insertStep, listStepRows, setPathSteps, updateStepRow, type StoredStep } from './step-queries.ts';

/** Paths, each of which is an ordered list of steps with courses. URLs and the API call them tracks. */
export const PATHS: CurriculumKind<PathContent, PathSummary, Path> = {
  ...PATH_FORMAT,
  root: 'paths',
  fields: PATH_FIELDS,
  list: (handle) => listPathRows(handle, 'all'),
  get: async (handle, _actor, id) => {
    const { release_id, fields, uuid, revision } = await getStoredPath(handle, id);
    const [summary] = await listPathRows(handle, { id });
    if (!summary) throw notFound('path');
    const held = releaseErrors(await getRelease(handle, release_id));
    return { ...summary, ...fields, ...held, uuid, revision, commit_status: await commitStatusOf(handle, { path_id: id }) };
  },
  contentOf: async (handle, { id, uuid, sequence, fields }) => {
    const steps = await listStepRows(handle, id);
    return { uuid, sequence, fields, steps: steps.map((step) => ({ uuid: step.uuid, ...step.fields, courses: step.courses })) };
  },
  storeItems: storeSteps,
  deleteItems: deleteStepsOf,
};

/** @throws AppError `not_found` */
export async function getStoredPath(handle: Handle, id: number): Promise<StoredCurriculum<PathFields>> {
  const path = await findCurriculum(handle, PATHS, id);
  if (!path) throw notFound('path');
  return path;
}

/** Steps are known by their uuid, and keep their ids. */
async function storeSteps(
  tx: Tx,
  { id, release_id }: Pick<StoredCurriculum, 'id' | 'release_id'>,
  { steps }: PathContent,
  actor: Actor | null,
): Promise<void> {
  const known = new Map((await listStepRows(tx, id)).map((step) => [step.uuid, step]));
  const ids: number[] = [];
  for (const step of steps) {
    const row = known.get(step.uuid);
    if (row) await updateStep(tx, row, step);
    ids.push(row?.id ?? (await addStep(tx, release_id, step, actor)));
  }
  await setPathSteps(tx, id, ids);
}

/** Inserts a step that is in no path yet, with its first revision. Returns its id. */
export async function addStep(tx: Tx, releaseId: number, { uuid, courses, ...fields }: StepContent, actor: Actor | null): Promise<number> {
  const by = actor?.id ?? null;
  const id = await insertStep(tx, { uuid, fields, courses, release_id: releaseId, updated_by: by });
  await recordRevision(tx, { step_id: id }, { revision: 1, fields, message: null, saved_by: by });
  return id;
}

async function updateStep(tx: Tx, row: StoredStep, { uuid, courses, ...fields }: StepContent): Promise<void> {
  const isRevised = canonicalJson(row.fields) !== canonicalJson(fields);
  const revision = row.revision + (isRevised ? 1 : 0);
  await updateStepRow(tx, row.id, { uuid, fields, courses, revision, updated_by: null });
  if (isRevised) await recordRevision(tx, { step_id: row.id }, { revision, fields, message: null, saved_by: null });
}

/** Every path, or one, with how many different courses it has: by number, the one that was changed last first. */
async function listPathRows(handle: Handle, which: 'all' | { readonly id: number }): Promise<PathSummary[]> {
  const { rows } = await sql<Omit<PathSummary, 'last_updated'> & { updated_at: Date }>`
    select p.id, p.sequence, p.name, p.release_id, r.name as release_name, r.is_main, r.closed_at is not null as is_closed, p.updated_at, p.fields ->> 'type' as type,
      p.fields -> 'version' as version, (p.fields ->> 'hidden')::boolean as hidden, p.fields -> 'skill_level' as skill_level,
      p.fields -> 'duration' as duration,
      (select count(distinct entry.number)::int from steps s cross join lateral jsonb_array_elements_text(s.courses) as entry (number)
        where s.path_id = p.id) as num_courses
    from paths p join releases r on r.id = p.release_id
    where p.deleted_at is null and ${which === 'all' ? sql`true` : sql`p.id = ${which.id}`}
    order by p.sequence, p.updated_at desc, p.id desc`.execute(handle);
  return rows.map(({ updated_at, ...row }) => ({ ...row, last_updated: updated_at.toISOString() }));
}

/**
 * The paths that have a course in a step, as its release sees them: those of the release, and main's where the release has no version
 * of its own. A course of main is also in the paths of releases that have no version of it.
 */
export async function listPathsWithCourse(
  handle: Handle,
  { release_id, sequence, is_main }: Pick<StoredCurriculum, 'release_id' | 'sequence' | 'is_main'>,
): Promise<CoursePath[]> {
  const { rows } = await sql<CoursePath>`
    select p.id, p.sequence, p.name, r.name as release_name
    from paths p join releases r on r.id = p.release_id
    where p.deleted_at is null
      and exists (select 1 from steps s where s.path_id = p.id and s.courses @> ${JSON.stringify([sequence])}::jsonb)
      and (p.release_id = ${release_id}
        or (r.is_main and not exists (select 1 from paths own
          where own.release_id = ${release_id} and own.sequence = p.sequence and own.deleted_at is null))
        or (${is_main} and not exists (select 1 from courses own
          where own.release_id = p.release_id and own.sequence = ${sequence} and own.deleted_at is null)))
    order by p.sequence, r.is_main desc, r.name, p.id`.execute(handle);
  return rows;
}
