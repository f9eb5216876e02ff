import { CUSTOM_SETUP_FILE } from '#features/packages/contract.ts';
import type { WorkFile } from '#platform/contract/runner-protocol.ts';
import type { BlobStore } from '#platform/server/blobs.ts';

/** Optional in every command line lesson; runs before each of its screens. */

interface SetupScript {
  readonly name: string;
  readonly code: string;
}

/** What prepares a command line screen. */
interface Setup {
  /** Runs first: custom_setup.sh. */
  readonly ofLesson: SetupScript[];
  /** Runs after the code of earlier screens: the screen's setup code. */
  readonly ofScreen: SetupScript[];
  /** The files that the screen shows: all others. */
  readonly files: WorkFile[];
}

/** Reads what prepares a command line screen. */
export async function setupOf(blobs: Pick<BlobStore, 'get'>, files: readonly WorkFile[], setupCode: string): Promise<Setup> {
  const custom = files.find(({ name }) => name === CUSTOM_SETUP_FILE);
  return {
    ofLesson: custom ? [{ name: CUSTOM_SETUP_FILE, code: Buffer.from(await blobs.get(custom.sha256)).toString('utf8') }] : [],
    ofScreen: setupCode.trim() === '' ? [] : [{ name: 'setup.sh', code: setupCode }],
    files: files.filter(({ name }) => name !== CUSTOM_SETUP_FILE),
  };
}
