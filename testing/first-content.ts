import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContentGit } from '#features/git/server/content-git.ts';
import { readFolderCopy, writeFolderCopy, type FolderCopy } from './folder-copy.ts';

let first: Promise<FolderCopy> | undefined;

/**
 * Copies the content repositories of a new product without sample content into a data folder. Creating them takes many git
 * processes.
 */
export async function copyFirstContent(dataFolder: string): Promise<void> {
  first ??= makeFirstContent();
  writeFolderCopy(await first, dataFolder);
}

async function makeFirstContent(): Promise<FolderCopy> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'lessonwright-first-content-'));
  const git = await ContentGit.open({ dataFolder, sampleFolder: null, log: { info: () => {}, warn: () => {} } });
  await git.close();
  const copy = readFolderCopy(dataFolder);
  await rm(dataFolder, { recursive: true });
  return copy;
}
