import { copyFile, link } from 'node:fs/promises';

/** Hard-links a file, or copies it where the file system doesn't support that. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}
