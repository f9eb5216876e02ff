import type { FileEntry } from '#features/git/server/index.ts';
import { isSameName } from '#platform/content/file-names.ts';
import { contentPathProblem } from '#platform/server/content-path.ts';
import type { Platform } from '#platform/server/platform.ts';

type Git = Platform['git'];

/** Longer texts, in bytes, are only shown as lines. */
export const TEXT_BYTES_MAX = 200_000;
/** Metadata files are far smaller. */
const YAML_BYTES_MAX = 1_000_000;

/**
 * A file of a commit: this one, or one whose letters git has in another encoding; null if it isn't there.
 *
 * @param path From a user: an unsafe one is no file.
 */
export async function findFile(git: Git, commit: string, path: string): Promise<FileEntry | null> {
  const [, folder, name] = /^(.+)\/([^/]+)$/.exec(path) ?? [];
  if (folder === undefined || contentPathProblem(path) !== null || !(await git.hasCommit(commit))) return null;
  const files = await git.listFiles(commit, folder);
  return files.find((entry) => entry.path === name) ?? files.find((entry) => isSameName(entry.path, name ?? '')) ?? null;
}

/** The text of a file of a commit; null if it isn't there, or far too large. */
export async function readCommitText(git: Git, commit: string, path: string): Promise<string | null> {
  const file = await findFile(git, commit, path);
  return file && ((await git.readBlob(file.oid, TEXT_BYTES_MAX))?.toString() ?? null);
}

/** A metadata file among listed files. */
export async function readYamlBytes(git: Git, files: readonly FileEntry[], path: string): Promise<Uint8Array | null> {
  const file = files.find((entry) => entry.path === path);
  return file ? git.readBlob(file.oid, YAML_BYTES_MAX) : null;
}
