import { PersonSelect } from '#features/accounts/web/people/person-select.tsx';
import { DueInput, StageSelect } from '#features/planning/web/planning-inputs.tsx';
import { FIELD_LABELS } from './field-labels.ts';
import type { LessonEditor } from './use-lesson-editor.ts';
import classes from './lesson-page.module.css';

/** Who works on a lesson and until when. */
export function PlanningForm({ editor, isReadOnly }: { editor: LessonEditor; isReadOnly: boolean }) {
  const { fields, edit, fieldErrors } = editor;
  return (
    <div className={classes.fields}>
      {(['owner', 'reviewer'] as const).map((role) => (
        <PersonSelect
          key={role}
          label={FIELD_LABELS[role] ?? ''}
          value={fields[role]}
          isReadOnly={isReadOnly}
          error={fieldErrors[role]}
          onChange={(email) => edit({ [role]: email })}
        />
      ))}
      <DueInput value={fields.due} isReadOnly={isReadOnly} error={fieldErrors['due']} onChange={(due) => edit({ due })} />
      <StageSelect value={fields.stage} isReadOnly={isReadOnly} error={fieldErrors['stage']} onChange={(stage) => edit({ stage })} />
    </div>
  );
}
