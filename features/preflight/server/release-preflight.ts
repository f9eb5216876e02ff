import { getLessonFor, listReleaseLessons, type ReleaseLesson } from '#features/lesson-store/server/index.ts';
import { getRelease, type StoredRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { NO_OPERATION, type Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { DEPLOY_RULES } from '../contract/preflight-rules.ts';
import {
  FINDINGS_MAX,
  type FindingCounts,
  type Preflight,
  type PreflightLesson,
  type PreflightReport,
  type ReleaseFinding,
} from '../contract/preflight.ts';
import type { ReportedFinding } from '../rules/check-lesson.ts';
import { repositoryPath } from '../rules/repository-path.ts';
import { toSarif, type SarifLog } from '../rules/sarif.ts';
import { findEncodings } from './encodings/find-encodings.ts';
import { measureImages } from './images/measure-images.ts';
import { readLinkChecks, requestLinks, type CheckLinksOptions } from './links/check-links.ts';
import { listScreenPlaces } from './queries.ts';
import { readReports, type Reports } from './read-reports.ts';
import { findingsOf, readSurroundings, type LessonSurroundings } from './surroundings.ts';

type Deps = Pick<Platform, 'db' | 'config' | 'blobs'>;

/** Where findings point to in the product. */
type Located = ReportedFinding & { readonly screen_id?: number; readonly accepted: string | null };

interface Looked {
  readonly lesson: ReleaseLesson;
  readonly findings: readonly Located[] | null;
  /** The links of other sites. */
  readonly urls: readonly string[];
}

/** What preflight knows of a release. @throws AppError `not_found` */
export async function getReleasePreflight(deps: Deps, releaseId: number, operation: Operation | null = null): Promise<Preflight> {
  const release = await getRelease(deps.db, releaseId);
  return toReply(deps, await lookAtRelease(deps, release, operation));
}

/** All findings of a release with their files in git. Every lesson that changed is checked. @throws AppError `not_found` */
export async function getPreflightReport(deps: Deps, releaseId: number, format: 'json' | 'sarif'): Promise<PreflightReport | SarifLog> {
  const looked = await lookAtRelease(deps, await getRelease(deps.db, releaseId), NO_OPERATION);
  const findings = looked.flatMap(({ lesson, findings: found }) =>
    (found ?? []).map(({ changes: _changes, screen_id: _screen, ...finding }) => ({
      ...finding,
      path: repositoryPath(lesson.folder, finding.place),
    })),
  );
  if (format === 'sarif') return toSarif(findings);
  const shallow = looked.filter(({ lesson }) => lesson.is_shallow_import).map(({ lesson }) => lesson.sequence);
  return { lessons: looked.length - shallow.length, shallow_lessons: shallow, findings };
}

/**
 * How many open errors the lessons in these folders of a release have, how many of these prevent a deploy, how many lessons were not
 * checked, and what there is in each of them.
 * @param operation Null: lessons that changed are left out if they are too many to wait for.
 */
export async function countErrors(
  { db }: Pick<Platform, 'db'>,
  release: StoredRelease,
  folders: ReadonlySet<string>,
  operation: Operation | null,
): Promise<{ errors: number; deploy_errors: number; unchecked: number; lessons: (PreflightLesson & { folder: string })[] }> {
  const looked = (await lookAtRelease({ db }, release, operation)).filter(({ lesson }) => folders.has(lesson.folder));
  const open = looked
    .flatMap(({ findings }) => findings ?? [])
    .filter(({ severity, accepted }) => severity === 'error' && accepted === null);
  return {
    errors: open.length,
    deploy_errors: open.filter(({ rule }) => DEPLOY_RULES.has(rule)).length,
    unchecked: looked.filter(({ findings }) => findings === null).length,
    lessons: looked.map((one) => ({ ...toLesson(one), folder: one.lesson.folder })),
  };
}

/**
 * Requests the links of a release to other sites. Stopped, what was requested until then is kept.
 * @throws AppError `not_found`; `refused` if the settings turn it off.
 */
export async function checkReleaseLinks(
  deps: Deps,
  releaseId: number,
  operation: Operation,
  options: CheckLinksOptions = {},
): Promise<Preflight> {
  const looked = await lookAtRelease(deps, await getRelease(deps.db, releaseId), operation);
  await requestLinks(deps, urlsOf(looked), operation, options);
  return getReleasePreflight(deps, releaseId);
}

/** The same of one lesson. @throws AppError `not_found`; `refused` if the settings turn it off. */
export async function checkLessonLinks(deps: Deps, actor: Actor, lessonId: number, operation: Operation): Promise<Preflight> {
  await requestLinks(deps, urlsOf(await lookAtLesson(deps, actor, lessonId)), operation);
  return getLessonPreflight(deps, actor, lessonId);
}

/** Looks at every lesson of a release that changed. @throws AppError `not_found` */
export async function countAllErrors(deps: Deps, releaseId: number, operation: Operation): Promise<PreflightLesson[]> {
  return (await lookAtRelease(deps, await getRelease(deps.db, releaseId), operation)).map(toLesson);
}

/** How many open findings each lesson of a release has. @throws AppError `not_found` */
export async function countReleaseFindings(deps: Deps, releaseId: number): Promise<PreflightLesson[]> {
  return (await lookAtRelease(deps, await getRelease(deps.db, releaseId), null)).map(toLesson);
}

/** What preflight finds in one lesson. @throws AppError `not_found` */
export async function getLessonPreflight(deps: Deps, actor: Actor, lessonId: number): Promise<Preflight> {
  return toReply(deps, await lookAtLesson(deps, actor, lessonId));
}

/** All findings of one lesson with their changes, for fixing and accepting. @throws AppError `not_found` */
export async function listLessonFindings(deps: Deps, actor: Actor, lessonId: number): Promise<readonly Located[]> {
  return (await lookAtLesson(deps, actor, lessonId)).flatMap(({ findings }) => findings ?? []);
}

const urlsOf = (looked: readonly Looked[]) => looked.flatMap(({ urls }) => urls);

async function lookAtLesson({ db, blobs }: Deps, actor: Actor, lessonId: number): Promise<Looked[]> {
  const lesson = await getLessonFor(db, actor, lessonId);
  const release = await getRelease(db, lesson.release_id);
  const lessons = await listReleaseLessons(db, release.id);
  const own = lessons.filter(({ id }) => id === lessonId);
  await measureImages({ db, blobs }, release.id, null);
  await findEncodings({ db, blobs }, release.id, null);
  const reports = await readReports({ db }, own);
  return collect(own, reports, await readSurroundings(db, release, lessons, reports, lessonId));
}

/** @param deps.blobs Absent: images are as far as they were measured before. */
async function lookAtRelease(
  { db, blobs }: Pick<Platform, 'db'> & Partial<Pick<Platform, 'blobs'>>,
  release: StoredRelease,
  operation: Operation | null,
): Promise<Looked[]> {
  if (blobs) {
    await measureImages({ db, blobs }, release.id, operation);
    await findEncodings({ db, blobs }, release.id, operation);
  }
  const lessons = await listReleaseLessons(db, release.id);
  const reports = await readReports({ db }, lessons, operation);
  return collect(lessons, reports, await readSurroundings(db, release, lessons, reports));
}

function collect(lessons: readonly ReleaseLesson[], reports: Reports, surroundings: LessonSurroundings): Looked[] {
  return lessons.map((lesson) => {
    const report = reports.get(lesson.id);
    if (!report) return { lesson, findings: null, urls: [] };
    const reasons = new Map(report.accepted.map(({ fingerprint, reason }) => [fingerprint, reason]));
    const findings = findingsOf(lesson.id, report, surroundings);
    return {
      lesson,
      findings: findings.map((each) => ({ ...each, accepted: reasons.get(each.fingerprint) ?? null })),
      urls: report.links.map(({ url }) => url),
    };
  });
}

function toLesson({ lesson, findings }: Looked): PreflightLesson {
  const counts: FindingCounts = { error: 0, warning: 0, note: 0 };
  for (const { severity, accepted } of findings ?? []) if (accepted === null) counts[severity]++;
  const { id, sequence, title, author, owner, is_shallow_import } = lesson;
  return { id, sequence, title, author, owner, is_checked: findings !== null, is_shallow: is_shallow_import, counts };
}

async function toReply({ db, config }: Deps, looked: readonly Looked[]): Promise<Preflight> {
  const withFindings = looked.filter(({ findings }) => findings !== null && findings.length > 0);
  const screens = await listScreenPlaces(
    db,
    withFindings.map(({ lesson }) => lesson.id),
  );
  const byUuid = new Map(screens.map((screen) => [`${screen.lesson_id} ${screen.uuid}`, screen]));
  const byId = new Map(screens.map((screen) => [screen.id, screen]));
  const all = withFindings.flatMap(({ lesson, findings }) =>
    (findings ?? []).map(({ changes: _changes, screen_id, ...finding }): ReleaseFinding => {
      const screen = screen_id === undefined ? byUuid.get(`${lesson.id} ${finding.place.screen}`) : byId.get(screen_id);
      return { ...finding, lesson_id: lesson.id, screen_id: screen?.id ?? null, screen_sequence: screen?.sequence ?? null };
    }),
  );
  const urls = new Set(urlsOf(looked));
  const due = config.linkChecks ? (await readLinkChecks({ db }, [...urls])).due.length : 0;
  return {
    lessons: looked.map(toLesson),
    links: { total: urls.size, due, is_on: config.linkChecks },
    findings: all.slice(0, FINDINGS_MAX),
    is_cut: all.length > FINDINGS_MAX,
  };
}
