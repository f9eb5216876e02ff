import type { Rehearsal } from './rehearsals.ts';

/** Whether a rehearsal is under way. */
export function isRehearsing({ state }: Pick<Rehearsal, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}
