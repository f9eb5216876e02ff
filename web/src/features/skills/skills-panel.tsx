import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Question } from '#contract/screens.ts';
import type { Skill } from '#contract/skills.ts';
import { failureText } from '#web/platform/error-text.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { type ScreenAddress, useDeleteSkill } from './api.ts';
import { MESSAGES } from './messages.ts';
import { NewSkill } from './new-skill.tsx';
import { SkillRow } from './skill-row.tsx';
import classes from './skills.module.css';
import type { SkillEdits } from './use-skill-edits.ts';

interface SkillsPanelProps {
  address: ScreenAddress;
  skills: UseQueryResult<Skill[]>;
  edits: SkillEdits;
  /** The questions of the screen, whose options name skills. */
  questions: readonly Question[];
  isReadOnly: boolean;
}

/** The assessment skills of a screen (A §2): names and points, added, saved and deleted one by one. */
export function SkillsPanel({ address, skills, edits, questions, isReadOnly }: SkillsPanelProps) {
  const [deleting, setDeleting] = useState<Skill | null>(null);
  const remove = useDeleteSkill(address);
  if (!skills.data) {
    if (!skills.isError) return <Skeleton className={classes.loading ?? ''} height={90} animate={false} aria-label="Loading the skills" />;
    return (
      <div className={classes.panel}>
        <ErrorBanner
          text={failureText(skills.error, MESSAGES.notLoaded)}
          actions={
            <Button size="compact-sm" variant="default" onClick={() => void skills.refetch()}>
              Try again
            </Button>
          }
        />
      </div>
    );
  }
  const naming = (skill: Skill) =>
    questions.flatMap((question) => question.answer_options).filter((option) => option.skill_id === skill.id).length;
  function close() {
    setDeleting(null);
    remove.reset();
  }
  return (
    <div className={classes.panel}>
      {skills.data.length === 0 && <EmptyState text={MESSAGES.empty} />}
      {skills.data.length > 0 && (
        <ul className={classes.list} aria-label="Assessment skills">
          {skills.data.map((skill) => (
            <SkillRow
              key={skill.id}
              address={address}
              skill={skill}
              edit={edits.of(skill)}
              isReadOnly={isReadOnly}
              onEdit={(fields) => edits.change(skill.id, fields)}
              onSaved={() => edits.forget(skill.id)}
              onDelete={() => setDeleting(skill)}
            />
          ))}
        </ul>
      )}
      {!isReadOnly && <NewSkill address={address} edits={edits} />}
      <ConfirmDialog
        isOpen={deleting !== null}
        title="Delete skill"
        text={deleting && MESSAGES.deleteSkill(deleting.name, naming(deleting))}
        confirmLabel="Delete skill"
        isDanger
        isBusy={remove.isPending}
        error={remove.isError ? failureText(remove.error, MESSAGES.notDeleted) : null}
        onClose={close}
        onConfirm={() => {
          if (!deleting) return;
          remove.mutate(deleting.id, {
            onSuccess: () => {
              edits.forget(deleting.id);
              close();
            },
          });
        }}
      />
    </div>
  );
}
