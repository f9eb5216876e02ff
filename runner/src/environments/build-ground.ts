import type { Sandbox } from '#runner/sandbox/sandbox.ts';
import type { Settings } from '#runner/settings.ts';
import type { UserIds } from '#runner/user-ids.ts';
import type { Workshop } from '#runner/workshop.ts';

/** What environments stand on: of what every language stands on, all but environments themselves. */
export interface BuildGround {
  readonly settings: Settings;
  readonly sandbox: Sandbox;
  readonly workshop: Workshop;
  readonly userIds: UserIds;
}
