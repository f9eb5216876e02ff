import type { EnvironmentRef } from '#contract/runner-protocol.ts';
import type { Handle } from '#server/platform/database/database.ts';

/** What a lesson's code runs in: its last build that succeeded; null: the base environment (product §12). */
export async function environmentOf(_handle: Handle, _lessonId: number): Promise<EnvironmentRef | null> {
  return null;
}
