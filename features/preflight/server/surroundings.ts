/** The findings that need more than a lesson's content: builds of packages, datasets, comments, other lessons. */

import { listOpenMandatoryRows } from '#features/comments/server/index.ts';
import { listDatasetStates, type DatasetState } from '#features/datasets/server/index.ts';
import { listTooLargeFiles } from '#features/lesson-files/server/index.ts';
import { listLessonTitles, type ReleaseLesson } from '#features/lesson-store/server/index.ts';
import { listBuildStates } from '#features/packages/server/index.ts';
import { findMainRelease, type StoredRelease } from '#features/releases/server/index.ts';
import { listJudgedScreens, type JudgedScreen } from '#features/tests/server/index.ts';
import { contentKey } from '#platform/content/lesson-link.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { Handle } from '#platform/server/database/database.ts';
import type { LinkState } from '../contract/preflight-links.ts';
import type { ReportedFinding } from '../rules/check-lesson.ts';
import { checkLinks, checkReferences, unknownWords, type LessonIndex } from '../rules/check-release.ts';
import { listForeignTexts } from './encodings/find-encodings.ts';
import { listFaintImages } from './images/measure-images.ts';
import { findLinkChecks } from './links/queries.ts';
import { MESSAGES } from './messages.ts';
import { listAcceptedWords } from './queries.ts';
import type { Reports } from './read-reports.ts';
import { finding, runFindings } from './run-findings.ts';
import type { StoredReport } from './stored-report.ts';

type Listed = Pick<ReleaseLesson, 'id' | 'uuid' | 'folder' | 'sequence'>;

/** What the server knows of the lessons of a release, beside their reports. */
export interface LessonSurroundings {
  /** The state of the builds of a lesson, by the list of packages. */
  readonly builds: ReadonlyMap<number, ReadonlyMap<string, string>>;
  readonly datasets: ReadonlyMap<string, DatasetState>;
  /** Open mandatory comments by lesson. */
  readonly comments: ReadonlyMap<number, { id: number; screen_id: number; by: string }[]>;
  /** What the last runs of their screens said, by lesson. */
  readonly judged: ReadonlyMap<number, JudgedScreen[]>;
  /** Images in which nothing stands out, by lesson. */
  readonly faint: ReadonlyMap<number, { file_name: string; sha256: string }[]>;
  /** Text files that aren't UTF-8, by lesson. */
  readonly foreign: ReadonlyMap<number, { file_name: string; sha256: string; encoding: string }[]>;
  /** Files of git and of zips that are too large for an upload, by lesson. */
  readonly tooLarge: ReadonlyMap<number, { kind: 'data' | 'image'; file_name: string; sha256: string }[]>;
  readonly index: LessonIndex;
  /** What requests said about links of other sites. */
  readonly links: ReadonlyMap<string, LinkState>;
  /** Fingerprints of words that any lesson of the release or of main accepts. */
  readonly words: ReadonlySet<string>;
  /** Published: packages are built only as the lock has them, so there is nothing to change. */
  readonly is_main: boolean;
}

/** @param lessonId Absent: all lessons of the release. */
export async function readSurroundings(
  handle: Handle,
  release: StoredRelease,
  lessons: readonly Listed[],
  reports: Reports,
  lessonId?: number,
): Promise<LessonSurroundings> {
  const builds = new Map<number, Map<string, string>>();
  for (const { lesson_id, environment_hash, state } of await listBuildStates(handle, release.id)) {
    const own = builds.get(lesson_id) ?? new Map<string, string>();
    builds.set(lesson_id, own.set(environment_hash, state));
  }
  const names = new Set([...reports.values()].flatMap(({ datasets }) => datasets.map(({ name }) => name)));
  const datasets = await listDatasetStates(handle, [...names]);
  const comments = Map.groupBy(await listOpenMandatoryRows(handle, release.id), ({ lesson_id }) => lesson_id);
  const judged = Map.groupBy(await listJudgedScreens(handle, release.id, lessonId), ({ lesson_id }) => lesson_id);
  return {
    builds,
    datasets: new Map(datasets.map((dataset) => [dataset.name, dataset])),
    comments,
    judged,
    faint: Map.groupBy(await listFaintImages(handle, release.id), ({ lesson_id }) => lesson_id),
    foreign: Map.groupBy(await listForeignTexts(handle, release.id), ({ lesson_id }) => lesson_id),
    tooLarge: Map.groupBy(await listTooLargeFiles(handle, release.id), ({ lesson_id }) => lesson_id),
    index: await readIndex(handle, release, lessons, reports),
    links: await findLinkChecks(handle, [...new Set([...reports.values()].flatMap(({ links }) => links.map(({ url }) => url)))]),
    words: await listAcceptedWords(handle, release.id),
    is_main: release.is_main,
  };
}

