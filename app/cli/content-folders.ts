/** Finds the clone of a content repository around a folder, and reads its files. */

import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { CONTENT_ROOTS, type ContentRoot } from '#features/git/rules/content-roots.ts';
import { CONTENT_FILE_BYTES_MAX } from '#features/git/rules/file-size.ts';
import { CommandRefused } from './command.ts';

/** Folders of lessons, courses and paths, by their names. */
export type Selection = Readonly<Record<ContentRoot, readonly string[]>>;

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * The root of the clone that a folder is in: the nearest folder with `lessons`, or else the root of a git repository.
 * @throws CommandRefused
 */
export async function findClone(folder: string): Promise<string> {
  let found: string | null = null;
  for (let at = resolve(folder), above = ''; at !== above; above = at, at = dirname(at)) {
    if (await isFolder(join(at, 'lessons'))) return at;
    if (await exists(join(at, '.git'))) found ??= at;
  }
  if (found !== null) return found;
  throw new CommandRefused(
    `${folder} isn’t in a content repository: neither it nor a folder above it has “lessons”. Change to your clone, or start one with: lessonwright new content`,
  );
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** All folders of a clone. @throws CommandRefused */
export async function listFolders(root: string): Promise<Selection> {
  const [lessons, courses, paths] = await Promise.all(CONTENT_ROOTS.map((kind) => foldersIn(join(root, kind))));
  return { lessons: lessons ?? [], courses: courses ?? [], paths: paths ?? [] };
}

/** @throws CommandRefused for a link, which could lead out of the clone */
async function foldersIn(folder: string): Promise<string[]> {
  const found = await lstat(folder).catch(() => null);
  if (found?.isSymbolicLink()) throw new CommandRefused(`${folder} is a symbolic link. In a content repository it has to be a folder.`);
  if (!found?.isDirectory()) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

/**
 * The folders of a clone that paths name: a path inside a lesson is that lesson, one above lessons is all of them.
 * @param folder Paths are relative to it. Without paths, what it belongs to is chosen: one lesson, or everything.
 * @throws CommandRefused for a path that isn't in the clone
 */
export function select(root: string, all: Selection, paths: readonly string[], folder: string): Selection {
  const wanted = paths.length === 0 ? [placeAround(root, folder)] : paths.map((path) => placeOf(root, resolve(folder, path), path));
  const chosen = (kind: ContentRoot) =>
    all[kind].filter((name) =>
      wanted.some((place) => place.kind === null || (place.kind === kind && (place.name === null || place.name === name))),
    );
  for (const { kind, name, path } of wanted)
    if (kind !== null && name !== null && !all[kind].includes(name))
      throw new CommandRefused(`${path}: there is no ${kind}/${name} in ${root}.`);
  return { lessons: chosen('lessons'), courses: chosen('courses'), paths: chosen('paths') };
}

interface Place {
  readonly path: string;
  readonly kind: ContentRoot | null;
  readonly name: string | null;
}

function placeOf(root: string, target: string, path: string): Place {
  const place = placeAround(root, target);
  if (place.kind !== null || target === root) return { ...place, path };
  throw new CommandRefused(`${path} is in no lesson, course or path of ${root}. Name one, for example lessons/101-loops.`);
}

/** Everything, if the folder is in no lesson, course or path. */
function placeAround(root: string, folder: string): Place {
  const [top, name = null] = relative(root, folder).split(sep);
  const kind = CONTENT_ROOTS.find((each) => each === top) ?? null;
  return { path: folder, kind, name: kind && name };
}

/** Images and data files count only by their names. */
const CONTENT_UNREAD = /^(?:images|files)\//;

/** The files of folders. Links to elsewhere aren't followed, as git doesn't either. @param only Of each folder only these. */
export async function readFolders(
  root: string,
  kind: ContentRoot,
  names: readonly string[],
  only?: readonly string[],
): Promise<Map<string, Files>> {
  const folders = new Map<string, Files>();
  for (const name of names) folders.set(name, await readFiles(join(root, kind, name), only));
  return folders;
}

/** @throws CommandRefused for one that the server wouldn't read either */
async function readText(path: string): Promise<Uint8Array> {
  requireFileSize(path, (await stat(path)).size);
  return new Uint8Array(await readFile(path));
}

/** @throws CommandRefused for a file that is too large for a lesson, course or path */
export function requireFileSize(path: string, bytes: number): void {
  if (bytes <= CONTENT_FILE_BYTES_MAX) return;
  const [size, most] = [bytes, CONTENT_FILE_BYTES_MAX].map((each) => Math.ceil(each / 1024 ** 2));
  throw new CommandRefused(`${path} has ${size} MB. A file in a content repository can have at most ${most} MB: shorten or remove it.`);
}

async function readFiles(folder: string, only?: readonly string[]): Promise<Files> {
  const files = new Map<string, Uint8Array>();
  for (const entry of await readdir(folder, { recursive: only === undefined, withFileTypes: true })) {
    if (!entry.isFile() || (only && !only.includes(entry.name))) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    files.set(name, CONTENT_UNREAD.test(name) ? new Uint8Array() : await readText(path));
  }
  return files;
}
