import type { FastifyReply } from 'fastify';
import { MESSAGES } from '#features/branches/server/index.ts';
import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { getCourseFor, listCourseLessons } from '#features/curricula/server/index.ts';
import { withDatasetFiles } from '#features/datasets/server/index.ts';
import { dataFileContent, listLessonFiles, nameInCode } from '#features/lesson-files/server/index.ts';
import { getLessonFor, lessonContentOf, listReleaseLessons } from '#features/lesson-store/server/index.ts';
import { readCleanImage } from '#features/lessons/server/index.ts';
import { getRelease } from '#features/releases/server/index.ts';
import { listScreenContents, listScreenPositions } from '#features/screens/server/index.ts';
import { contentKey } from '#platform/content/lesson-link.ts';
import { isSafePath } from '#platform/content/safe-path.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Db } from '#platform/server/database/database.ts';
import { AppError, forbidden, refused } from '#platform/server/errors.ts';
import { sendZip } from '#platform/server/http/send-zip.ts';
import type { Platform } from '#platform/server/platform.ts';
import { requireTextTask, runTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import type { NewZipEntry } from '#platform/server/zip/write-zip.ts';
import { EXPORTED_LESSONS_MAX, type ExportFormat, type ExportQuery, type ExportReport } from '../contract.ts';
import type { LessonFile } from '../rules/project-files.ts';
import { embedsImages, type Project, projectOf, zipName } from '../rules/project.ts';
import { unwrittenDocument } from '../rules/unwritten.ts';

interface Exported {
  readonly title: string;
  readonly lessons: readonly { readonly id: number; readonly uuid: string; readonly sequence: number; readonly title: string }[];
}

type StoredLessonFile = LessonFile & { readonly sha256: string };

/**
 * Sends lessons, a course or a release in a format for other tools, with all saved changes. Documents are written one lesson at a
 * time while they are sent.
 *
 * @throws AppError `not_found`; `forbidden` for an external author's course or release; `refused` without lessons, or with too many.
 */
export async function exportAs(platform: Platform, actor: Actor, query: ExportQuery, reply: FastifyReply): Promise<FastifyReply> {
  const { title, lessons } = await whatToExport(platform.db, actor, query);
  const project = projectOf(title, lessons);
  return sendZip(reply, zipName(query.format, title), projectEntries(platform, query.format, project, lessons, actor));
}

/** Returns what an export would leave out, by lesson. @throws AppError as {@link exportAs} */
export async function getExportReport({ db }: Pick<Platform, 'db'>, actor: Actor, query: ExportQuery): Promise<ExportReport> {
  const { title, lessons } = await whatToExport(db, actor, query);
  const project = projectOf(title, lessons);
  const reported: ExportReport['lessons'] = [];
  for (const { id, sequence, title: name } of lessons) {
    const { lesson } = await readLesson(db, actor, id);
    const linked = await withLinkedScreens(db, project, lessons, lesson);
    const losses = await runTextTask('exportLosses', [lesson, query.format, linked.lessons]);
    const shown = typeof losses === 'object' ? losses.result : [{ screen: null, title: '', reason: MESSAGES.exportUnread }];
    reported.push({ id, sequence, title: name, losses: shown });
  }
  return { file_name: zipName(query.format, title), lessons: reported };
}

/** The project with the screens to which a lesson links. */
async function withLinkedScreens(db: Db, project: Project, lessons: Exported['lessons'], lesson: LessonContent): Promise<Project> {
  const names = await runTextTask('lessonsWithLinkedScreens', [lesson]);
  const linked = new Set(typeof names === 'object' ? names.result : []);
  const all = [...project.lessons];
  for (const [index, each] of project.lessons.entries())
    if (linked.has(contentKey(each.uuid)) || linked.has(each.sequence))
      all[index] = { ...each, screens: await listScreenPositions(db, lessons[index]?.id ?? 0) };
  return { ...project, lessons: all };
}

async function whatToExport(db: Db, actor: Actor, { kind, ids }: Pick<ExportQuery, 'kind' | 'ids'>): Promise<Exported> {
  const [id = 0, ...others] = new Set(ids);
  if (kind !== 'lessons' && actor.role === 'external') throw forbidden();
  if (kind !== 'lessons' && others.length > 0) throw refused(MESSAGES.exportOne);
  const exported =
    kind === 'course'
      ? await courseToExport(db, actor, id)
      : kind === 'release'
        ? await releaseToExport(db, id)
        : await chosen(db, actor, ids);
  if (exported.lessons.length === 0) throw refused(MESSAGES.noLessonsToExport);
  if (exported.lessons.length > EXPORTED_LESSONS_MAX) throw refused(MESSAGES.tooManyToExport(EXPORTED_LESSONS_MAX));
  return exported;
}

async function courseToExport(db: Db, actor: Actor, id: number): Promise<Exported> {
  const { course } = await getCourseFor(db, actor, id);
  const ids = (await listCourseLessons(db, actor, id)).flatMap((lesson) => (lesson.id === null ? [] : [lesson.id]));
  return { title: course.fields.name, lessons: (await chosen(db, actor, ids)).lessons };
}

async function releaseToExport(db: Db, id: number): Promise<Exported> {
  const { name } = await getRelease(db, id);
  return { title: name, lessons: (await listReleaseLessons(db, id)).filter((lesson) => !lesson.is_shallow_import) };
}

async function chosen(db: Db, actor: Actor, ids: readonly number[]): Promise<Exported> {
  const lessons = [];
  for (const id of new Set(ids)) {
    const { uuid, sequence, fields } = await getLessonFor(db, actor, id);
    lessons.push({ id, uuid, sequence, title: fields.title });
  }
  return { title: lessons.length === 1 ? (lessons[0]?.title ?? '') : 'Lessons', lessons };
}

async function readLesson(db: Db, actor: Actor, id: number): Promise<{ lesson: LessonContent; files: StoredLessonFile[] }> {
  const stored = await getLessonFor(db, actor, id);
  const content = await lessonContentOf(db, stored);
  // Texts name them in this encoding, whichever git has.
  const images = content.images.map(({ file_name }) => ({ file_name: file_name.normalize('NFC') }));
  const lesson = { ...content, images, screens: await listScreenContents(db, id) };
  const rows = await listLessonFiles(db, id);
  const data = rows.flatMap((row) => (row.kind === 'data' ? [{ name: nameInCode(dataFileContent(row)), sha256: row.sha256 }] : []));
  const shown = rows.flatMap(({ kind, file_name, sha256 }) =>
    kind === 'image' ? [{ name: file_name.normalize('NFC'), sha256, isImage: true }] : [],
  );
  return { lesson, files: [...(await withDatasets(db, lesson, data)).map((file) => ({ ...file, isImage: false })), ...shown] };
}

/** Without datasets if they can't be distinguished from the data files, which an author has to fix. */
async function withDatasets(db: Db, { datasets }: LessonContent, files: readonly { name: string; sha256: string }[]) {
  try {
    return await withDatasetFiles(db, datasets, files);
  } catch (error) {
    if (error instanceof AppError) return files;
    throw error;
  }
}

/** The entries of a zip. Each path is in it once. Documents are written when their turn comes. */
async function* projectEntries(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  format: ExportFormat,
  project: Project,
  lessons: Exported['lessons'],
  actor: Actor,
): AsyncGenerator<NewZipEntry> {
  const all: string[] = [];
  let written: { readonly folder: string; readonly documents: Promise<ReadonlyMap<string, Uint8Array> | null> } | null = null;
  for (const [index, { id }] of lessons.entries()) {
    const { lesson, files } = await readLesson(db, actor, id);
    const folder = project.lessons[index]?.folder ?? '';
    const given = { lesson, folder, files };
    const paths = await requireTextTask('exportPaths', [format, given], MESSAGES.exportUnread);
    const write = async () => {
      const images = embedsImages(format) ? await readImages(blobs, files) : new Map<string, Uint8Array>();
      const linked = await withLinkedScreens(db, project, lessons, lesson);
      const documents = await runTextTask('exportDocuments', [format, given, linked, images]);
      return typeof documents === 'object' ? documents.result : null;
    };
    const open = async (path: string): Promise<Uint8Array> => {
      if (written?.folder !== folder) written = { folder, documents: write() };
      const documents = await written.documents;
      const bytes = documents === null ? encodeUtf8(unwrittenDocument(format)) : documents.get(path);
      if (!bytes) throw new Error(`The export has no document ${path}.`);
      return bytes;
    };
    const taken = new Set<string>();
    all.push(...paths.documents);
    for (const path of paths.documents) {
      taken.add(path.toLowerCase());
      yield { path, open: () => open(path) };
    }
    for (const [at, file] of files.entries()) {
      const path = paths.files[at] ?? null;
      // A data file can have the name of a document, or one that only code can use.
      if (path === null || !isSafePath(path) || taken.has(path.toLowerCase())) continue;
      taken.add(path.toLowerCase());
      all.push(path);
      yield { path, open: () => (file.isImage ? readCleanImage(blobs, file) : blobs.stream(file.sha256)) };
    }
  }
  for (const [path, bytes] of await requireTextTask('projectFiles', [format, project, all], MESSAGES.exportUnread)) yield { path, bytes };
}

async function readImages(blobs: Platform['blobs'], files: readonly StoredLessonFile[]): Promise<Map<string, Uint8Array>> {
  const images = new Map<string, Uint8Array>();
  for (const { name, sha256, isImage } of files) if (isImage) images.set(name, await readCleanImage(blobs, { sha256 }));
  return images;
}
