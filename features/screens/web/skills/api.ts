import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import type { Skill } from '../../contract/skills.ts';

export interface ScreenAddress {
  lessonId: number;
  screenId: number;
}

/** The key of a screen's skills, for every revision. */
export const skillsKey = ({ lessonId, screenId }: ScreenAddress) => ['lesson', lessonId, 'skills', screenId];

/**
 * The assessment skills of a screen.
 *
 * @param revision Of the screen. Every change of a skill raises it, and the skills are refetched.
 */
export function useSkills(address: ScreenAddress, revision: number, isAssessment: boolean) {
  return useQuery({
    queryKey: [...skillsKey(address), revision],
    queryFn: ({ signal }) => api.listSkills({ params: address }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isAssessment,
  });
}

export type SkillValues = Pick<Skill, 'name' | 'point_value'>;

interface SkillSave {
  /** Null: it is added. */
  id: number | null;
  fields: SkillValues;
  isAutomatic?: boolean;
}

/** Adds a skill, or saves one. */
export function useSaveSkill(address: ScreenAddress) {
  const changed = useSkillsChanged(address);
  return useMutation({
    mutationFn: ({ id, fields, isAutomatic = false }: SkillSave) => {
      const body = { ...fields, ...(isAutomatic && { automatic: true }) };
      return id === null ? api.createSkill({ params: address, body }) : api.saveSkill({ params: address, body: { skillId: id, ...body } });
    },
    onSuccess: (skill) =>
      changed((skills) =>
        skills.some(({ id }) => id === skill.id) ? skills.map((each) => (each.id === skill.id ? skill : each)) : [...skills, skill],
      ),
  });
}

export function useDeleteSkill(address: ScreenAddress) {
  const changed = useSkillsChanged(address);
  return useMutation({
    mutationFn: (skillId: number) => api.deleteSkill({ params: address, body: { skillId } }),
    onSuccess: (remaining) => changed(() => remaining),
  });
}

/** Shows the outcome of a call at once. */
function useSkillsChanged(address: ScreenAddress) {
  const client = useQueryClient();
  return (change: (skills: readonly Skill[]) => Skill[]) => {
    const queryKey = skillsKey(address);
    client.setQueriesData<Skill[]>({ queryKey }, (skills) => skills && change(skills));
  };
}
