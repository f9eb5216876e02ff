import { createHash } from 'node:crypto';
import { getUserNames } from '#features/accounts/server/index.ts';
import type { LessonFields, Package } from '#features/lessons/contract/lessons.ts';
import type { Build } from '#features/packages/contract.ts';
import { buildStateOf, applyCheckingChange, isPycheck, type AnswerChecking } from '#features/packages/packages.policy.ts';
import { canHavePackages, versionOf } from '#platform/contract/languages.ts';
import type { EnvironmentRef, EnvironmentRequest } from '#platform/contract/runner-protocol.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { refused } from '#platform/server/errors.ts';
import { pycheckVersion } from './checkers.ts';
import { MESSAGES } from './messages.ts';
import { findBuildOfCopy, findLastBuild, findLastSuccess, type StoredBuild } from './queries.ts';

// This file doesn't import lessons, so that lessons may use it; build-lesson.ts works on a lesson itself.

/** The parts of a lesson that determine its dependencies. */
export interface LessonDependencies {
  readonly id: number;
  readonly fields: LessonFields;
  readonly attached: { readonly packages: Package[]; readonly packages_lock: string | null };
}

export interface DependencyState {
  readonly build: Build;
  /** When the last successful build ended. */
  readonly last_build: string | null;
}

/** The environment of a lesson's code: the lock of its last successful build; null: the base environment. */
export function environmentOf({
  attached,
}: {
  readonly attached: Pick<LessonDependencies['attached'], 'packages_lock'>;
}): EnvironmentRef | null {
  const lock = attached.packages_lock;
  return lock === null ? null : { key: createHash('sha256').update(lock).digest('hex'), lock };
}

/**
 * The state of a lesson's dependencies: its last build compared with what the lesson would install now. A lesson with nothing
 * to install needs no build. Checks are part of every environment, so they don't matter here.
 */
export async function dependencyStateOf(handle: Handle, lesson: LessonDependencies): Promise<DependencyState> {
  const request = requestOf(lesson);
  const environmentHash = environmentHashOf(request);
  const lock = lesson.attached.packages_lock;
  const own = await findLastBuild(handle, lesson.id);
  const last = own ?? (await findBuildOfCopy(handle, { lessonId: lesson.id, environmentHash, lock }));
  const success = !own || own.state === 'built' ? last : await findLastSuccess(handle, lesson.id);
  const last_build = success?.finished_at?.toISOString() ?? null;
  const isOfPresent = last?.environment_hash === environmentHash;
  const isInBase = request === null && lock === null && last?.state !== 'in_progress';
  // The last build was of packages that the lesson no longer has.
  if (isInBase) return { build: await toBuild(handle, isOfPresent ? last : undefined, 'built'), last_build };
  return { build: await toBuild(handle, last, buildStateOf(last ? { state: last.state, isOfPresent } : null)), last_build };
}

/** Packages as sent to the page: our checkers with this server's version. */
export function withPycheckVersion(packages: readonly Package[]): Package[] {
  return packages.map((item) => (isPycheck(item) ? { ...item, version: pycheckVersion() } : item));
}

/**
 * Makes a lesson's fields and packages consistent with each other, and drops a lock of another language or version.
 * Every save of a lesson goes through this.
 */
export function reconcileDependencies<A extends LessonDependencies['attached']>(
  before: { readonly fields: LessonFields; readonly attached: A },
  wish: { readonly fields: LessonFields; readonly packages: readonly Package[]; readonly asksForCustom?: boolean },
): { fields: LessonFields; attached: A } {
  const { packages, ...checks } = applyCheckingChange(
    wish.fields.language,
    checkingOf(before.fields, before.attached.packages),
    checkingOf(wish.fields, wish.packages),
    wish.asksForCustom,
  );
  const isSameLanguage = wish.fields.language === before.fields.language && wish.fields.language_version === before.fields.language_version;
  return {
    fields: { ...wish.fields, ...checks },
    attached: { ...before.attached, packages: [...packages], packages_lock: isSameLanguage ? before.attached.packages_lock : null },
  };
}

/** The request to a runner; null: there is nothing to install. */
export function requestOf({ fields, attached }: Pick<LessonDependencies, 'fields' | 'attached'>): EnvironmentRequest | null {
  const { language } = fields;
  const packages = attached.packages.filter((item) => !isPycheck(item)).map(({ name, version }) => ({ name, version }));
  if (!canHavePackages(language) || packages.length === 0) return null;
  return { language, version: versionOf(fields), packages };
}

/** Equal for all lessons that need the same packages. A build is outdated once it changes. */
export function environmentHashOf(request: EnvironmentRequest | null): string {
  if (request === null) return hashOf('');
  const packages = request.packages.map(({ name, version }) => `${name}=${version ?? ''}`).sort();
  return hashOf(JSON.stringify([request.language, request.version, packages]));
}

async function toBuild(handle: Handle, stored: StoredBuild | undefined, state: Build['state']): Promise<Build> {
  if (!stored)
    return {
      id: null,
      state,
      error: null,
      started_at: null,
      finished_at: null,
      started_by: null,
      installed: [],
      changed: [],
      answers: null,
    };
  const names = stored.user_id === null ? null : await getUserNames(handle, [stored.user_id]);
  return {
    id: stored.id,
    state,
    error: state === 'failed' ? stored.error : null,
    started_at: stored.started_at.toISOString(),
    finished_at: stored.finished_at?.toISOString() ?? null,
    started_by: stored.user_id === null ? null : (names?.get(stored.user_id) ?? null),
    installed: stored.installed,
    changed: stored.changed,
    answers: stored.answers,
  };
}

function checkingOf(fields: LessonFields, packages: readonly Package[]): AnswerChecking {
  return { packages, custom_check_enabled: fields.custom_check_enabled, legacy_check_enabled: fields.legacy_check_enabled };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** @throws AppError `refused` for packages that a lesson of this language can't have. */
export function requirePackages(fields: LessonFields, packages: readonly Package[]): void {
  if (fields.language === null) throw refused(MESSAGES.noCode);
  if (!canHavePackages(fields.language) && packages.some((item) => !isPycheck(item))) throw refused(MESSAGES.noSqlPackages);
  const names = packages.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refused(MESSAGES.twice(twice));
}
