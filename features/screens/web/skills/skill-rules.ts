import { LIMITS } from '#platform/contract/limits.ts';
import type { SkillFields } from './api.ts';

/** A new skill starts at 1 point. */
export const NEW_SKILL: SkillFields = { name: '', point_value: LIMITS.skillPointsFirst };

/** A skill needs a non-blank name and can be saved only when changed. `saved` is null for a new one. */
export function canSaveSkill({ name, point_value }: SkillFields, saved: SkillFields | null): boolean {
  return name.trim() !== '' && (saved === null || name.trim() !== saved.name || point_value !== saved.point_value);
}
