/** Puts lessons that came out well into a release, with the packages that were tried. */

import { randomUUID } from 'node:crypto';
import { recordAudit } from '#features/audit/server/index.ts';
import { findLesson, findLessonForUpdate, findLessonInRelease, publishLessonSaved } from '#features/lesson-store/server/index.ts';
import { keepUpgrade } from '#features/packages/server/index.ts';
import { createRelease } from '#features/release-list/server/index.ts';
import { getRelease, requireOpenRelease, type StoredRelease } from '#features/releases/server/index.ts';
import { copyLesson, withReleaseEvents } from '#features/sync/server/index.ts';
import type { LanguageVersion } from '#platform/contract/languages.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { AppError, refused } from '#platform/server/errors.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { isRehearsing } from '../rehearsals.policy.ts';
import { pinned, upgradeOf } from './candidate.ts';
import { MESSAGES } from './messages.ts';
import {
  listRehearsalBuilds,
  listRehearsalLessons,
  type StoredRehearsal,
  type StoredRehearsalBuild,
  type StoredRehearsalLesson,
} from './queries.ts';
import { getRehearsal, outcomesOf } from './rehearsals.ts';

export interface UpgradeWish {
  readonly to: { release_id: number } | { name: string; version_major: string };
  readonly with_minor: boolean;
  readonly operation_id?: string | undefined;
}

interface Upgraded {
  release_id: number;
  release_name: string;
  lessons: { lesson_id: number; sequence: number }[];
  left: Record<string, string>;
}

/**
 * Copies the lessons into the release, or edits those that are in it already, and gives them the packages that were tried. A lesson that
 * has changed since is left out, with the reason.
 *
 * @throws AppError `not_found`; `refused` while it runs, for main, and if no lesson came out well; `already_exists`, `unavailable` if the
 * release can't be created.
 */
export async function releaseUpgrade(platform: Platform, actor: Actor, id: number, wish: UpgradeWish): Promise<Upgraded> {
  const rehearsal = await getRehearsal(platform.db, id);
  if (isRehearsing(rehearsal)) throw refused(MESSAGES.notDone);
  const outcomes = await outcomesOf(platform.db, id);
  const chosen = (await listRehearsalLessons(platform.db, id)).filter(({ lesson_id }) => {
    const outcome = outcomes.get(lesson_id);
    return outcome === 'green' || (wish.with_minor && outcome === 'minor');
  });
  if (chosen.length === 0) throw refused(MESSAGES.noneGreen);
  const builds = new Map((await listRehearsalBuilds(platform.db, id)).map((build) => [build.environment_hash, build]));
  return platform.operations.run({ id: wish.operation_id, actor, stopped: MESSAGES.stopped }, async (operation) => {
    const target = await targetOf(platform, actor, wish.to);
    requireOpenRelease(target, MESSAGES.isMain);
    return withReleaseEvents(platform, target.id, () => upgradeAll(platform, { actor, rehearsal, target, chosen, builds }, operation));
  });
}

async function targetOf(platform: Platform, actor: Actor, to: UpgradeWish['to']): Promise<StoredRelease> {
  if ('release_id' in to) return getRelease(platform.db, to.release_id);
  const { id } = await createRelease(platform, actor, { ...to, create_new: true });
  return getRelease(platform.db, id);
}

interface Work {
  readonly actor: Actor;
  readonly rehearsal: StoredRehearsal;
  readonly target: StoredRelease;
  readonly chosen: readonly StoredRehearsalLesson[];
  readonly builds: ReadonlyMap<string, StoredRehearsalBuild>;
}

async function upgradeAll(platform: Platform, work: Work, operation: Operation): Promise<Upgraded> {
  const { actor, rehearsal, target, chosen, builds } = work;
  const batch = randomUUID();
  const done: Upgraded['lessons'] = [];
  const left: Record<string, string> = {};
  for (const [index, listed] of chosen.entries()) {
    if (operation.signal.aborted) break;
    operation.progress('Upgrading lessons', index, chosen.length);
    const build = builds.get(listed.environment_hash);
    if (!build) continue;
    try {
      const upgraded = await platform.db
        .transaction()
        .execute((tx) => upgradeOne(tx, platform, { actor, rehearsal, target, listed, build, batch }));
      if (upgraded === null) continue;
      done.push({ lesson_id: upgraded.lesson_id, sequence: upgraded.sequence });
      if (upgraded.revision !== null) publishLessonSaved(platform, actor, upgraded.lesson_id, upgraded.revision);
    } catch (error) {
      // The others are upgraded anyway.
      if (!(error instanceof AppError)) throw error;
      const lesson = await findLesson(platform.db, listed.lesson_id);
      if (lesson) left[lesson.sequence] = error.message;
    }
  }
  await platform.db.transaction().execute(async (tx) => {
    const details = { rehearsal: rehearsal.id, lessons: done.map(({ sequence }) => sequence) };
    await recordAudit(tx, { actor, action: 'rehearsal.release', subject: `release:${target.id}`, details });
  });
  return { release_id: target.id, release_name: target.name, lessons: done, left };
}

/** Null: the lesson is gone. @throws AppError `refused` with the reason if it can't be upgraded there. */
async function upgradeOne(
  tx: Tx,
  platform: Platform,
  {
    actor,
    rehearsal,
    target,
    listed,
    build,
    batch,
  }: Omit<Work, 'chosen' | 'builds'> & {
    readonly listed: StoredRehearsalLesson;
    readonly build: StoredRehearsalBuild;
    readonly batch: string;
  },
): Promise<{ lesson_id: number; sequence: number; revision: number | null } | null> {
  const lesson = await findLessonForUpdate(tx, listed.lesson_id);
  if (!lesson) return null;
  if (lesson.content_hash !== listed.content_hash) throw refused(MESSAGES.changed);
  const upgrade = upgradeOf(lesson, rehearsal.candidate);
  if (!upgrade) throw refused(MESSAGES.changed);
  const existing = lesson.release_id === target.id ? lesson : await findLessonInRelease(tx, target.id, { sequence: lesson.sequence });
  if (existing && existing.content_hash !== listed.content_hash) throw refused(MESSAGES.inTarget(target.name));
  const summary = `Copy lesson ${lesson.sequence} from ${lesson.release_name}${lesson.fields.title === '' ? '' : `: ${lesson.fields.title}`}`;
  const id = existing?.id ?? (await copyLesson(tx, platform, { lesson, target, actor, batch, summary }));
  const revision = await keepUpgrade(tx, platform, actor, id, {
    language_version: (listed.language_version as LanguageVersion | null) ?? lesson.fields.language_version,
    packages: pinned(lesson.attached.packages, upgrade.packages, build.installed),
    lock: build.lock,
    installed: build.installed,
  });
  return { lesson_id: id, sequence: lesson.sequence, revision };
}
