import { Checkbox, MultiSelect, Textarea, TextInput } from '@mantine/core';
import { Plan, PLANS, type Lesson } from '#features/lessons/contract/lessons.ts';
import { LevelField } from '#features/lessons/web/level-field.tsx';
import { LIMITS } from '#platform/contract/limits.ts';
import { PARAGRAPH, textFields } from '#platform/web/ui/editing/text-field.ts';
import { ListInput } from '#platform/web/ui/list-input.tsx';
import { FIELD_LABELS } from './field-labels.ts';
import type { LessonEditor } from './use-lesson-editor.ts';
import type { LessonSaving } from './use-lesson-saving.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './lesson-page.module.css';

interface MetadataFormProps {
  lesson: Lesson;
  editor: LessonEditor;
  isReadOnly: boolean;
  saving: LessonSaving;
}

/** Where a text of a lesson is shown. */
const SHOWN_IN = {
  meta_title: 'The title in search engines and browser tabs of the site that publishes the lesson. Without one, it is the title.',
  meta_description: 'The lines below that title in search engines.',
  description: 'For the catalog: what the lesson teaches, in a sentence or two.',
  overview: 'What learners read on the lesson’s first page, above its screens.',
  preview: 'What people read who can’t open the lesson.',
} as const;

const hint = (name: keyof typeof SHOWN_IN) => ({ description: SHOWN_IN[name] });

/** The metadata of a lesson. Settings have their own group. */
export function MetadataForm({ lesson, editor, isReadOnly, saving }: MetadataFormProps) {
  const { fields, edit, fieldErrors } = editor;
  const text = textFields(editor, FIELD_LABELS, isReadOnly);
  return (
    <div className={classes.fields}>
      <TextInput {...text('title')} maxLength={LIMITS.titleMax} />
      <TextInput {...text('author')} maxLength={200} />
      <TextInput {...text('meta_title')} {...hint('meta_title')} maxLength={LIMITS.titleMax} />
      <TextInput label="Release" value={lesson.release_name} readOnly variant="filled" />
      <div className={layout.allColumns}>
        <Textarea {...text('meta_description')} {...hint('meta_description')} {...PARAGRAPH} />
      </div>
      <div className={layout.allColumns}>
        <Textarea {...text('description')} {...hint('description')} {...PARAGRAPH} />
      </div>
      <div className={layout.allColumns}>
        <Textarea {...text('overview')} {...hint('overview')} {...PARAGRAPH} />
      </div>
      <div className={layout.allColumns}>
        <Textarea {...text('preview')} {...hint('preview')} {...PARAGRAPH} />
      </div>
      <div className={layout.allColumns}>
        <Checkbox
          label={FIELD_LABELS.is_beta}
          checked={fields.is_beta}
          disabled={isReadOnly}
          onChange={(event) => edit({ is_beta: event.currentTarget.checked })}
        />
      </div>
      <div className={layout.allColumns}>
        <ListInput
          label="Objectives"
          noun="objective"
          values={fields.objectives}
          onChange={(objectives) => edit({ objectives })}
          pending={saving.unfinished.texts.objectives ?? ''}
          onPending={(text) => saving.unfinished.type('objectives', text)}
          maxLength={2_000}
          isReadOnly={isReadOnly}
          error={fieldErrors['objectives']}
        />
      </div>
      <MultiSelect
        label={FIELD_LABELS.allowed_plans}
        data={Object.entries(PLANS).map(([value, label]) => ({ value, label }))}
        value={fields.allowed_plans}
        readOnly={isReadOnly}
        error={fieldErrors['allowed_plans']}
        onChange={(plans) => edit({ allowed_plans: plans.map((plan) => Plan.parse(plan)) })}
      />
      <LevelField editor={editor} label="Skill level" isReadOnly={isReadOnly} />
    </div>
  );
}
