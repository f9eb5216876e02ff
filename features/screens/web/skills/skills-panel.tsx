import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import type { Question } from '../../contract/screens.ts';
import type { Skill } from '../../contract/skills.ts';
import { type ScreenAddress, useDeleteSkill } from './api.ts';
import { MESSAGES } from './messages.ts';
import { SkillRow } from './skill-row.tsx';
import type { SkillEditing, SkillItem } from './use-skill-list.ts';
import classes from '../screens.module.css';

interface SkillsPanelProps {
  address: ScreenAddress;
  skills: UseQueryResult<Skill[]>;
  editing: SkillEditing;
  /** The questions of the screen, whose options name skills. */
  questions: readonly Question[];
  isReadOnly: boolean;
}

/** The assessment skills of a screen: names and points. The page saves them. */
export function SkillsPanel({ address, skills, editing: { list, items }, questions, isReadOnly }: SkillsPanelProps) {
  const root = useRef<HTMLUListElement>(null);
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
    questions.flatMap((question) => [question, ...question.answer_options]).filter(({ skill_id }) => skill_id === id).length;
  const savedOf = (id: number | null) => skills.data.find((skill) => skill.id === id) ?? null;
  // One to type in is always there.
  const shown = isReadOnly ? items.filter(({ isNew }) => !isNew) : withOneBlank(items);
  async function saveAndGoOn({ key, fields }: SkillItem) {
    if (fields.name === '' || !(await list.save(key, { isAutomatic: true }))) return;
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  }
  function close() {
    setDeleting(null);
    remove.reset();
  }
  return (
    <div className={classes.panel}>
      {items.every(({ isNew, isDirty }) => isNew && !isDirty) && <EmptyState text={MESSAGES.empty} />}
      {shown.length > 0 && (
        <ul ref={root} className={classes.list} aria-label="Assessment skills">
          {shown.map((item) => (
            <SkillRow
              key={item.key}
              item={item}
              saved={savedOf(item.id)}
              isReadOnly={isReadOnly}
              onEdit={(fields) => list.edit(item.key, fields)}
              onDone={() => void saveAndGoOn(item)}
              onDelete={() => (item.id === null ? list.remove(item.key) : setDeleting(item))}
            />
          ))}
        </ul>
      )}
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

/** The skills, and at the end one new one to type in; new ones of an earlier visit that are not saved come before it. */
function withOneBlank(items: readonly SkillItem[]): SkillItem[] {
  const blank = items.find(({ isNew, isDirty }) => isNew && !isDirty);
  const others = items.filter(({ isNew, isDirty }) => !isNew || isDirty);
  return blank ? [...others, blank] : others;
}
