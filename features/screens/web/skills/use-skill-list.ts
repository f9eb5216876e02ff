import { useEffect, useState } from 'react';
import { draftKey } from '#platform/web/drafts.ts';
import { EditList, type ListItem } from '#platform/web/ui/editing/edit-list.ts';
import { useDraft } from '#platform/web/ui/editing/use-draft.ts';
import { useStore } from '#platform/web/use-store.ts';
import { newUuid } from '#platform/web/uuid.ts';
import type { Skill } from '../../contract/skills.ts';
import { type ScreenAddress, type SkillValues, useSaveSkill } from './api.ts';
import { MESSAGES } from './messages.ts';
import { canSaveSkill, NEW_SKILL } from './skill-rules.ts';

export type SkillItem = ListItem<SkillValues>;

export interface SkillEditing {
  list: EditList<SkillValues>;
  items: readonly SkillItem[];
  isDirty: boolean;
}

/**
 * The skills of a screen while they are edited. There is always a new one to type in.
 *
 * @param skills Undefined until they are loaded, or where the screen has none.
 */
export function useSkillList(
  address: ScreenAddress,
  userId: number,
  skills: readonly Skill[] | undefined,
  isReadOnly: boolean,
  onAutomatic: () => void,
): SkillEditing {
  const { mutateAsync: save } = useSaveSkill(address);
  const [list] = useState(() => {
    const made = new EditList<SkillValues>({
      saved: [],
      names: ['name', 'point_value'],
      empty: NEW_SKILL,
      isBlank: ({ name }) => name.trim() === '',
      send: async ({ id, fields, base, isAutomatic }) => {
        const skill = { ...base, ...fields };
        // What cannot be saved, such as an empty name, stays as it was typed.
        if (!canSaveSkill(skill, null)) throw new Error(MESSAGES.noName);
        const saved = await save({ id, fields: skill, isAutomatic });
        if (isAutomatic) onAutomatic();
        return saved;
      },
    });
    made.add(newKey());
    return made;
  });
  const { items, isDirty } = useStore(list);
  useEffect(() => {
    if (skills) list.take(skills);
  }, [list, skills]);
  const hasNew = items.some(({ isNew }) => isNew);
  useEffect(() => {
    if (!hasNew) list.add(newKey());
  }, [list, hasNew]);
  useDraft(list, { key: draftKey(userId, 'skills', address.screenId), restoresItself: true, isOff: isReadOnly || skills === undefined });
  return { list, items, isDirty };
}

function newKey(): string {
  return `new-${newUuid()}`;
}
