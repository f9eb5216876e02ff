import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ContentGit } from '#server/platform/git/content-git.ts';

/** Paths below the data folder. */
interface Repositories {
  readonly folders: readonly string[];
  readonly files: ReadonlyMap<string, Uint8Array>;
}

let first: Promise<Repositories> | undefined;

/**
 * Copies the content repositories of a new product without sample content into a data folder. Creating them takes some twenty git
 * processes.
 */
export async function copyFirstContent(dataFolder: string): Promise<void> {
  first ??= makeFirstContent();
  const { folders, files } = await first;
  for (const folder of folders) await mkdir(join(dataFolder, folder), { recursive: true });
  for (const [path, bytes] of files) await writeFile(join(dataFolder, path), bytes);
}

async function makeFirstContent(): Promise<Repositories> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'lessonwright-first-content-'));
  const git = await ContentGit.open({ dataFolder, sampleFolder: null, log: { info: () => {}, warn: () => {} } });
  await git.close();
  const entries = await readdir(dataFolder, { recursive: true, withFileTypes: true });
  const pathOf = (entry: (typeof entries)[number]) => relative(dataFolder, join(entry.parentPath, entry.name));
  const files = new Map<string, Uint8Array>();
  for (const entry of entries) if (entry.isFile()) files.set(pathOf(entry), await readFile(join(dataFolder, pathOf(entry))));
  await rm(dataFolder, { recursive: true });
  return { folders: entries.filter((entry) => entry.isDirectory()).map(pathOf), files };
}
