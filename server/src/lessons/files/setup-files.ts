import { CUSTOM_SETUP_FILE } from '#contract/packages.ts';
import type { BlobStore } from '#server/platform/blobs.ts';

/** Every lesson of the command line may have one; it runs before each of its screens (B §2: Setup Files). */

interface SetupScript {
  readonly name: string;
  readonly code: string;
}

/**
 * What prepares a screen of the command line, in its order: custom_setup.sh, then the screen's setup code (product §5).
 * `files` are those besides, which the screen shows.
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
