import { appendFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { COMMITTER, headOf, writeCommit } from './commit-writer.ts';
import { CONFIG_TEXT, flushFolder } from './durability.ts';
import { FirstCloneError, GitError } from './git-errors.ts';
import { GitRepository, runGit } from './git.ts';
import { ObjectReader } from './object-reader.ts';
import { mirrorAll, push, type Remote, type RemoteSource } from './remote.ts';
import { withRemote } from './with-remote.ts';

/** Default branch of the built-in code host, and of others unless set. */
export const MAIN_BRANCH = 'main';

const EMPTY_REPOSITORY: Readonly<Record<string, string>> = {
  'README.md': '# Content\n\nLessons, courses and paths, written with Lessonwright. Each lesson is a folder below `lessons/`.\n',
  '.gitattributes': '**/.generated/** linguist-generated\n',
};

export async function pathExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Creates a bare repository at `directory`. `fill` adds the first content; the repository is renamed into place
 * afterwards, so a crash leaves all of it or nothing.
 */
async function createRepository(directory: string, fill: (repository: GitRepository) => Promise<void>): Promise<GitRepository> {
  const aside = `${directory}.new`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(dirname(aside), { recursive: true });
  await runGit(['init', '--quiet', '--bare', '--template=', `--initial-branch=${MAIN_BRANCH}`, '--', aside], {});
  const made = new GitRepository(aside);
  await appendFile(join(aside, 'config'), CONFIG_TEXT);
  await fill(made);
  await rename(aside, directory);
  await flushFolder(dirname(directory));
  return new GitRepository(directory);
}

/** Creates a repository with the branches of `source`. */
export async function createFrom(directory: string, source: Remote): Promise<GitRepository> {
  return createRepository(directory, async (repository) => {
    const outcome = await mirrorAll(repository, source);
    if (outcome.kind === 'unreachable') throw new GitError(outcome.text, 'failed');
  });
}

/** Creates a repository with one commit on main: the files of `sampleFolder`, or a short README if that is null. */
export async function createWithContent(directory: string, sampleFolder: string | null): Promise<GitRepository> {
  return createRepository(directory, async (repository) => {
    await writeFirstCommit(repository, MAIN_BRANCH, sampleFolder);
  });
}

/**
 * Creates a repository with the branches of an external code host. An empty one first gets the initial content of a new
 * built-in repository.
 *
 * @throws FirstCloneError
 */
export async function cloneRemote(
  directory: string,
  source: RemoteSource,
  { mainBranch, sampleFolder }: { mainBranch: string; sampleFolder: string | null },
): Promise<GitRepository> {
  return createRepository(directory, async (repository) => {
    const cloned = await withRemote(source, (remote) => mirrorAll(repository, remote));
    if (cloned.kind === 'unreachable') throw new FirstCloneError(`Couldn’t clone the content repository: ${cloned.text}`);
    if ((await headOf(repository, mainBranch)) !== null) return;
    const others = await repository.text(['for-each-ref', '--format=%(refname:short)', '--count=5', 'refs/heads/']);
    if (others !== '') {
      const names = others.split('\n').join(', ');
      throw new FirstCloneError(
        `The content repository has no branch ${mainBranch}, but ${names}. Set LESSONWRIGHT_MAIN_BRANCH to the one to publish.`,
      );
    }
    const sha = await writeFirstCommit(repository, mainBranch, sampleFolder);
    const pushed = await withRemote(source, (remote) => push(repository, remote, { branch: mainBranch, sha, known: null }));
    if (pushed.kind !== 'pushed') {
      const reason = 'text' in pushed ? pushed.text : 'another server initialized it just now. Start again.';
      throw new FirstCloneError(`Couldn’t initialize the content repository, which is empty: ${reason}`);
    }
  });
}

async function writeFirstCommit(repository: GitRepository, branch: string, sampleFolder: string | null): Promise<string> {
  const reader = new ObjectReader(repository.directory);
  try {
    return await writeCommit(repository, reader, {
      branch,
      expectedHead: null,
      author: COMMITTER,
      message: sampleFolder === null ? 'Initialize the content repository' : 'Add the sample content',
      date: new Date(),
      writes: sampleFolder === null ? emptyContent() : await readFiles(sampleFolder),
      deletes: [],
    });
  } finally {
    await reader.close();
  }
}

function emptyContent(): Map<string, Uint8Array> {
  return new Map(Object.entries(EMPTY_REPOSITORY).map(([path, text]) => [path, Buffer.from(text)]));
}

async function readFiles(folder: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = new Map<string, Uint8Array>();
  for (const path of paths.toSorted()) files.set(relative(folder, path).split(sep).join('/'), await readFile(path));
  return files;
}
