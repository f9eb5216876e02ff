import { copyFile, link } from 'node:fs/promises';

/** The same bytes under another name; a copy where the file system cannot do that. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}
