import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import type { Question } from '../../contract/screens.ts';
import type { Skill } from '../../contract/skills.ts';
import { type ScreenAddress, useDeleteSkill } from './api.ts';
import { MESSAGES } from './messages.ts';
import { SkillFields } from './skill-fields.tsx';
import { SkillRow } from './skill-row.tsx';
import { canSaveSkill } from './skill-rules.ts';
import type { SkillEditing, SkillItem } from './use-skill-list.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './skills.module.css';

interface SkillsPanelProps {
  address: ScreenAddress;
  skills: UseQueryResult<Skill[]>;
  editing: SkillEditing;
  /** The questions of the screen, whose options name skills. */
  questions: readonly Question[];
  isReadOnly: boolean;
}

/** The assessment skills of a screen: names and points, added, saved and deleted one by one. */
export function SkillsPanel({ address, skills, editing: { list, items }, questions, isReadOnly }: SkillsPanelProps) {
  const [deleting, setDeleting] = useState<SkillItem | null>(null);
  const remove = useDeleteSkill(address);
  if (!skills.data) {
    if (!skills.isError)
      return <Skeleton className={classes.loading ?? ''} height={90} animate={false} role="status" aria-label="Loading the skills" />;
    return (
      <div className={classes.panel}>
        <ErrorBanner text={failureText(skills.error, MESSAGES.notLoaded)} onRetry={() => void skills.refetch()} />
      </div>
    );
  }
  const naming = (id: number | null) =>
    questions.flatMap((question) => question.answer_options).filter((option) => option.skill_id === id).length;
  const savedOf = (id: number | null) => skills.data.find((skill) => skill.id === id) ?? null;
  const shown = items.filter(({ isNew }) => !isNew);
  const added = items.filter(({ isNew }) => isNew);
  function close() {
    setDeleting(null);
    remove.reset();
  }
  return (
    <div className={classes.panel}>
      {shown.length === 0 && <EmptyState text={MESSAGES.empty} />}
      {shown.length > 0 && (
        <ul className={classes.list} aria-label="Assessment skills">
          {shown.map((item) => (
            <SkillRow
              key={item.key}
              item={item}
              saved={savedOf(item.id)}
              isReadOnly={isReadOnly}
              onEdit={(fields) => list.edit(item.key, fields)}
              onSave={() => void list.save(item.key)}
              onDelete={() => (item.id === null ? list.remove(item.key) : setDeleting(item))}
            />
          ))}
        </ul>
      )}
      {!isReadOnly &&
        (added.some(({ isDirty }) => isDirty) ? added.filter(({ isDirty }) => isDirty) : added.slice(0, 1)).map((item) => (
          <NewSkill key={item.key} item={item} list={list} />
        ))}
      <ConfirmDialog
        isOpen={deleting !== null}
        title="Delete skill"
        text={deleting && MESSAGES.deleteSkill(savedOf(deleting.id)?.name ?? '', naming(deleting.id))}
        confirmLabel="Delete skill"
        isDanger
        isBusy={remove.isPending}
        error={remove.isError ? failureText(remove.error, MESSAGES.notDeleted) : null}
        onClose={close}
        onConfirm={() => {
          if (!deleting?.id) return;
          remove.mutate(deleting.id, {
            onSuccess: () => {
              list.remove(deleting.key);
              close();
            },
          });
        }}
      />
    </div>
  );
}

/** Adds a skill; it starts at 1 point. */
function NewSkill({ item: { key, fields, isSaving, failure }, list }: { item: SkillItem; list: SkillEditing['list'] }) {
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
        <div className={layout.ownRow}>
          <ErrorBanner text={failureText(failure, MESSAGES.notSaved)} />
        </div>
      )}
    </div>
  );
}
