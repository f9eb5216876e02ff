import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { ApiError } from '#platform/contract/client.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import type { SkillValues as Fields } from './api.ts';
import { MESSAGES } from './messages.ts';
import { SkillFields } from './skill-fields.tsx';
import type { SkillItem } from './use-skill-list.ts';
import layout from '#platform/web/ui/layout.module.css';

interface SkillRowProps {
  item: SkillItem;
  /** As it is saved; null: another author deleted it. */
  saved: Fields | null;
  isReadOnly: boolean;
  onEdit: (fields: Fields) => void;
  /** Saves it now, and goes on to the next one. */
  onDone: () => void;
  onDelete: () => void;
}

/** One skill, or the new one at the end. The page saves it. */
export function SkillRow({ item: { key, fields, isNew, isSaving, failure }, saved, isReadOnly, onEdit, onDone, onDelete }: SkillRowProps) {
  const name = saved?.name || fields.name;
  const isBlank = fields.name === '';
  const canAdd = !isBlank && !isSaving;
  return (
    <li className={layout.wrapCentered} data-skill={key}>
      <SkillFields
        name={isNew ? 'new skill' : name}
        fields={fields}
        isOff={isReadOnly || isSaving}
        error={isBlank && !isNew ? MESSAGES.noName : null}
        onChange={onEdit}
        onEnter={onDone}
      />
      {isNew && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          // Disabled for everyone but the keyboard: the focus stays on it while it saves.
          aria-disabled={!canAdd}
          data-disabled={!canAdd || undefined}
          onClick={() => canAdd && onDone()}
        >
          Add skill
        </Button>
      )}
      {!isNew && !isReadOnly && (
        <ActionIcon aria-label={`Delete ${name}`} disabled={isSaving} onClick={onDelete}>
          <IconTrash size={15} aria-hidden />
        </ActionIcon>
      )}
      {failure instanceof ApiError && (
        <div className={layout.ownRow}>
          <ErrorBanner text={failureText(failure, MESSAGES.notSaved)} />
        </div>
      )}
    </li>
  );
}
