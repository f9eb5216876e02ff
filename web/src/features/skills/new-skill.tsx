import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { failureText } from '#web/platform/error-text.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { type ScreenAddress, useSaveSkill } from './api.ts';
import { MESSAGES } from './messages.ts';
import { SkillFields } from './skill-fields.tsx';
import { canSaveSkill } from './skill-rules.ts';
import classes from './skills.module.css';
import type { SkillEdits } from './use-skill-edits.ts';

/** Adds a skill; it starts at 1 point (A §9). */
export function NewSkill({ address, edits }: { address: ScreenAddress; edits: SkillEdits }) {
  const saving = useSaveSkill(address);
  const fields = edits.added;
  const canAdd = canSaveSkill(fields, null) && !saving.isPending;
  const add = () => {
    if (canAdd) saving.mutate({ id: null, fields: { ...fields, name: fields.name.trim() } }, { onSuccess: () => edits.add(null) });
  };
  return (
    <div className={classes.row} role="group" aria-label="New skill">
      <SkillFields name="new skill" fields={fields} isOff={saving.isPending} onChange={(next) => edits.add(next)} onEnter={add} />
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
      {saving.isError && (
        <div className={classes.error}>
          <ErrorBanner text={failureText(saving.error, MESSAGES.notSaved)} />
        </div>
      )}
    </div>
  );
}
