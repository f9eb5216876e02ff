import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import type { SkillValues as Fields } from './api.ts';
import { MESSAGES } from './messages.ts';
import { SkillFields } from './skill-fields.tsx';
import { canSaveSkill } from './skill-rules.ts';
import type { SkillItem } from './use-skill-list.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './skills.module.css';

interface SkillRowProps {
  item: SkillItem;
  /** As it is saved; null: another author deleted it. */
  saved: Fields | null;
  isReadOnly: boolean;
  onEdit: (fields: Fields) => void;
  onSave: () => void;
  onDelete: () => void;
}

/** One skill; it can be saved only when it was changed. */
export function SkillRow({ item: { fields, isSaving, failure }, saved, isReadOnly, onEdit, onSave, onDelete }: SkillRowProps) {
  const { name } = saved ?? fields;
  const canSave = canSaveSkill(fields, saved) && !isSaving;
  const save = () => canSave && onSave();
  return (
    <li className={classes.row}>
      <SkillFields name={name} fields={fields} isOff={isReadOnly || isSaving} onChange={onEdit} onEnter={save} />
      {!isReadOnly && (
        <>
          <Button
            size="xs"
            variant="default"
            aria-label={`Save ${name}`}
            // Disabled for everyone but the keyboard: the focus stays on it while and after it saves.
            aria-disabled={!canSave}
            data-disabled={!canSave || undefined}
            onClick={save}
          >
            Save
          </Button>
          <ActionIcon aria-label={`Delete ${name}`} disabled={isSaving} onClick={onDelete}>
            <IconTrash size={15} aria-hidden />
          </ActionIcon>
        </>
      )}
      {failure && (
        <div className={layout.ownRow}>
          <ErrorBanner text={failureText(failure, MESSAGES.notSaved)} />
        </div>
      )}
    </li>
  );
}
