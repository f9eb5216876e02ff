import { CUSTOM_SETUP_FILE } from '#contract/packages.ts';
import type { BlobStore } from '#server/platform/blobs.ts';

/** Optional in every command line lesson; runs before each of its screens. */

interface SetupScript {
  readonly name: string;
  readonly code: string;
}

/**
 * What prepares a command line screen, in order: custom_setup.sh, then the screen's setup code. `files` are the others,
 * which the screen shows.
 */
export async function setupOf(
  blobs: BlobStore,
  files: readonly { name: string; sha256: string }[],
  setupCode: string,
): Promise<{ setup: SetupScript[]; files: { name: string; sha256: string }[] }> {
  const custom = files.find(({ name }) => name === CUSTOM_SETUP_FILE);
  const setup: SetupScript[] = custom
    ? [{ name: CUSTOM_SETUP_FILE, code: Buffer.from(await blobs.get(custom.sha256)).toString('utf8') }]
    : [];
  if (setupCode.trim() !== '') setup.push({ name: 'setup.sh', code: setupCode });
  return { setup, files: files.filter(({ name }) => name !== CUSTOM_SETUP_FILE) };
}
