import type { z } from 'zod';
import { getAuthor } from '#features/accounts/server/index.ts';
import { createBranchAtMain, requireFreeBranch, readBranch, MESSAGES } from '#features/branches/server/index.ts';
import { CURRICULUM_KINDS, type CurriculumKind } from '#features/curricula/server/index.ts';
import type { RefusedFile, Release } from '#features/releases/contract/releases.ts';
import {
  importAllCurricula,
  readAllFolders,
  type FoundCurriculum,
  findZipCurricula,
  type ZipCurriculum,
  importing,
  importChosen,
} from '#features/sync/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { invalid, refused as refusal } from '#platform/server/errors.ts';
import type { FileBytes } from '#platform/server/file-bytes.ts';
import type { UploadedFile } from '#platform/server/http/read-form.ts';
import type { Platform } from '#platform/server/platform.ts';
import { CheckedZip } from '#platform/server/zip/checked-zip.ts';
import { insertRelease } from './create-release.ts';
import { releaseView } from './list-releases.ts';
import { findZipLessons, LESSON_YAML, type ZipLesson } from './zip-lessons.ts';

const MB = 1024 * 1024;
/** Limit of the uploaded zip. It is stored on disk and unpacked file by file. */
export const ZIP_BYTES_MAX = 2048 * MB;
const LIMITS = { entries: 100_000, totalBytes: 4096 * MB, fileBytes: 50 * MB, keptBytes: MB, allKeptBytes: 128 * MB };
/** The files that identify a folder as a lesson, course or path. */
const YAML_FILES: readonly string[] = [LESSON_YAML, ...CURRICULUM_KINDS.map(({ file }) => file)];
const isYamlFile = (path: string) => YAML_FILES.includes(path.slice(path.lastIndexOf('/') + 1));

export interface ZipForm {
  releaseName: string;
  branchName: string;
  operation_id?: string | undefined;
  file: UploadedFile | undefined;
}

type Refused = z.infer<typeof RefusedFile>[];

/**
 * Creates a branch from main with the lessons, courses and paths of a zip, in one commit, and its release. Existing
 * ones are replaced on the new branch.
 *
 * @throws AppError `already_exists`; `refused` if it isn't a zip or has no content; `too_large`
 */
export async function createReleaseFromZip(
  platform: Platform,
  actor: Actor,
  { releaseName, branchName: branch, operation_id, file }: ZipForm,
): Promise<Release & { refused: Refused; invalidLessons: Record<string, string> }> {
  if (!file) throw invalid([{ path: 'file', message: 'A zip release needs a .zip file.' }]);
  if (!/\.zip$/i.test(file.name)) throw invalid([{ path: 'file', message: `${file.name} is not a .zip file.` }]);
  return platform.operations.run({ id: operation_id, actor, stopped: MESSAGES.stopped.zip }, async (operation) => {
    const { signal } = operation;
    await requireFreeBranch(platform, branch);
    operation.progress('Reading the zip', 0, null);
    const onRead = (done: number, total: number) => operation.progress('Reading the zip', done, total);
    using zip = await CheckedZip.open(file.path, LIMITS, { isKept: isYamlFile, signal, onRead });
    // Checked before the branch is created, so that a zip without content leaves nothing behind.
    const first = findZipCurricula(zip.files, () => undefined);
    if (findZipLessons(first.others, new Map()).lessons.length + first.curricula.length === 0) throw refusal(noLesson(zip.refused));
    const main = await createBranchAtMain(platform, branch, null, signal);
    const folders = new Map<number, string[]>();
    for await (const { lessons } of readBranch(platform, main, operation))
      for (const { sequence, folder } of lessons) folders.set(sequence, [...(folders.get(sequence) ?? []), folder]);
    const { curricula, others, refused: refusedFiles } = findZipCurricula(zip.files, await foldersOfMain(platform, main));
    const { lessons, refused } = findZipLessons(others, new Map([...folders].map(([sequence, [folder = '']]) => [sequence, folder])));
    operation.progress('Writing the commit', 0, null);
    const deletes = [
      ...lessons.flatMap(({ sequence }) => (folders.get(sequence) ?? []).map((folder) => `lessons/${folder}`)),
      ...curricula.map(({ kind, folder }) => `${kind.root}/${folder}`),
    ];
    const commit_sha = await commitFolders(
      platform,
      actor,
      {
        branch,
        main,
        folders: [...lessons.map(ofLesson), ...curricula.map(ofCurriculum)],
        deletes,
        title: titleOf(lessons.length, curricula, file.name),
      },
      signal,
    );
    const id = await insertRelease(platform, actor, { name: releaseName, branch_name: branch, commit_sha, pushed_sha: null });
    const chosen = lessons.map(({ folder, sequence }) => ({ folder, sequence, commit: commit_sha }));
    const invalid = await importing(platform, actor, { releaseId: id, operation }, () => importChosen(platform, id, chosen, operation));
    const isOfZip = (kind: CurriculumKind, folder: string) => curricula.some((each) => each.kind === kind && each.folder === folder);
    const invalidLessons = { ...invalid, ...(await importAllCurricula(platform, { id, name: releaseName }, commit_sha, isOfZip)) };
    return { ...(await releaseView(platform, id)), refused: [...zip.refused, ...refusedFiles, ...refused], invalidLessons };
  });
}

function noLesson(refused: Readonly<Refused>): string {
  const [first] = refused;
  const why = first ? ` ${refused.length} files were rejected, the first of them ${first.path}: ${first.reason}` : '';
  return `The zip contains no lessons: no folder has a lesson.yaml with a number.${why}`;
}

/** Main's folder for each course or path number. */
async function foldersOfMain(platform: Platform, main: string): Promise<(kind: CurriculumKind, sequence: number) => string | undefined> {
  const found = new Map<CurriculumKind, Map<number, FoundCurriculum>>();
  for (const kind of CURRICULUM_KINDS) found.set(kind, (await readAllFolders(platform, kind, main)).found);
  return (kind, sequence) => found.get(kind)?.get(sequence)?.folder;
}

interface BranchFolder {
  /** Path from the root of the branch. */
  readonly place: string;
  readonly files: ReadonlyMap<string, FileBytes>;
}

const ofLesson = ({ folder, files }: ZipLesson): BranchFolder => ({ place: `lessons/${folder}`, files });
const ofCurriculum = ({ kind, folder, files }: ZipCurriculum): BranchFolder => ({ place: `${kind.root}/${folder}`, files });

function titleOf(lessons: number, curricula: readonly ZipCurriculum[], zip: string): string {
  const counts = [
    ['lessons', lessons] as const,
    ...CURRICULUM_KINDS.map((each) => [each.root, curricula.filter(({ kind }) => kind === each).length] as const),
  ];
  const listed = counts.filter(([root, count]) => count > 0 || root === 'lessons').map(([root, count]) => `${count} ${root}`);
  return `Add ${listed.join(', ')} from ${zip}`;
}

async function commitFolders(
  { db, git }: Platform,
  actor: Actor,
  {
    branch,
    main,
    folders,
    deletes,
    title,
  }: { branch: string; main: string; folders: readonly BranchFolder[]; deletes: string[]; title: string },
  signal: AbortSignal,
): Promise<string> {
  return git.commit(
    {
      branch,
      expectedHead: main,
      author: await getAuthor(db, actor.id),
      message: title,
      date: new Date(),
      deletes,
      writes: new Map(folders.flatMap(({ place, files }) => [...files].map(([path, bytes]) => [`${place}/${path}`, bytes] as const))),
    },
    signal,
  );
}
