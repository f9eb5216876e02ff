import type { Rehearsal } from './contract.ts';

/** Whether a rehearsal is under way. */
export function isRehearsing({ state }: Pick<Rehearsal, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}
