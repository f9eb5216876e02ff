import { LIMITS } from '#platform/contract/limits.ts';
import type { SkillValues } from './api.ts';

/** A new skill starts at 1 point. */
export const NEW_SKILL: SkillValues = { name: '', point_value: LIMITS.skillPointsFirst };

/** A skill needs a non-blank name and can be saved only when changed. `saved` is null for a new one. */
export function canSaveSkill({ name, point_value }: SkillValues, saved: SkillValues | null): boolean {
  return name.trim() !== '' && (saved === null || name.trim() !== saved.name || point_value !== saved.point_value);
}
