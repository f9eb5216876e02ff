import { useEffect, useState } from 'react';
import type { Skill } from '#contract/skills.ts';
import { clearDraft, draftKey, loadDraft, saveDraft } from '#web/platform/drafts.ts';
import { noteRestored } from '#web/platform/set-aside.ts';
import type { SkillFields } from './api.ts';
import { canSaveSkill, NEW_SKILL } from './skill-rules.ts';

/** What was typed into the skills of one screen and is not saved. */
export interface SkillEdits {
  isDirty: boolean;
  /** The fields of a skill as they were typed. */
  of: (skill: Skill) => SkillFields;
  change: (id: number, fields: SkillFields) => void;
  /** It was saved, or deleted. */
  forget: (id: number) => void;
  /** The skill that is being added. */
  added: SkillFields;
  /** Null: it was added. */
  add: (fields: SkillFields | null) => void;
  /** Saves every skill that was changed, and adds the new one, with what is given. True when nothing is left unsaved. */
  saveAll: (save: (skill: { id: number | null; fields: SkillFields }) => Promise<unknown>) => Promise<boolean>;
}

/** By number; that of the one being added is `new`. */
type Typed = Record<string, SkillFields>;
const NEW = 'new';

/** Unsaved edits of a screen's skills, kept in this browser until they are saved (product §10.2). */
export function useSkillEdits(screenId: number, userId: number, skills: readonly Skill[] | undefined, isActive: boolean): SkillEdits {
  const [typed, setTyped] = useState<Typed>({});
  const [isLoaded, setLoaded] = useState(false);
  const key = draftKey(userId, 'skills', screenId);

  useEffect(() => {
    let isLeft = false;
    if (isActive)
      void loadDraft<Typed>(key).then((draft) => {
        if (isLeft) return;
        if (draft) noteRestored(key);
        setTyped((now) => ({ ...(draft?.fields as Typed | undefined), ...now }));
        setLoaded(true);
      });
    return () => {
      isLeft = true;
    };
  }, [key, isActive]);

  const isDirty = canSaveSkill(typed[NEW] ?? NEW_SKILL, null) || (skills ?? []).some((skill) => isChanged(typed[skill.id], skill));

  useEffect(() => {
    if (!isLoaded || skills === undefined) return;
    if (isDirty) saveDraft(key, { base_revision: 0, fields: typed, at: Date.now() });
    else void clearDraft(key);
  }, [key, isLoaded, isDirty, typed, skills]);

  const without = (name: string) => setTyped((all) => Object.fromEntries(Object.entries(all).filter(([each]) => each !== name)));
  return {
    isDirty,
    of: (skill) => typed[skill.id] ?? { name: skill.name, point_value: skill.point_value },
    change: (id, fields) => setTyped((all) => ({ ...all, [id]: fields })),
    forget: (id) => without(String(id)),
    added: typed[NEW] ?? NEW_SKILL,
    add: (fields) => (fields === null ? without(NEW) : setTyped((all) => ({ ...all, [NEW]: fields }))),
    saveAll: async (save) => {
      const changed = (skills ?? []).flatMap((skill) => {
        const fields = typed[skill.id];
        return fields && isChanged(fields, skill) ? [{ skill, fields }] : [];
      });
      const added = canSaveSkill(typed[NEW] ?? NEW_SKILL, null) ? [{ skill: null, fields: typed[NEW] ?? NEW_SKILL }] : [];
      let isAllSaved = true;
      for (const { skill, fields } of [...changed, ...added]) {
        try {
          // What cannot be saved, such as an empty name, stays as it was typed.
          if (!canSaveSkill(fields, skill)) throw new Error('The skill is not complete.');
          // One call at a time: they change the same screen.
          await save({ id: skill?.id ?? null, fields: { ...fields, name: fields.name.trim() } });
          without(String(skill?.id ?? NEW));
        } catch {
          isAllSaved = false;
        }
      }
      return isAllSaved;
    },
  };
}

function isChanged(fields: SkillFields | undefined, skill: Skill): boolean {
  return fields !== undefined && (fields.name !== skill.name || fields.point_value !== skill.point_value);
}
