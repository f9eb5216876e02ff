/** Starts, stops and shows rehearsals. */

import { getUserNames } from '#features/accounts/server/index.ts';
import { recordAudit } from '#features/audit/server/index.ts';
import { listStoredLessons, listReleaseLessons, type StoredLesson } from '#features/lesson-store/server/index.ts';
import { getRelease } from '#features/releases/server/index.ts';
import { canHavePackages, LANGUAGES, LANGUAGE_NAMES, versionOf, type LanguageVersion } from '#platform/contract/languages.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { LessonOutcome, Rehearsal, RehearsalBreak, RehearsalCandidate, ReleaseRehearsal, RunDifference } from '../contract.ts';
import { isRehearsing } from '../rehearsals.policy.ts';
import { nameKey, upgradeOf, versionsIn } from './candidate.ts';
import { groupBreaks } from './compare/group-breaks.ts';
import { MESSAGES } from './messages.ts';
import {
  findRehearsal,
  findScreenReport,
  listRehearsalBuilds,
  listRehearsalLessons,
  listRehearsedScreens,
  moveRehearsal,
  replaceRehearsal,
  type ListedScreen,
  type StoredRehearsal,
} from './queries.ts';
import { rehearseQueue } from './queues.ts';

/** @throws AppError `not_found` */
export async function getReleaseRehearsal(platform: Platform, releaseId: number): Promise<ReleaseRehearsal> {
  const { db } = platform;
  await getRelease(db, releaseId);
  const all = await listStoredLessons(db, releaseId);
  const lessons = all.filter(({ is_shallow_import }) => !is_shallow_import);
  const stored = await findRehearsal(db, { release: releaseId });
  return {
    packages: packagesOf(lessons),
    interpreters: await interpretersOf(platform, lessons),
    not_imported: all.length - lessons.length,
    rehearsal: stored ? await rehearsalView(db, stored) : null,
  };
}

/** @throws AppError `not_found`; `refused` if no lesson would change, or one is under way. */
export async function startRehearsal(
  platform: Platform,
  actor: Actor,
  releaseId: number,
  candidate: RehearsalCandidate,
): Promise<{ id: number }> {
  const { newest, packages, interpreters } = candidate;
  if (!newest && packages.length === 0 && interpreters.length === 0) throw refused(MESSAGES.nothing);
  return platform.db.transaction().execute(async (tx) => {
    await getRelease(tx, releaseId);
    const lessons = await listStoredLessons(tx, releaseId);
    if (!lessons.some((lesson) => !lesson.is_shallow_import && upgradeOf(lesson, candidate))) throw refused(MESSAGES.notConcerned);
    const id = await replaceRehearsal(tx, { release_id: releaseId, user_id: actor.id, candidate });
    if (id === null) throw refused(MESSAGES.underWay);
    await queue(tx, platform, id);
    await recordAudit(tx, { actor, action: 'rehearsal.start', subject: `release:${releaseId}`, details: { candidate } });
    return { id };
  });
}

/** @throws AppError `not_found`; `refused` if it isn't under way. */
export async function stopRehearsal(platform: Platform, actor: Actor, id: number): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const { release_id } = await getRehearsal(tx, id);
    if (!(await moveRehearsal(tx, id, ['waiting', 'running'], { state: 'stopped' }))) throw refused(MESSAGES.notUnderWay);
    await recordAudit(tx, { actor, action: 'rehearsal.stop', subject: `release:${release_id}`, details: {} });
  });
}

/** @throws AppError `not_found`; `refused` if it has ended by itself, or is under way. */
export async function continueRehearsal(platform: Platform, actor: Actor, id: number): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const { release_id } = await getRehearsal(tx, id);
    if (!(await moveRehearsal(tx, id, ['stopped', 'failed'], { state: 'waiting' }))) throw refused(MESSAGES.notLeft);
    await queue(tx, platform, id);
    await recordAudit(tx, { actor, action: 'rehearsal.continue', subject: `release:${release_id}`, details: {} });
  });
}

/** @throws AppError `not_found` */
export async function getRehearsedScreen(
  { db }: Pick<Platform, 'db'>,
  { id, screenId }: { id: number; screenId: number },
): Promise<{ differences: RunDifference[] }> {
  await getRehearsal(db, id);
  const report = await findScreenReport(db, id, screenId);
  if (!report) throw notFound('screen');
  return { differences: report.differences };
}

/** @throws AppError `not_found` */
export async function getRehearsal(handle: Handle, id: number): Promise<StoredRehearsal> {
  const found = await findRehearsal(handle, { id });
  if (!found) throw notFound('rehearsal');
  return found;
}

