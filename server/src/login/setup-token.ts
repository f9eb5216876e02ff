import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSameSecret, newSecret } from '#server/platform/secrets.ts';

function fileOf(dataFolder: string): string {
  return join(dataFolder, 'setup-token');
}

/** The one-time token that creates the owner; it survives restarts until it is used. */
export async function ensureSetupToken(dataFolder: string): Promise<string> {
  const known = await readSetupToken(dataFolder);
  if (known !== null) return known;
  const token = newSecret();
  await writeFile(fileOf(dataFolder), `${token}\n`, { mode: 0o600, flag: 'w' });
  return token;
}

export async function isSetupToken(dataFolder: string, input: string): Promise<boolean> {
  const token = await readSetupToken(dataFolder);
  return token !== null && isSameSecret(token, input);
}

export async function removeSetupToken(dataFolder: string): Promise<void> {
  await rm(fileOf(dataFolder), { force: true });
}

async function readSetupToken(dataFolder: string): Promise<string | null> {
  try {
    const token = (await readFile(fileOf(dataFolder), 'utf8')).trim();
    return token === '' ? null : token;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
