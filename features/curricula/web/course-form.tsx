import { Checkbox, NumberInput } from '@mantine/core';
import { LIMITS } from '#platform/contract/limits.ts';
import type { Editor } from '#platform/web/ui/editing/use-editor.ts';
import type { Unfinished } from '#platform/web/ui/editing/use-unfinished.ts';
import { NumberListInput } from '#platform/web/ui/number-list-input.tsx';
import type { CourseFields } from '../contract/courses.ts';
import { detailInputs } from './detail-inputs.tsx';
import { COURSE_LABELS } from './field-labels.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './curricula.module.css';

/** Inputs that add to a list, in the order of the form. */
export const COURSE_LISTS = ['objectives', 'skill_requirements', 'default_paths'] as const;

interface CourseFormProps {
  editor: Editor<CourseFields>;
  unfinished: Unfinished<(typeof COURSE_LISTS)[number]>;
  isReadOnly: boolean;
}

/** The details of a course. */
export function CourseForm({ editor, unfinished, isReadOnly }: CourseFormProps) {
  const { fields, edit, fieldErrors } = editor;
  const { name, slug, level, hours, amount, paragraph, list } = detailInputs<CourseFields, 'objectives' | 'skill_requirements'>({
    editor,
    labels: COURSE_LABELS,
    unfinished,
    isReadOnly,
  });
  return (
    <div className={classes.fields}>
      {name}
      {slug}
      {level}
      {hours}
      <NumberInput
        {...amount('replaces_course')}
        description="Number of the course this one replaces"
        allowDecimal={false}
        max={LIMITS.sequenceMax}
      />
      <div className={layout.allColumns}>
        <Checkbox
          label={COURSE_LABELS.deprecated}
          checked={fields.deprecated}
          disabled={isReadOnly}
          onChange={(event) => edit({ deprecated: event.currentTarget.checked })}
        />
      </div>
      {paragraph('short_description')}
      {paragraph('description')}
      {list('objectives', 'objective')}
      {list('skill_requirements', 'requirement')}
      {paragraph('overview')}
      {paragraph('motivation')}
      {paragraph('outcomes')}
      <NumberListInput
        label={COURSE_LABELS.default_paths}
        description="Numbers of paths"
        values={fields.default_paths}
        onChange={(default_paths) => edit({ default_paths })}
        pending={unfinished.texts.default_paths ?? ''}
        onPending={(typed) => unfinished.type('default_paths', typed)}
        min={0}
        max={LIMITS.sequenceMax}
        maxCount={500}
        isReadOnly={isReadOnly}
        error={fieldErrors['default_paths']}
      />
    </div>
  );
}
