import { NumberInput, Select, Switch } from '@mantine/core';
import type { Editor } from '#platform/web/ui/editing/use-editor.ts';
import type { Unfinished } from '#platform/web/ui/editing/use-unfinished.ts';
import { type PathFields, PathType } from '../contract/paths.ts';
import { detailInputs } from './detail-inputs.tsx';
import { PATH_LABELS, PATH_TYPES } from './field-labels.ts';
import classes from './curricula.module.css';

/** Inputs that add to a list. */
export const PATH_LISTS = ['objectives'] as const;

interface PathFormProps {
  editor: Editor<PathFields>;
  unfinished: Unfinished<(typeof PATH_LISTS)[number]>;
  isReadOnly: boolean;
}

/** The details of a path. */
export function PathForm({ editor, unfinished, isReadOnly }: PathFormProps) {
  const { fields, edit, fieldErrors } = editor;
  const { name, slug, level, hours, amount, paragraph, list } = detailInputs({ editor, labels: PATH_LABELS, unfinished, isReadOnly });
  return (
    <div className={classes.fields}>
      {name}
      <NumberInput
        {...amount('version')}
        description="Blank, or at least 0.1"
        min={0.1}
        step={0.1}
        decimalScale={2}
        // A version that is too small gets an error, and is not changed while it is typed.
        clampBehavior="none"
      />
      <Switch
        label={PATH_LABELS.hidden}
        description="Learners get this version unless they ask for another"
        checked={!fields.hidden}
        disabled={isReadOnly}
        onChange={(event) => edit({ hidden: !event.currentTarget.checked })}
      />
      {paragraph('description')}
      {paragraph('short_description')}
      {paragraph('overview')}
      {list('objectives', 'objective')}
      <Select
        label={PATH_LABELS.type}
        data={PathType.options.map((type) => ({ value: type, label: PATH_TYPES[type] }))}
        value={fields.type}
        allowDeselect={false}
        readOnly={isReadOnly}
        error={fieldErrors['type']}
        onChange={(type) => edit({ type: PathType.parse(type) })}
      />
      {slug}
      {level}
      {hours}
      {paragraph('motivation')}
      {paragraph('outcomes')}
    </div>
  );
}
