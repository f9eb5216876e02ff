import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { LIMITS } from '#contract/limits.ts';
import { type PathFields, PathType } from '#contract/paths.ts';
import { LevelField } from '#web/ui/editing/level-field.tsx';
import { PARAGRAPH, textFields } from '#web/ui/editing/text-field.ts';
import type { Editor } from '#web/ui/editing/use-editor.ts';
import type { Unfinished } from '#web/ui/editing/use-unfinished.ts';
import { ListInput } from '#web/ui/list-input.tsx';
import { FIELD_LABELS, PATH_TYPES } from './field-labels.ts';
import classes from './paths.module.css';

interface PathDetailsProps {
  editor: Editor<PathFields>;
  unfinished: Unfinished<'objectives'>;
  isReadOnly: boolean;
}

/** The details form of B §2, in its order. */
export function PathDetails({ editor, unfinished, isReadOnly }: PathDetailsProps) {
  const { fields, edit, fieldErrors } = editor;
  const text = textFields(editor, FIELD_LABELS, isReadOnly);
  const amount = (name: 'version' | 'duration') => ({
    label: FIELD_LABELS[name],
    readOnly: isReadOnly,
    hideControls: isReadOnly,
    decimalScale: 2,
    allowNegative: false,
    // What is too small is said so, not changed under the hands of who types it.
    clampBehavior: 'none' as const,
    error: fieldErrors[name],
    value: fields[name] ?? '',
    onChange: (value: number | string) => edit({ [name]: typeof value === 'number' ? value : null }),
  });
  return (
    <div className={classes.fields}>
      <div className={classes.wide}>
        <TextInput {...text('name')} required maxLength={LIMITS.titleMax} />
      </div>
      <NumberInput {...amount('version')} description="Blank, or at least 0.1" min={0.1} step={0.1} />
      <Switch
        label={FIELD_LABELS.hidden}
        description="Learners get this version unless they ask for another"
        checked={!fields.hidden}
        disabled={isReadOnly}
        onChange={(event) => edit({ hidden: !event.currentTarget.checked })}
      />
      <div className={classes.wide}>
        <Textarea {...text('description')} {...PARAGRAPH} />
      </div>
      <div className={classes.wide}>
        <Textarea {...text('short_description')} {...PARAGRAPH} />
      </div>
      <div className={classes.wide}>
        <Textarea {...text('overview')} {...PARAGRAPH} />
      </div>
      <div className={classes.wide}>
        <ListInput
          label={FIELD_LABELS.objectives}
          noun="objective"
          values={fields.objectives}
          onChange={(objectives) => edit({ objectives })}
          pending={unfinished.texts['objectives'] ?? ''}
          onPending={(typed) => unfinished.type('objectives', typed)}
          maxLength={LIMITS.messageMax}
          isReadOnly={isReadOnly}
          error={fieldErrors['objectives']}
        />
      </div>
      <Select
        label={FIELD_LABELS.type}
        data={PathType.options.map((type) => ({ value: type, label: PATH_TYPES[type] }))}
        value={fields.type}
        allowDeselect={false}
        readOnly={isReadOnly}
        error={fieldErrors['type']}
        onChange={(type) => edit({ type: PathType.parse(type) })}
      />
      <TextInput {...text('slug')} maxLength={LIMITS.titleMax} />
      <LevelField editor={editor} label={FIELD_LABELS.skill_level} isReadOnly={isReadOnly} />
      <NumberInput {...amount('duration')} description="Hours" min={0} />
      <div className={classes.wide}>
        <Textarea {...text('motivation')} {...PARAGRAPH} />
      </div>
      <div className={classes.wide}>
        <Textarea {...text('outcomes')} {...PARAGRAPH} />
      </div>
    </div>
  );
}
