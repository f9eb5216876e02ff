import type { SyncConflictDetails } from './sync.ts';

/** The parts of it that are looked into. */
const PARTS = ['base', 'mine', 'theirs', 'labels'] as const satisfies readonly (keyof SyncConflictDetails)[];

/**
 * Both sides of a sync that has to be decided on, when the `details` of an error are that; else null. Told apart without the
 * schema: the pages ask it on every load, and the schema would bring all of zod to them.
 */
export function readSyncConflict(details: unknown): SyncConflictDetails | null {
  if (!isObject(details) || typeof details['commit'] !== 'string') return null;
  return PARTS.every((part) => isObject(details[part])) ? (details as SyncConflictDetails) : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
