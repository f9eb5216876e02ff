import { lstat, readlink } from 'node:fs/promises';
import type { SystemFolder } from './bubblewrap-arguments.ts';

const TOP_FOLDERS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

/** Returns the host's top-level folders that contain programs. */
export async function findSystemFolders(): Promise<SystemFolder[]> {
  const found = await Promise.all(TOP_FOLDERS.map(lookAt));
  return found.filter((folder) => folder !== null);
}

async function lookAt(path: string): Promise<SystemFolder | null> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return null;
  return { path, linkTo: stats.isSymbolicLink() ? await readlink(path) : null };
}
