import { Autocomplete, MultiSelect, NumberInput } from '@mantine/core';
import { Tool } from '#features/lessons/contract/lessons.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { ListInput } from '#platform/web/ui/list-input.tsx';
import { NumberListInput } from '#platform/web/ui/number-list-input.tsx';
import { FIELD_LABELS } from './field-labels.ts';
import { isProject, type ListField } from './settings-rules.ts';
import type { LessonEditor } from './use-lesson-editor.ts';
import type { LessonSaving } from './use-lesson-saving.ts';
import layout from '#platform/web/ui/layout.module.css';

interface TypeSettingsProps {
  editor: LessonEditor;
  saving: LessonSaving;
  isReadOnly: boolean;
  /** Addresses of the lesson's data files that can be a solution notebook. */
  notebooks: readonly string[];
}

/** The settings of a type of lesson: an assessment, a practice problem, a project. */
export function TypeSettings({ editor, saving, isReadOnly, notebooks }: TypeSettingsProps) {
  const { fields, edit, fieldErrors } = editor;
  const list = (field: ListField) => ({
    label: FIELD_LABELS[field] ?? field,
    pending: saving.unfinished.texts[field] ?? '',
    onPending: (text: string) => saving.unfinished.type(field, text),
    isReadOnly,
    error: fieldErrors[field],
  });
  if (fields.type === 'assessment') {
    return (
      <>
        <NumberInput
          label={FIELD_LABELS.related_lesson}
          description={MESSAGES.relatedLessonHint}
          required
          min={0}
          max={LIMITS.sequenceMax}
          allowDecimal={false}
          allowNegative={false}
          value={fields.related_lesson ?? ''}
          readOnly={isReadOnly}
          error={saving.problems['related_lesson'] ?? fieldErrors['related_lesson']}
          onChange={(number) => edit({ related_lesson: typeof number === 'number' ? number : null })}
        />
        <NumberInput
          label={FIELD_LABELS.assessment_tries}
          description={MESSAGES.triesHint}
          placeholder="Any number"
          min={1}
          max={LIMITS.assessmentTriesMax}
          allowDecimal={false}
          allowNegative={false}
          value={fields.assessment_tries ?? ''}
          readOnly={isReadOnly}
          error={saving.problems['assessment_tries'] ?? fieldErrors['assessment_tries']}
          onChange={(number) => edit({ assessment_tries: typeof number === 'number' ? number : null })}
        />
      </>
    );
  }
  if (fields.type === 'practice_problem') {
    return (
      <>
        <div className={layout.allColumns}>
          <NumberListInput
            {...list('related_lessons')}
            placeholder="Lesson numbers: 101, 102 103"
            values={fields.related_lessons}
            onChange={(related_lessons) => edit({ related_lessons })}
            min={0}
            max={LIMITS.sequenceMax}
            maxCount={500}
          />
        </div>
        <div className={layout.allColumns}>
          <ListInput
            {...list('skill_topics')}
            noun="skill topic"
            values={fields.skill_topics}
            onChange={(skill_topics) => edit({ skill_topics })}
            maxLength={300}
          />
        </div>
      </>
    );
  }
  if (!isProject(fields.type)) return null;
  return (
    <>
      <MultiSelect
        label={FIELD_LABELS.tools}
        data={Tool.options}
        value={fields.tools}
        readOnly={isReadOnly}
        error={fieldErrors['tools']}
        onChange={(tools) => edit({ tools: tools.map((tool) => Tool.parse(tool)) })}
      />
      <div className={layout.allColumns}>
        <ListInput
          {...list('skill_requirements')}
          noun="prerequisite"
          values={fields.skill_requirements}
          onChange={(skill_requirements) => edit({ skill_requirements })}
          maxLength={300}
        />
      </div>
      <Autocomplete
        label={FIELD_LABELS.solution_notebook}
        description={MESSAGES.notebookHint}
        data={[...notebooks]}
        value={fields.solution_notebook ?? ''}
        maxLength={2_000}
        readOnly={isReadOnly}
        autoComplete="off"
        spellCheck={false}
        error={fieldErrors['solution_notebook']}
        onChange={(url) => edit({ solution_notebook: url.trim() === '' ? null : url })}
      />
    </>
  );
}
