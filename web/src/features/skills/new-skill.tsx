import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { failureText } from '#web/platform/error-text.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { MESSAGES } from './messages.ts';
import { SkillFields } from './skill-fields.tsx';
import { canSaveSkill } from './skill-rules.ts';
import classes from './skills.module.css';
import type { SkillEditing, SkillItem } from './use-skill-list.ts';

/** Adds a skill; it starts at 1 point. */
export function NewSkill({ item: { key, fields, isSaving, failure }, list }: { item: SkillItem; list: SkillEditing['list'] }) {
  const canAdd = canSaveSkill(fields, null) && !isSaving;
  const add = () => canAdd && void list.save(key);
  return (
    <div className={classes.row} role="group" aria-label="New skill">
      <SkillFields name="new skill" fields={fields} isOff={isSaving} onChange={(next) => list.edit(key, next)} onEnter={add} />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={15} aria-hidden />}
        aria-disabled={!canAdd}
        data-disabled={!canAdd || undefined}
        onClick={add}
      >
        Add skill
      </Button>
      {failure && (
        <div className={classes.error}>
          <ErrorBanner text={failureText(failure, MESSAGES.notSaved)} />
        </div>
      )}
    </div>
  );
}
