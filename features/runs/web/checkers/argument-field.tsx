import { Input, Slider } from '@mantine/core';
import type { CheckerArgument } from '../../contract/checkers.ts';
import { type ArgumentValue, type DictPair, entryType, type EntryValue } from './argument-value.ts';
import { EntriesField } from './entries-field.tsx';
import { ArgumentLabel, EntryField } from './entry-field.tsx';
import { isTolerance, TOLERANCE, toleranceLabel, toleranceText } from './tolerance.ts';
import classes from './checkers.module.css';

interface ArgumentFieldProps {
  /** The argument in words. */
  title: string;
  argument: CheckerArgument;
  value: ArgumentValue;
  error: string | undefined;
  onChange: (value: ArgumentValue) => void;
}

/** The input for an argument, by type. */
export function ArgumentField({ title, argument, value, error, onChange }: ArgumentFieldProps) {
  const { name, description, type, is_required } = argument;
  if (isTolerance(argument)) return <ToleranceField title={title} argument={argument} position={Number(value)} onChange={onChange} />;
  if (type === 'list' || type === 'dict') {
    return (
      <EntriesField
        label={title}
        codeName={name}
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
      label={title}
      codeName={name}
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
  title: string;
  argument: CheckerArgument;
  position: number;
  onChange: (position: number) => void;
}

function ToleranceField({ title, argument, position, onChange }: ToleranceFieldProps) {
  return (
    <Input.Wrapper
      label={<ArgumentLabel label={title} codeName={argument.name} />}
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
        thumbLabel={title}
        thumbValueText={(at) => toleranceText(argument.name, at)}
        value={position}
        onChange={onChange}
      />
      {/* The labels are differences, the code counts decimal places. */}
      <p className={classes.toleranceText}>{toleranceText(argument.name, position)}</p>
    </Input.Wrapper>
  );
}
