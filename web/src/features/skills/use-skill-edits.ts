import { useEffect, useState } from 'react';
import type { Skill } from '#contract/skills.ts';
import { clearDraft, draftKey, loadDraft, saveDraft } from '#web/platform/drafts.ts';
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
  };
}

function isChanged(fields: SkillFields | undefined, skill: Skill): boolean {
  return fields !== undefined && (fields.name !== skill.name || fields.point_value !== skill.point_value);
}