/** How each lesson came out. */
export async function outcomesOf(handle: Handle, id: number): Promise<Map<number, LessonOutcome>> {
  const screens = Map.groupBy(await listRehearsedScreens(handle, id), ({ lesson_id }) => lesson_id);
  const builds = new Map((await listRehearsalBuilds(handle, id)).map((build) => [build.environment_hash, build.state]));
  const lessons = await listRehearsalLessons(handle, id);
  return new Map(
    lessons.map(({ lesson_id, is_same, environment_hash }) => {
      const own = screens.get(lesson_id) ?? [];
      const build = builds.get(environment_hash);
      if (build !== 'built') return [lesson_id, build === 'failed' ? 'broken' : 'open'];
      return [lesson_id, is_same ? 'same' : outcomeOf(own)];
    }),
  );
}

function outcomeOf(screens: readonly Pick<ListedScreen, 'breaks'>[]): LessonOutcome {
  if (screens.some(({ breaks }) => breaks === null)) return 'open';
  const kinds = screens.flatMap(({ breaks }) => (breaks ?? []).map(({ kind }) => kind));
  if (kinds.length === 0) return 'green';
  return kinds.every((kind) => kind === 'warning' || kind === 'slower') ? 'minor' : 'broken';
}

async function queue(tx: Tx, { jobs }: Pick<Platform, 'jobs'>, id: number): Promise<void> {
  await jobs.send(tx, rehearseQueue, { rehearsal_id: id }, { singletonKey: String(id) });
}

async function rehearsalView(db: Platform['db'], stored: StoredRehearsal): Promise<Rehearsal> {
  const { id, state, candidate, error, user_id, started_at, finished_at, release_id } = stored;
  const screens = await listRehearsedScreens(db, id);
  const lessons = await listRehearsalLessons(db, id);
  const builds = await listRehearsalBuilds(db, id);
  const outcomes = await outcomesOf(db, id);
  const titles = new Map((await listReleaseLessons(db, release_id)).map((lesson) => [lesson.id, lesson]));
  const names = user_id === null ? null : await getUserNames(db, [user_id]);
  const ran = screens.flatMap(({ breaks, ...screen }): { screen: typeof screen; breaks: RehearsalBreak[] }[] =>
    breaks === null ? [] : [{ screen, breaks }],
  );
  return {
    id,
    state,
    candidate,
    error,
    started_by: user_id === null ? null : (names?.get(user_id) ?? null),
    started_at: started_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    done: ran.length,
    total: screens.length,
    is_installing: isRehearsing({ state }) && builds.some((build) => build.state === 'open'),
    lessons: lessons
      .flatMap(({ lesson_id, changes }) => {
        const lesson = titles.get(lesson_id);
        if (!lesson) return [];
        return {
          lesson_id,
          sequence: lesson.sequence,
          title: lesson.title,
          outcome: outcomes.get(lesson_id) ?? ('open' as const),
          changes,
        };
      })
      .toSorted((one, other) => one.sequence - other.sequence),
    groups: groupBreaks(ran),
  };
}

/** The packages that lessons list, by name. */
function packagesOf(lessons: readonly StoredLesson[]): ReleaseRehearsal['packages'] {
  const listed = lessons.flatMap(({ id, fields, attached }) => {
    const { language } = fields;
    if (!canHavePackages(language)) return [];
    const locked = versionsIn(attached.packages_lock);
    return attached.packages
      .filter(({ name }) => nameKey(name) !== 'pycheck')
      .map(({ name, version }) => ({ lesson: id, language, name, version: locked.get(nameKey(name))?.version ?? version }));
  });
  return [...Map.groupBy(listed, ({ language, name }) => `${language} ${nameKey(name)}`).values()]
    .flatMap((all): ReleaseRehearsal['packages'] => {
      const [first] = all;
      if (!first) return [];
      const versions = [...new Set(all.flatMap(({ version }) => (version === null ? [] : [version])))].toSorted(byVersion);
      return [{ language: first.language, name: first.name, versions, lessons: new Set(all.map(({ lesson }) => lesson)).size }];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** The interpreters of languages with several versions that lessons use. */
async function interpretersOf(
  { runners }: Pick<Platform, 'runners'>,
  lessons: readonly StoredLesson[],
): Promise<ReleaseRehearsal['interpreters']> {
  const health = (await runners.health()).flatMap((runner) => (runner.health?.sandbox.ok ? [runner.health] : []));
  return LANGUAGE_NAMES.flatMap((language) => {
    const versions: readonly LanguageVersion[] = LANGUAGES[language].versions;
    const own = lessons.filter(({ fields }) => fields.language === language);
    if (versions.length < 2 || own.length === 0) return [];
    const used = [...new Set(own.flatMap(({ fields }) => versionOf(fields) ?? []))].toSorted(byVersion);
    const offered = versions.filter((version) => health.some(({ languages }) => languages[language].versions.includes(version)));
    return [{ language, used, offered }];
  });
}

function byVersion(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
