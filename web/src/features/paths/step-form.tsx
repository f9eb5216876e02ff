import { Textarea, TextInput } from '@mantine/core';
import { LIMITS } from '#contract/limits.ts';
import type { StepFields } from '#contract/paths.ts';
import { textFields } from '#web/ui/editing/text-field.ts';
import type { Editor } from '#web/ui/editing/use-editor.ts';
import { STEP_LABELS } from './field-labels.ts';
import classes from './paths.module.css';

/** The fields of a step (B §2). */
export function StepForm({ editor, place, isReadOnly }: { editor: Editor<StepFields>; place: number; isReadOnly: boolean }) {
  const text = textFields(editor, STEP_LABELS, isReadOnly);
  const paragraph = { autosize: true, minRows: 1, maxRows: 12, maxLength: LIMITS.textMax };
  return (
    <div className={classes.fields} role="group" aria-label={`Fields of step ${place}`}>
      <div className={classes.wide}>
        <TextInput {...text('name')} required maxLength={LIMITS.titleMax} />
      </div>
      <TextInput {...text('meta_title')} maxLength={LIMITS.titleMax} />
      <TextInput {...text('slug')} maxLength={LIMITS.titleMax} />
      <Textarea {...text('description')} {...paragraph} />
      <Textarea {...text('meta_description')} {...paragraph} />
    </div>
  );
}