/** A release has the lessons that are in play. The others are as on main. */
async function readIndex(handle: Handle, release: StoredRelease, lessons: readonly Listed[], reports: Reports): Promise<LessonIndex> {
  const main = release.is_main ? undefined : await findMainRelease(handle);
  const published = main ? await listLessonTitles(handle, main.id) : [];
  const own = new Set(lessons.map(({ sequence }) => sequence));
  return {
    sequences: new Set([...own, ...published.map(({ sequence }) => sequence)]),
    folders: new Map([
      ...published.filter(({ sequence }) => !own.has(sequence)).map(({ folder }) => [folder, null] as const),
      ...lessons.map(({ id, folder }) => [folder, reports.get(id) ?? null] as const),
    ]),
    keys: new Map([
      ...published.map(({ uuid }) => [contentKey(uuid), null] as const),
      ...lessons.map(({ id, uuid }) => [contentKey(uuid), reports.get(id) ?? null] as const),
    ]),
  };
}

/** All findings of a lesson, those of its content first. */
export function findingsOf(lessonId: number, report: StoredReport, surroundings: LessonSurroundings): ReportedFinding[] {
  return [
    ...report.findings,
    ...unknownWords(report, surroundings.words),
    ...checkReferences(report, surroundings.index),
    ...checkLinks(report, surroundings.links),
    ...packageFindings(lessonId, report, surroundings),
    ...datasetFindings(report, surroundings),
    ...commentFindings(lessonId, surroundings),
    ...(surroundings.judged.get(lessonId) ?? []).flatMap(runFindings),
    ...imageFindings(lessonId, surroundings),
    ...sizeFindings(lessonId, surroundings),
    ...encodingFindings(lessonId, surroundings),
  ];
}

function packageFindings(lessonId: number, { packages }: StoredReport, { builds, is_main }: LessonSurroundings): ReportedFinding[] {
  if (packages === null || is_main) return [];
  const own = builds.get(lessonId);
  const state = own?.get(packages.environment_hash);
  const about = packages.environment_hash;
  const place = { file: 'packages.yaml' };
  if (state === 'built') return packages.is_locked ? [] : [finding('packages-not-locked', place, MESSAGES.notLocked, about)];
  const message =
    state === 'failed'
      ? MESSAGES.buildFailed
      : state === 'in_progress'
        ? MESSAGES.building
        : own
          ? MESSAGES.buildOutdated
          : MESSAGES.notBuilt;
  return [finding('packages-not-built', place, message, about)];
}

function datasetFindings(report: StoredReport, { datasets }: LessonSurroundings): ReportedFinding[] {
  return report.datasets.flatMap(({ name, hash }, index) => {
    const known = datasets.get(name);
    const place = { file: 'datasets.yaml', line: index + 1, end_line: index + 1, end_column: `- ${name}@${hash}`.length + 1 };
    const about = `${name}@${hash}`;
    const newest = known?.hashes[0] ?? hash;
    const change = { kind: 'dataset', name, from: hash, to: newest } as const;
    const update = newest === hash ? null : { label: MESSAGES.datasetUpdate, changes: [change] };
    if (!known?.hashes.includes(hash)) return [finding('dataset-missing', place, MESSAGES.datasetMissing(name), about, update)];
    return [
      ...(known.is_archived ? [finding('dataset-archived', place, MESSAGES.datasetArchived(name), about)] : []),
      ...(update === null ? [] : [finding('dataset-outdated', place, MESSAGES.datasetOutdated(name), `${about} ${newest}`, update)]),
    ];
  });
}

function commentFindings(lessonId: number, { comments }: LessonSurroundings): (ReportedFinding & { screen_id: number })[] {
  return (comments.get(lessonId) ?? []).map(({ id, screen_id, by }) => ({
    ...finding('comment-open', { file: 'screens', field: 'comments' }, MESSAGES.comment(by), String(id)),
    screen_id,
  }));
}

function imageFindings(lessonId: number, { faint }: LessonSurroundings): ReportedFinding[] {
  return (faint.get(lessonId) ?? []).map(({ file_name, sha256 }) =>
    finding('image-contrast', { file: `images/${file_name}` }, MESSAGES.faint(file_name), `${file_name} ${sha256}`),
  );
}

function sizeFindings(lessonId: number, { tooLarge }: LessonSurroundings): ReportedFinding[] {
  return (tooLarge.get(lessonId) ?? []).map(({ kind, file_name, sha256 }) => {
    const [folder, most] = kind === 'image' ? ['images', LIMITS.imageBytes] : ['files', LIMITS.dataFileBytes];
    const message = MESSAGES.tooLarge(file_name, most / 1024 ** 2);
    return finding('file-refused', { file: `${folder}/${file_name}` }, message, `${file_name} ${sha256}`);
  });
}

function encodingFindings(lessonId: number, { foreign }: LessonSurroundings): ReportedFinding[] {
  return (foreign.get(lessonId) ?? []).map(({ file_name, sha256, encoding }) =>
    finding('file-encoding', { file: `files/${file_name}` }, MESSAGES.encoding(file_name, encoding), `${file_name} ${sha256}`),
  );
}
