import { Checkbox, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { LIMITS } from '#contract/limits.ts';
import { Plan, PLANS, SKILL_LEVELS, SkillLevel } from '#contract/lessons.ts';
import type { Lesson, LessonFields } from '#contract/lessons.ts';
import { ListInput } from '#web/ui/list-input.tsx';
import { FIELD_LABELS } from './field-labels.ts';
import classes from './lesson-page.module.css';
import type { LessonEditor } from './use-lesson-editor.ts';
import type { LessonSaving } from './use-lesson-saving.ts';

interface MetadataFormProps {
  lesson: Lesson;
  editor: LessonEditor;
  isReadOnly: boolean;
  saving: LessonSaving;
}

type TextField = 'title' | 'meta_title' | 'author' | 'meta_description' | 'description' | 'overview' | 'preview';

/** The metadata of a lesson. Settings have a group of their own. */
export function MetadataForm({ lesson, editor, isReadOnly, saving }: MetadataFormProps) {
  const { fields, edit, fieldErrors } = editor;
  const text = (name: TextField) => ({
    label: FIELD_LABELS[name],
    value: fields[name],
    readOnly: isReadOnly,
    error: fieldErrors[name],
    onChange: (event: { currentTarget: { value: string } }) => edit({ [name]: event.currentTarget.value }),
  });
  const paragraph = { autosize: true, minRows: 2, maxRows: 12, maxLength: LIMITS.textMax };
  return (
    <div className={classes.fields}>
      <TextInput label="Release" value={lesson.release_name} readOnly variant="filled" />
      <TextInput {...text('author')} maxLength={200} />
      <TextInput {...text('title')} maxLength={LIMITS.titleMax} />
      <TextInput {...text('meta_title')} maxLength={LIMITS.titleMax} />
      <div className={classes.wide}>
        <Textarea {...text('meta_description')} {...paragraph} />
      </div>
      <div className={classes.wide}>
        <Textarea {...text('description')} {...paragraph} />
      </div>
      <div className={classes.wide}>
        <Textarea {...text('overview')} {...paragraph} />
      </div>
      <div className={classes.wide}>
        <Textarea {...text('preview')} {...paragraph} />
      </div>
      <div className={classes.wide}>
        <Checkbox
          label={FIELD_LABELS.is_beta}
          checked={fields.is_beta}
          disabled={isReadOnly}
          onChange={(event) => edit({ is_beta: event.currentTarget.checked })}
        />
      </div>
      <div className={classes.wide}>
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
      <Select
        label={FIELD_LABELS.skill_level}
        data={SKILL_LEVELS.map((label, level) => ({ value: String(level), label }))}
        value={fields.skill_level === null ? null : String(fields.skill_level)}
        clearable={!isReadOnly}
        clearButtonProps={{ 'aria-label': 'Clear skill level' }}
        readOnly={isReadOnly}
        error={fieldErrors['skill_level']}
        onChange={(level) => edit({ skill_level: skillLevel(level) })}
      />
    </div>
  );
}

function skillLevel(text: string | null): LessonFields['skill_level'] {
  return text === null ? null : SkillLevel.parse(Number(text));
}
