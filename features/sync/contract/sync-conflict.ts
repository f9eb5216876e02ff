import type { SyncConflictDetails } from './sync.ts';

/** The parts that are inspected. */
const PARTS = ['base', 'mine', 'theirs', 'labels'] as const satisfies readonly (keyof SyncConflictDetails)[];

/**
 * Returns both sides of a sync conflict if the `details` of an error are one; otherwise null. Doesn't use the schema: every page
 * loads this, and the schema would pull in all of zod.
 */
export function readSyncConflict(details: unknown): SyncConflictDetails | null {
  if (!isObject(details) || typeof details['commit'] !== 'string') return null;
  return PARTS.every((part) => isObject(details[part])) ? (details as SyncConflictDetails) : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
