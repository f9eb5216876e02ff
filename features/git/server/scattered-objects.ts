import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** From this number on, `gc` pays off. */
const LOOSE_OBJECTS_MAX = 2_000;
const PACKS_MAX = 20;
const LOOSE_FOLDER = /^[0-9a-f]{2}$/;

/** Whether a repository has many loose objects or packs. Asked after each push, so it reads folders and starts no git. */
export async function isScattered(repository: string): Promise<boolean> {
  const objects = join(repository, 'objects');
  // A folder may have gone: git removes empty ones.
  const list = (folder: string) => readdir(join(objects, folder)).catch(() => []);
  const packs = (await list('pack')).filter((name) => name.endsWith('.pack'));
  if (packs.length >= PACKS_MAX) return true;
  const loose = await Promise.all((await list('')).filter((name) => LOOSE_FOLDER.test(name)).map(list));
  return loose.reduce((sum, { length }) => sum + length, 0) >= LOOSE_OBJECTS_MAX;
}
