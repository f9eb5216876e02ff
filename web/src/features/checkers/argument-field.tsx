import { Input, Slider } from '@mantine/core';
import type { CheckerArgument } from '#contract/checkers.ts';
import { type ArgumentValue, type DictPair, entryType, type EntryValue } from './argument-value.ts';
import classes from './checkers.module.css';
import { EntriesField } from './entries-field.tsx';
import { EntryField } from './entry-field.tsx';
import { isTolerance, TOLERANCE, toleranceLabel } from './tolerance.ts';

interface ArgumentFieldProps {
  argument: CheckerArgument;
  value: ArgumentValue;
  error: string | undefined;
  onChange: (value: ArgumentValue) => void;
}

/** The input for an argument, by type. */
export function ArgumentField({ argument, value, error, onChange }: ArgumentFieldProps) {
  const { name, description, type, is_required } = argument;
  if (isTolerance(argument)) return <ToleranceField argument={argument} position={Number(value)} onChange={onChange} />;
  if (type === 'list' || type === 'dict') {
    return (
      <EntriesField
        name={name}
        description={description}
        isRequired={is_required}
        type={entryType(argument)}
        isDict={type === 'dict'}
        entries={(value ?? []) as readonly (EntryValue | DictPair)[]}
        error={error}
        // Entries have one type, as ArgumentValue requires.
        onChange={(entries) => onChange(entries as ArgumentValue)}
      />
    );
  }
  return (
    <EntryField
      label={name}
      description={description}
      isRequired={is_required}
      type={type}
      choices={argument.choices}
      standard={argument.default}
      value={value as EntryValue}
      error={error}
      onChange={onChange}
    />
  );
}

const MARKS = Array.from({ length: TOLERANCE.last + 1 }, (_, position) => ({ value: position, label: toleranceLabel(position) }));

interface ToleranceFieldProps {
  argument: CheckerArgument;
  position: number;
  onChange: (position: number) => void;
}

function ToleranceField({ argument, position, onChange }: ToleranceFieldProps) {
  return (
    <Input.Wrapper
      label={<code>{argument.name}</code>}
      labelElement="div"
      description={argument.description}
      className={classes.tolerance ?? ''}
    >
      <Slider
        min={TOLERANCE.first}
        max={TOLERANCE.last}
        step={1}
        marks={MARKS}
        label={toleranceLabel}
        thumbLabel={argument.name}
        thumbValueText={toleranceLabel}
        value={position}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}
