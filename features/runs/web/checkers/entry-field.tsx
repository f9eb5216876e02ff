import { ActionIcon, Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ArgumentType, CheckerArgument } from '../../contract/checkers.ts';
import type { EntryValue } from './argument-value.ts';
import classes from './checkers.module.css';

interface EntryFieldProps {
  /** The argument in words, or the entry within it. */
  label: string;
  /** The name of the argument in the code, shown beside the label. */
  codeName?: string;
  isLabelHidden?: boolean;
  description?: string;
  isRequired?: boolean;
  type: ArgumentType;
  choices?: readonly string[];
  standard?: CheckerArgument['default'];
  value: EntryValue;
  error: string | undefined;
  onChange: (value: EntryValue) => void;
}

/** The input for one plain value. */
export function EntryField(props: EntryFieldProps) {
  const {
    label,
    codeName = '',
    isLabelHidden = false,
    description,
    isRequired = false,
    type,
    choices = [],
    standard = null,
    value,
    error,
    onChange,
  } = props;
  const named = isLabelHidden
    ? { 'aria-label': label, error }
    : { label: <ArgumentLabel label={label} codeName={codeName} />, description, withAsterisk: isRequired, error, required: isRequired };
  switch (type) {
    case 'bool':
      return typeof standard === 'boolean' && !isLabelHidden ? (
        <Checkbox
          label={<ArgumentLabel label={label} codeName={codeName} />}
          description={description}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      ) : (
        <Choice
          {...named}
          choices={['True', 'False']}
          value={value === null ? null : value ? 'True' : 'False'}
          onChange={(next) => onChange(next === null ? null : next === 'True')}
        />
      );
    case 'choice':
      return <Choice {...named} choices={choices} value={(value as string | null) ?? (standard as string | null)} onChange={onChange} />;
    case 'int':
    case 'float':
      return (
        <TextInput
          {...named}
          inputMode={type === 'int' ? 'numeric' : 'decimal'}
          placeholder={placeholderOf(standard)}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'any':
      return (
        <TextInput
          {...named}
          classNames={{ input: classes.code ?? '' }}
          placeholder={placeholderOf(standard) || 'Python, for example "text", 3 or [1, 2]'}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'code':
      return (
        <Textarea
          {...named}
          classNames={{ input: classes.code ?? '' }}
          autosize
          minRows={1}
          maxRows={8}
          spellCheck={false}
          placeholder={placeholderOf(standard)}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'str':
    case 'list':
    case 'dict':
      return <TextField named={named} label={label} standard={standard} isEntry={isLabelHidden} value={value} onChange={onChange} />;
  }
}

interface TextFieldProps {
  named: object;
  label: string;
  standard: CheckerArgument['default'];
  /** List entries are always given, so an empty one is the empty string. */
  isEntry: boolean;
  value: EntryValue;
  onChange: (value: EntryValue) => void;
}

/** A text field. Empty means not given; its button makes it the empty string. */
function TextField({ named, label, standard, isEntry, value, onChange }: TextFieldProps) {
  const isEmptyText = value === '';
  return (
    <Textarea
      {...named}
      autosize
      minRows={1}
      maxRows={8}
      placeholder={isEmptyText && !isEntry ? 'Empty string' : placeholderOf(standard)}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.currentTarget.value === '' && !isEntry ? null : event.currentTarget.value)}
      rightSection={
        isEntry ? null : (
          <ActionIcon
            variant={isEmptyText ? 'light' : 'subtle'}
            size={24}
            aria-label={`Empty string for ${label}`}
            title="Empty string"
            aria-pressed={isEmptyText}
            onClick={() => onChange(isEmptyText ? null : '')}
          >
            <code aria-hidden>&quot;&quot;</code>
          </ActionIcon>
        )
      }
    />
  );
}

/** An argument in words, with its name in the code beside. */
export function ArgumentLabel({ label, codeName }: { label: string; codeName: string }) {
  return (
    <>
      {label} <code className={classes.codeName}>{codeName}</code>
    </>
  );
}

interface ChoiceProps {
  label?: ReactNode;
  'aria-label'?: string;
  choices: readonly string[];
  value: string | null;
  onChange: (value: string | null) => void;
}

function Choice({ choices, value, onChange, ...named }: ChoiceProps) {
  return <Select {...named} data={choices} value={value} clearable onChange={onChange} />;
}

/** The default, shown as placeholder. */
function placeholderOf(standard: CheckerArgument['default']): string {
  return standard === null || typeof standard === 'object' ? '' : String(standard);
}
