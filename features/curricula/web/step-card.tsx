import { ActionIcon, Button, Textarea, TextInput, Title } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { draftKey } from '#platform/web/drafts.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DraftBanner } from '#platform/web/ui/editing/draft-banner.tsx';
import { saveBody } from '#platform/web/ui/editing/edit-session.ts';
import { EditorConflict } from '#platform/web/ui/editing/editor-conflict.tsx';
import { SaveChangesButton } from '#platform/web/ui/editing/save-changes.tsx';
import { textFields } from '#platform/web/ui/editing/text-field.ts';
import { useUnsavedPart } from '#platform/web/ui/editing/unsaved-parts.ts';
import { type Editor, useEditor } from '#platform/web/ui/editing/use-editor.ts';
import { type Path, type Step, StepFields } from '../contract/paths.ts';
import { labelIn, STEP_LABELS } from './field-labels.ts';
import { MESSAGES, STEP_MESSAGES } from './messages.ts';
import { StepCourses } from './step-courses.tsx';
import { saveStep } from './steps-api.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './curricula.module.css';

interface StepCardProps {
  path: Path;
  step: Step;
  /** From 1. */
  place: number;
  isLast: boolean;
  isReadOnly: boolean;
  onMove: (by: 1 | -1) => void;
  onDelete: () => void;
}

/** One step of a path: its fields, its position, and its courses. */
export function StepCard({ path, step, place, isLast, isReadOnly, onMove, onDelete }: StepCardProps) {
  const client = useQueryClient();
  const user = useCurrentUser();
  const editor = useEditor<StepFields>({
    stored: step,
    names: StepFields.keyof().options,
    send: (save) => saveStep(client, path.id, step.id, saveBody(save)),
    failed: STEP_MESSAGES.saveFailed,
    draftKey: draftKey(user.id, 'step', step.id),
    isReadOnly,
    problemsOf,
  });
  const title = `Step ${place}`;
  // A step takes no commit message: it has no separate history.
  useUnsavedPart({ name: title.toLowerCase(), state: editor.state, error: editor.error, save: () => editor.save() });
  return (
    <li id={`step-${step.id}`} className={classes.step} aria-label={title} tabIndex={-1}>
      <div className={layout.wrapCentered}>
        <Title order={3}>{title}</Title>
        {isReadOnly ? null : (
          <span className={classes.stepActions}>
            <ActionIcon
              data-step-action="up"
              aria-label={`Move ${title} up`}
              title="Move up"
              disabled={place === 1}
              onClick={() => onMove(-1)}
            >
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              data-step-action="down"
              aria-label={`Move ${title} down`}
              title="Move down"
              disabled={isLast}
              onClick={() => onMove(1)}
            >
              <IconArrowDown size={16} aria-hidden />
            </ActionIcon>
            <Button
              size="xs"
              variant="default"
              data-step-action="delete"
              leftSection={<IconTrash size={15} aria-hidden />}
              aria-label={`Delete Step ${place}`}
              onClick={onDelete}
            >
              Delete Step
            </Button>
            <SaveChangesButton
              isDirty={editor.isDirty}
              isSaving={editor.isSaving}
              label={`Save Changes of step ${place}`}
              onSave={() => void editor.save()}
            />
          </span>
        )}
      </div>
      <DraftBanner draft={editor.draft} what={`step ${place}`} />
      <ErrorBanner text={editor.error} />
      <StepForm editor={editor} place={place} isReadOnly={isReadOnly} />
      <StepCourses path={path} step={step} place={place} isReadOnly={isReadOnly} />
      <EditorConflict editor={editor} fieldLabel={labelIn(STEP_LABELS)} />
    </li>
  );
}

function problemsOf({ name }: StepFields): Record<string, string> {
  return name.trim() === '' ? { name: MESSAGES.nameEmpty } : {};
}

const PARAGRAPH = { autosize: true, minRows: 1, maxRows: 12, maxLength: LIMITS.textMax } as const;

function StepForm({ editor, place, isReadOnly }: { editor: Editor<StepFields>; place: number; isReadOnly: boolean }) {
  const text = textFields(editor, STEP_LABELS, isReadOnly);
  return (
    <div className={classes.fields} role="group" aria-label={`Fields of step ${place}`}>
      <div className={layout.allColumns}>
        <TextInput {...text('name')} required maxLength={LIMITS.titleMax} />
      </div>
      <TextInput {...text('meta_title')} maxLength={LIMITS.titleMax} />
      <TextInput {...text('slug')} maxLength={LIMITS.titleMax} />
      <Textarea {...text('description')} {...PARAGRAPH} />
      <Textarea {...text('meta_description')} {...PARAGRAPH} />
    </div>
  );
}
