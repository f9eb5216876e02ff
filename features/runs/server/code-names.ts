import { getLessonFor } from '#features/lesson-store/server/index.ts';
import { LANGUAGES } from '#platform/contract/languages.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { BlobStore } from '#platform/server/blobs.ts';
import { AppError } from '#platform/server/errors.ts';
import { firstBytes } from '#platform/server/first-bytes.ts';
import type { Platform } from '#platform/server/platform.ts';
import { runTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import type { CodeNames } from '../contract/code-names.ts';
import type { FileStart } from '../rules/file-tables.ts';
import { importNames } from '../rules/import-names.ts';
import { readLessonInputs } from './run-context.ts';

const KB = 1024;
/** How much of a file is read for its names, by its ending: a row of names, the statements that make tables, the schema of a database. */
const READ: readonly (readonly [ending: RegExp, bytes: number])[] = [
  [/\.[ct]sv$/i, 64 * KB],
  [/\.sql$/i, 512 * KB],
  [/\.(?:db|db3|sqlite|sqlite3)$/i, 4 * KB * KB],
];
/** How many files are read; datasets can have thousands. */
const MOST_FILES = 40;

/**
 * The names that the code of a lesson can use. No code runs: they are read from the beginnings of its files and from its packages.
 *
 * @throws AppError `not_found` for a lesson that the actor may not see
 */
export async function readCodeNames({ db, blobs }: Pick<Platform, 'db' | 'blobs'>, actor: Actor, lessonId: number): Promise<CodeNames> {
  const lesson = await getLessonFor(db, actor, lessonId);
  const { files, datasetFiles } = await readLessonInputs(db, lesson);
  const { language } = lesson.fields;
  const all = [...files, ...datasetFiles];
  const starts = await readStarts(blobs, all);
  const done = await runTextTask('namesInFiles', [starts, language !== null && LANGUAGES[language].isQuery]);
  const read = typeof done === 'string' ? { files: [], tables: [] } : done.result;
  const columns = new Map(read.files.map((file) => [file.name, file.columns]));
  return {
    files: all.map(({ name }) => ({ name, columns: columns.get(name) ?? [] })),
    tables: read.tables,
    packages: importNames(
      language,
      lesson.attached.packages.map(({ name }) => name),
      lesson.attached.packages_lock,
    ),
  };
}

async function readStarts(blobs: BlobStore, files: readonly { readonly name: string; readonly sha256: string }[]): Promise<FileStart[]> {
  const starts: FileStart[] = [];
  for (const { name, sha256 } of files) {
    const size = READ.find(([ending]) => ending.test(name))?.[1];
    if (size === undefined || starts.length === MOST_FILES) continue;
    const bytes = await readStart(blobs, sha256, size);
    if (bytes) starts.push({ name, bytes });
  }
  return starts;
}

/** Null if the file can't be read now: the names of the others are still of use. */
async function readStart(blobs: BlobStore, sha256: string, size: number): Promise<Uint8Array | null> {
  try {
    return await firstBytes(await blobs.stream(sha256), size);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
