import { Button } from '@mantine/core';
import { IconCornerDownLeft } from '@tabler/icons-react';
import { useState } from 'react';
import type { Checker, CheckerArgument } from '#contract/checkers.ts';
import { useFocusFirstError } from '#web/ui/focus-first-error.ts';
import { ArgumentField } from './argument-field.tsx';
import { type ArgumentValue, startValues } from './argument-value.ts';
import { checkerCall } from './checker-call.ts';
import classes from './checkers.module.css';

interface CheckerFormProps {
  checker: Checker;
  isReadOnly: boolean;
  onInsert: (text: string) => number;
}

/** The arguments of a checker and the resulting call. Enter inserts it. */
export function CheckerForm({ checker, isReadOnly, onInsert }: CheckerFormProps) {
  const [values, setValues] = useState(() => startValues(checker.arguments));
  /** Number of attempts to insert an incomplete call. */
  const [refusals, setRefusals] = useState(0);
  const [insertedAt, setInsertedAt] = useState<number | null>(null);
  const form = useFocusFirstError(refusals);
  const call = checkerCall(checker, values);

  function insert() {
    const isComplete = Object.keys(call.problems).length === 0;
    setInsertedAt(isComplete && !isReadOnly ? onInsert(call.text) : null);
    setRefusals(isComplete ? 0 : refusals + 1);
  }
  function put(argument: CheckerArgument, value: ArgumentValue) {
    setValues({ ...values, [argument.name]: value });
    setInsertedAt(null);
  }

  return (
    <form
      ref={form}
      className={classes.form}
      aria-label={`Arguments of ${checker.name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        insert();
      }}
    >
      <p className={classes.description}>
        {checker.description}
        {checker.example !== '' && (
          <>
            {' '}
            Example: <code>{checker.example}</code>
          </>
        )}
      </p>
      <div className={classes.fields}>
        {checker.arguments.map((argument) => (
          <ArgumentField
            key={argument.name}
            argument={argument}
            value={values[argument.name] ?? null}
            error={refusals > 0 ? call.problems[argument.name] : undefined}
            onChange={(value) => put(argument, value)}
          />
        ))}
      </div>
      <div className={classes.insert}>
        <code role="group" aria-label="The call in Python" className={classes.preview}>
          {call.text}
        </code>
        <Button type="submit" size="compact-sm" disabled={isReadOnly} leftSection={<IconCornerDownLeft size={14} aria-hidden />}>
          Insert
        </Button>
        <span role="status" className={classes.quiet}>
          {insertedAt !== null && insertedAt > 0 && `Inserted in line ${insertedAt}.`}
        </span>
      </div>
    </form>
  );
}
