import type { ScreenFields } from '#features/screens/contract/screens.ts';

/** The fields of another screen after the join: what referred to the removed screen refers to the one that stays. */
export function withReferences<F extends Pick<ScreenFields, 'runs_after' | 'starts_from'>>(fields: F, removed: string, kept: string): F {
  const { runs_after, starts_from } = fields;
  return {
    ...fields,
    starts_from: starts_from === removed ? kept : starts_from,
    runs_after: Array.isArray(runs_after) ? [...new Set(runs_after.map((uuid) => (uuid === removed ? kept : uuid)))] : runs_after,
  };
}
