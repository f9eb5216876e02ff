import type { RunnerFolders } from '../runner-folders.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Settings } from '../settings.ts';
import type { UserIds } from '../user-ids.ts';

/** What building environments needs: everything in {@link RuntimeDeps} except the environments themselves. */
export interface BuildDeps {
  readonly settings: Settings;
  readonly sandbox: Sandbox;
  readonly folders: RunnerFolders;
  readonly userIds: UserIds;
}
