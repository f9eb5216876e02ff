import { attachedDatasets, withDatasetFiles } from '#features/datasets/server/index.ts';
import { dependencyStateOf, environmentOf, requestOf } from '#features/environments/server/index.ts';
import { dataFileContent, listLessonFiles, nameInCode } from '#features/lesson-files/server/index.ts';
import { findLessonForUpdate, type StoredLesson } from '#features/lesson-store/server/index.ts';
import { detectStoredImages, storeCleanImages } from '#features/lessons/server/index.ts';
import type { Build } from '#features/packages/contract.ts';
import { listStoredScreens, type StoredScreen } from '#features/screens/server/index.ts';
import { compareNames } from '#platform/content/file-names.ts';
import type { EnvironmentRef } from '#platform/contract/runner-protocol.ts';
import type { Db } from '#platform/server/database/database.ts';
import { AppError } from '#platform/server/errors.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MESSAGES, PROBLEMS } from './messages.ts';
import type { Snapshot, SnapshotFile } from './snapshot.ts';

/** Files requested from the store at a time. */
const ASKED_AT_ONCE = 16;

/** Everything a build is made from, read at one point in time. */
export interface BuildSource {
  readonly lesson: StoredLesson;
  readonly screens: readonly StoredScreen[];
  readonly files: readonly SnapshotFile[];
  readonly images: Snapshot['images'];
  readonly datasets: Snapshot['datasets'];
  readonly environment: EnvironmentRef | null;
  /** State of its package build; null: there is nothing to install. */
  readonly packages: Build['state'] | null;
  /** References to things that don't exist here. */
  readonly missing: readonly string[];
}

type Read = Omit<BuildSource, 'images' | 'missing'> & {
  readonly pictures: readonly { file_name: string; sha256: string; size: number }[];
  readonly missing: string[];
};

/** Reads a lesson for its deploy. @throws AppError `refused` if it was deleted in the meantime. */
export async function readLessonForBuild({ db, blobs }: Pick<Platform, 'db' | 'blobs'>, lessonId: number): Promise<BuildSource> {
  const { pictures, missing, ...read } = await readAtOnce(db, lessonId);
  const stored = await storedOf(blobs, [...read.files, ...pictures]);
  for (const { name, sha256 } of read.files) if (!stored.has(sha256)) missing.push(PROBLEMS.dataFile(name));
  for (const { file_name, sha256 } of pictures) if (!stored.has(sha256)) missing.push(PROBLEMS.image(file_name));
  const existing = pictures.filter(({ sha256 }) => stored.has(sha256));
  const looks = await detectStoredImages(blobs, existing);
  const clean = await storeCleanImages(blobs, existing);
  const images = clean.map((picture, index) => ({ ...picture, type: imageType(picture.file_name, looks[index] ?? null) }));
  return { ...read, images, missing };
}

/** Locks the lesson, so that a concurrent save is included completely or not at all. */
function readAtOnce(db: Db, lessonId: number): Promise<Read> {
  return db.transaction().execute(async (tx) => {
    const lesson = await findLessonForUpdate(tx, lessonId);
    if (!lesson) throw new AppError('refused', MESSAGES.gone);
    const rows = await listLessonFiles(tx, lessonId);
    const named = rows
      .filter(({ kind }) => kind === 'data')
      .toSorted((one, other) => compareNames(one.file_name, other.file_name))
      .map((row) => ({ ...dataFileContent(row), sha256: row.sha256, size: row.size }));
    const files = named.map((file) => {
      const { sha256, size, show_in_editor, display_first, preview, lines, screens } = file;
      return { name: nameInCode(file), sha256, size, show_in_editor, display_first, preview, lines, screens };
    });
    const missing: string[] = [];
    const links = lesson.attached.datasets;
    for (const { id, name, hash } of await attachedDatasets(tx, links)) if (id === null) missing.push(PROBLEMS.dataset(name, hash));
    const datasets = await withDatasetFiles(tx, links, files).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      missing.push(error.message);
      return [];
    });
    return {
      lesson,
      screens: await listStoredScreens(tx, lessonId),
      files,
      pictures: rows.filter(({ kind }) => kind === 'image').map(({ file_name, sha256, size }) => ({ file_name, sha256, size })),
      datasets: datasets.slice(files.length).map(({ name, sha256 }) => ({ name, sha256 })),
      environment: environmentOf(lesson),
      packages: requestOf(lesson) === null ? null : (await dependencyStateOf(tx, lesson)).build.state,
      missing,
    };
  });
}

/** Which of these the store has. Duplicates are requested once. */
async function storedOf(blobs: Platform['blobs'], files: readonly { readonly sha256: string }[]): Promise<Set<string>> {
  const hashes = [...new Set(files.map(({ sha256 }) => sha256))];
  const answers = await inParallel(hashes, ASKED_AT_ONCE, (sha256) => blobs.has(sha256));
  return new Set(hashes.filter((_, index) => answers[index]));
}

/** The media type that an image is sent with. @param look What its bytes are; null: no known image. */
export function imageType(fileName: string, look: { readonly type: string } | null): string {
  if (look) return `image/${look.type}`;
  return /\.svg$/i.test(fileName) ? 'image/svg+xml' : 'application/octet-stream';
}
