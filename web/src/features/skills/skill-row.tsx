import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Skill } from '#contract/skills.ts';
import { failureText } from '#web/platform/error-text.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { type ScreenAddress, type SkillFields as Fields, useSaveSkill } from './api.ts';
import { MESSAGES } from './messages.ts';
import { SkillFields } from './skill-fields.tsx';
import { canSaveSkill } from './skill-rules.ts';
import classes from './skills.module.css';

interface SkillRowProps {
  address: ScreenAddress;
  skill: Skill;
  /** The fields as they were typed. */
  edit: Fields;
  isReadOnly: boolean;
  onEdit: (fields: Fields) => void;
  onSaved: () => void;
  onDelete: () => void;
}

/** One skill; it can be saved only when changed (A §5). */
export function SkillRow({ address, skill, edit, isReadOnly, onEdit, onSaved, onDelete }: SkillRowProps) {
  const saving = useSaveSkill(address);
  const canSave = canSaveSkill(edit, skill) && !saving.isPending;
  const save = () => {
    if (canSave) saving.mutate({ id: skill.id, fields: { ...edit, name: edit.name.trim() } }, { onSuccess: onSaved });
  };
  return (
    <li className={classes.row}>
      <SkillFields name={skill.name} fields={edit} isOff={isReadOnly || saving.isPending} onChange={onEdit} onEnter={save} />
      {!isReadOnly && (
        <>
          <Button
            size="xs"
            variant="default"
            aria-label={`Save ${skill.name}`}
            // Disabled for everyone but the keyboard: the focus stays on it while and after it saves.
            aria-disabled={!canSave}
            data-disabled={!canSave || undefined}
            onClick={save}
          >
            Save
          </Button>
          <ActionIcon aria-label={`Delete ${skill.name}`} disabled={saving.isPending} onClick={onDelete}>
            <IconTrash size={15} aria-hidden />
          </ActionIcon>
        </>
      )}
      {saving.isError && (
        <div className={classes.error}>
          <ErrorBanner text={failureText(saving.error, MESSAGES.notSaved)} />
        </div>
      )}
    </li>
  );
}
