import { Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core';
import type { CourseFields } from '#contract/courses.ts';
import { LIMITS } from '#contract/limits.ts';
import { LevelField } from '#web/ui/editing/level-field.tsx';
import { PARAGRAPH, textFields } from '#web/ui/editing/text-field.ts';
import type { Editor } from '#web/ui/editing/use-editor.ts';
import type { Unfinished } from '#web/ui/editing/use-unfinished.ts';
import { ListInput } from '#web/ui/list-input.tsx';
import { NumberListInput } from '#web/ui/number-list-input.tsx';
import classes from './courses.module.css';
import { FIELD_LABELS } from './field-labels.ts';

/** Lists into which one types before one adds, in the order of the form. */
export const LIST_FIELDS = ['objectives', 'skill_requirements', 'default_paths'] as const;
export type ListField = (typeof LIST_FIELDS)[number];

interface CourseFormProps {
  editor: Editor<CourseFields>;
  unfinished: Unfinished<ListField>;
  isReadOnly: boolean;
}

/** The details of a course: every field of B §7 PATCH /api/course/{id}. */
export function CourseForm({ editor, unfinished, isReadOnly }: CourseFormProps) {
  const { fields, edit, fieldErrors } = editor;
  const text = textFields(editor, FIELD_LABELS, isReadOnly);
  const amount = (name: 'duration' | 'replaces_course') => ({
    label: FIELD_LABELS[name],
    min: 0,
    readOnly: isReadOnly,
    hideControls: isReadOnly,
    error: fieldErrors[name],
    value: fields[name] ?? '',
    onChange: (value: number | string) => edit({ [name]: typeof value === 'number' ? value : null }),
  });
  const list = (name: 'objectives' | 'skill_requirements', noun: string) => (
    <div className={classes.wide}>
      <ListInput
        label={FIELD_LABELS[name]}
        noun={noun}
        values={fields[name]}
        onChange={(values) => edit({ [name]: values })}
        pending={unfinished.texts[name] ?? ''}
        onPending={(typed) => unfinished.type(name, typed)}
        maxLength={LIMITS.messageMax}
        isReadOnly={isReadOnly}
        error={fieldErrors[name]}
      />
    </div>
  );
  return (
    <div className={classes.fields}>
      <div className={classes.wide}>
        <TextInput {...text('name')} required maxLength={LIMITS.titleMax} />
      </div>
      <TextInput {...text('slug')} maxLength={LIMITS.titleMax} />
      <LevelField editor={editor} label={FIELD_LABELS.skill_level} isReadOnly={isReadOnly} />
      <NumberInput {...amount('duration')} description="Hours" decimalScale={2} />
      <NumberInput
        {...amount('replaces_course')}
        description="The number of the course that this one is instead of"
        allowDecimal={false}
        max={LIMITS.sequenceMax}
      />
      <div className={classes.wide}>
        <Checkbox
          label={FIELD_LABELS.deprecated}
          checked={fields.deprecated}
          disabled={isReadOnly}
          onChange={(event) => edit({ deprecated: event.currentTarget.checked })}
        />
      </div>
      <div className={classes.wide}>
        <Textarea {...text('short_description')} {...PARAGRAPH} />
      </div>
      <div className={classes.wide}>
        <Textarea {...text('description')} {...PARAGRAPH} />
      </div>
      {list('objectives', 'objective')}
      {list('skill_requirements', 'requirement')}
      <div className={classes.wide}>
        <Textarea {...text('overview')} {...PARAGRAPH} />
      </div>
      <div className={classes.wide}>
        <Textarea {...text('motivation')} {...PARAGRAPH} />
      </div>
      <div className={classes.wide}>
        <Textarea {...text('outcomes')} {...PARAGRAPH} />
      </div>
      <div className={classes.wide}>
        <NumberListInput
          label={FIELD_LABELS.default_paths}
          description="Numbers of paths"
          values={fields.default_paths}
          onChange={(default_paths) => edit({ default_paths })}
          pending={unfinished.texts['default_paths'] ?? ''}
          onPending={(typed) => unfinished.type('default_paths', typed)}
          min={0}
          max={LIMITS.sequenceMax}
          maxCount={500}
          isReadOnly={isReadOnly}
          error={fieldErrors['default_paths']}
        />
      </div>
    </div>
  );
}
