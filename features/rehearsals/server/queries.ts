/** The tables of rehearsals. */

import { sql } from 'kysely';
import { z } from 'zod';
import { documentKind } from '#platform/content/document-kind.ts';
import type { EnvironmentRequest } from '#platform/contract/runner-protocol.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { RehearsalBreak, RehearsalCandidate, RunDifference, type RehearsalState } from '../contract.ts';

/** What the runs of a screen showed, as it is stored. */
const ScreenReport = z.object({ breaks: z.array(RehearsalBreak), differences: z.array(RunDifference) });
export type ScreenReport = z.infer<typeof ScreenReport>;

/** The documents as they are stored. The default of a new field goes into `defaults`. */
export const REHEARSAL_CANDIDATE = documentKind<RehearsalCandidate>(RehearsalCandidate, { defaults: {}, first: [] });
export const SCREEN_REPORT = documentKind<ScreenReport>(ScreenReport, { defaults: {}, first: [] });

export interface StoredRehearsal {
  readonly id: number;
  readonly release_id: number;
  readonly user_id: number | null;
  readonly candidate: RehearsalCandidate;
  readonly state: RehearsalState;
  readonly error: string | null;
  readonly is_planned: boolean;
  readonly started_at: Date;
  readonly finished_at: Date | null;
}

export interface StoredRehearsalBuild {
  readonly environment_hash: string;
  readonly request: EnvironmentRequest | null;
  readonly state: 'open' | 'built' | 'failed';
  readonly lock: string | null;
  readonly installed: { name: string; version: string }[];
  readonly error: string | null;
}

export interface StoredRehearsalLesson {
  readonly lesson_id: number;
  readonly environment_hash: string;
  readonly language_version: string | null;
  readonly content_hash: string;
  readonly is_same: boolean;
  readonly changes: string[];
}

/** What is rehearsed of a lesson. */
export interface PlannedLesson {
  readonly lesson_id: number;
  readonly environment_hash: string;
  readonly language_version: string | null;
  readonly content_hash: string;
  readonly request: EnvironmentRequest | null;
  readonly screens: readonly number[];
}

const OPEN: readonly RehearsalState[] = ['waiting', 'running'];

function read(handle: Handle) {
  return handle
    .selectFrom('rehearsals as h')
    .innerJoin('releases as r', 'r.id', 'h.release_id')
    .where('r.deleted_at', 'is', null)
    .select(['h.id', 'h.release_id', 'h.user_id', 'h.candidate', 'h.state', 'h.error', 'h.is_planned', 'h.started_at', 'h.finished_at']);
}

export async function findRehearsal(handle: Handle, by: { id: number } | { release: number }): Promise<StoredRehearsal | undefined> {
  const query = 'id' in by ? read(handle).where('h.id', '=', by.id) : read(handle).where('h.release_id', '=', by.release);
  const row = await query.executeTakeFirst();
  return row && { ...row, candidate: REHEARSAL_CANDIDATE.read(row.candidate) };
}

/** Rehearsals that a server was working on when it stopped, or that wait. */
export async function listOpenRehearsals(handle: Handle): Promise<number[]> {
  const rows = await handle.selectFrom('rehearsals').select('id').where('state', 'in', OPEN).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Puts a rehearsal in the place of the release's last one. Returns its id; null: that one is under way. */
export async function replaceRehearsal(
  tx: Tx,
  rehearsal: { release_id: number; user_id: number; candidate: RehearsalCandidate },
): Promise<number | null> {
  await tx.deleteFrom('rehearsals').where('release_id', '=', rehearsal.release_id).where('state', 'not in', OPEN).execute();
  const row = await tx
    .insertInto('rehearsals')
    .values({ ...rehearsal, candidate: JSON.stringify(rehearsal.candidate) })
    .onConflict((conflict) => conflict.column('release_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Moves a rehearsal on. Returns false if it is in none of the states `from`. */
export async function moveRehearsal(
  handle: Handle,
  id: number,
  from: readonly RehearsalState[],
  to: { state: RehearsalState; error?: string },
): Promise<boolean> {
  const isOver = to.state !== 'waiting' && to.state !== 'running';
  const { numUpdatedRows } = await handle
    .updateTable('rehearsals')
    .set({ state: to.state, error: to.error ?? null, finished_at: isOver ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function isRehearsalOpen(handle: Handle, id: number): Promise<boolean> {
  const row = await handle.selectFrom('rehearsals').select('state').where('id', '=', id).executeTakeFirst();
  return row !== undefined && OPEN.includes(row.state);
}

export async function putPlan(tx: Tx, id: number, lessons: readonly PlannedLesson[]): Promise<void> {
  for (const { request, screens, ...lesson } of lessons) {
    const { environment_hash, lesson_id } = lesson;
    await tx
      .insertInto('rehearsal_builds')
      .values({ rehearsal_id: id, environment_hash, request: request && JSON.stringify(request) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx
      .insertInto('rehearsal_lessons')
      .values({ rehearsal_id: id, ...lesson })
      .execute();
    if (screens.length === 0) continue;
    await tx
      .insertInto('rehearsal_screens')
      .values(screens.map((screen_id) => ({ rehearsal_id: id, lesson_id, screen_id })))
      .execute();
  }
  await tx.updateTable('rehearsals').set({ is_planned: true }).where('id', '=', id).execute();
}

export async function listRehearsalBuilds(handle: Handle, id: number): Promise<StoredRehearsalBuild[]> {
  return handle
    .selectFrom('rehearsal_builds')
    .select(['environment_hash', 'request', 'state', 'lock', 'installed', 'error'])
    .where('rehearsal_id', '=', id)
    .orderBy('environment_hash')
    .execute();
}

export async function finishRehearsalBuild(
  handle: Handle,
  id: number,
  hash: string,
  end:
    | { state: 'built'; lock: string | null; installed: readonly { name: string; version: string }[] }
    | { state: 'failed'; error: string },
): Promise<void> {
  await handle
    .updateTable('rehearsal_builds')
    .set(end.state === 'failed' ? end : { ...end, installed: JSON.stringify(end.installed) })
    .where('rehearsal_id', '=', id)
    .where('environment_hash', '=', hash)
    .execute();
}

/** The lessons of a rehearsal that exist, those with the same packages together. */
export async function listRehearsalLessons(handle: Handle, id: number): Promise<StoredRehearsalLesson[]> {
  return handle
    .selectFrom('rehearsal_lessons as r')
    .innerJoin('lessons as l', 'l.id', 'r.lesson_id')
    .select(['r.lesson_id', 'r.environment_hash', 'r.language_version', 'r.content_hash', 'r.is_same', 'r.changes'])
    .where('r.rehearsal_id', '=', id)
    .where('l.deleted_at', 'is', null)
    .orderBy('r.environment_hash')
    .orderBy('l.sequence')
    .execute();
}

export async function markLesson(
  handle: Handle,
  id: number,
  lessonId: number,
  { is_same, changes }: { is_same: boolean; changes: readonly string[] },
): Promise<void> {
  await handle
    .updateTable('rehearsal_lessons')
    .set({ is_same, changes: JSON.stringify(changes) })
    .where('rehearsal_id', '=', id)
    .where('lesson_id', '=', lessonId)
    .execute();
}

/** The screens of a lesson that have not run. */
export async function listOpenScreens(handle: Handle, id: number, lessonId: number): Promise<number[]> {
  const rows = await handle
    .selectFrom('rehearsal_screens as r')
    .innerJoin('screens as s', 's.id', 'r.screen_id')
    .select('s.id')
    .where('r.rehearsal_id', '=', id)
    .where('r.lesson_id', '=', lessonId)
    .where('r.report', 'is', null)
    .where('s.deleted_at', 'is', null)
    .orderBy('s.sequence')
    .execute();
  return rows.map((row) => row.id);
}

export interface ListedScreen {
  readonly lesson_id: number;
  readonly lesson_sequence: number;
  readonly lesson_title: string;
  readonly screen_id: number;
  readonly screen_sequence: number;
  readonly screen_title: string;
  /** Null: not run yet. */
  readonly breaks: RehearsalBreak[] | null;
}

/** The screens of a rehearsal that exist, without what differs, by lesson and number. */
export async function listRehearsedScreens(handle: Handle, id: number): Promise<ListedScreen[]> {
  return handle
    .selectFrom('rehearsal_screens as r')
    .innerJoin('screens as s', 's.id', 'r.screen_id')
    .innerJoin('lessons as l', 'l.id', 'r.lesson_id')
    .select([
      'l.id as lesson_id',
      'l.sequence as lesson_sequence',
      'l.title as lesson_title',
      's.id as screen_id',
      's.sequence as screen_sequence',
      sql<string>`s.fields ->> 'title'`.as('screen_title'),
      sql<RehearsalBreak[] | null>`r.report -> 'breaks'`.as('breaks'),
    ])
    .where('r.rehearsal_id', '=', id)
    .where('s.deleted_at', 'is', null)
    .where('l.deleted_at', 'is', null)
    .orderBy('l.sequence')
    .orderBy('s.sequence')
    .execute();
}

/** Undefined: it is no screen of the rehearsal, or has not run. */
export async function findScreenReport(handle: Handle, id: number, screenId: number): Promise<ScreenReport | undefined> {
  const row = await handle
    .selectFrom('rehearsal_screens')
    .select('report')
    .where('rehearsal_id', '=', id)
    .where('screen_id', '=', screenId)
    .executeTakeFirst();
  return row?.report ? SCREEN_REPORT.read(row.report) : undefined;
}

export async function putScreenReports(
  handle: Handle,
  id: number,
  reports: readonly { readonly screen_id: number; readonly report: ScreenReport }[],
): Promise<void> {
  for (const { screen_id, report } of reports) {
    await handle
      .updateTable('rehearsal_screens')
      .set({ report: JSON.stringify(report) })
      .where('rehearsal_id', '=', id)
      .where('screen_id', '=', screen_id)
      .execute();
  }
}
