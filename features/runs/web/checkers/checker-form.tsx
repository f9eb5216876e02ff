import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconCornerDownLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { useFocusFirstError } from '#platform/web/ui/focus-first-error.ts';
import { GuideLink } from '#platform/web/ui/guide-link.tsx';
import type { Checker, CheckerArgument } from '../../contract/checkers.ts';
import { ArgumentField } from './argument-field.tsx';
import type { ArgumentValues } from './argument-value.ts';
import { checkerCall } from './checker-call.ts';
import { argumentLabel, comparisonOf, firstSentence } from './checker-labels.ts';
import { LearnerFeedback } from './learner-feedback.tsx';
import type { CheckedScreen } from './try-check.ts';
import classes from './checkers.module.css';

/** How many of a checker's own arguments are always shown; required ones always are. */
const ALWAYS_SHOWN = 2;
/** Arguments that every checker has. */
const COMMON: readonly string[] = ['feedback', 'hint', 'skill', 'label', 'depends_on'];

interface CheckerFormProps {
  checker: Checker;
  values: ArgumentValues;
  onValues: (values: ArgumentValues) => void;
  isReadOnly: boolean;
  onInsert: (text: string) => number;
  screen: CheckedScreen;
}

/** The arguments of a checker and the resulting call. Enter inserts it; the form stays for the next one. */
export function CheckerForm({ checker, values, onValues, isReadOnly, onInsert, screen }: CheckerFormProps) {
  /** Number of attempts to insert an incomplete call. */
  const [refusals, setRefusals] = useState(0);
  const [insertedAt, setInsertedAt] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  const form = useFocusFirstError(refusals);
  const call = checkerCall(checker, values);
  const [shown, folded] = splitArguments(checker);
  const comparison = comparisonOf(checker);
  const isComplete = Object.keys(call.problems).length === 0;

  function insert() {
    setInsertedAt(isComplete && !isReadOnly ? onInsert(call.text) : null);
    setRefusals(isComplete ? 0 : refusals + 1);
    if (folded.some(({ name }) => name in call.problems)) setOpen(true);
  }
  const fields = (given: readonly CheckerArgument[]) =>
    given.map((argument) => (
      <ArgumentField
        key={argument.name}
        title={argumentLabel(checker, argument)}
        argument={argument}
        value={values[argument.name] ?? null}
        error={refusals > 0 ? call.problems[argument.name] : undefined}
        onChange={(value) => {
          onValues({ ...values, [argument.name]: value });
          setInsertedAt(null);
        }}
      />
    ));

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
        {isOpen ? checker.description : firstSentence(checker.description)}
        {checker.example !== '' && (
          <>
            {' '}
            Example: <code>{checker.example}</code>
          </>
        )}
      </p>
      {comparison !== null && (
        <p className={classes.quiet}>
          {comparison} <GuideLink page="comparing">How answers are compared</GuideLink>
        </p>
      )}
      {shown.length > 0 && <div className={classes.fields}>{fields(shown)}</div>}
      <UnstyledButton className={classes.more ?? ''} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        More options
      </UnstyledButton>
      {isOpen && <div className={classes.fields}>{fields(folded)}</div>}
      <LearnerFeedback key={call.text} call={isComplete ? call.text : null} feedback={values['feedback']} screen={screen} />
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

/** The arguments that are always shown, and those behind More options. */
function splitArguments(checker: Checker): [CheckerArgument[], CheckerArgument[]] {
  const own = checker.arguments.filter(({ name }) => !COMMON.includes(name));
  const shown = own.filter((argument, index) => argument.is_required || index < ALWAYS_SHOWN);
  return [shown, checker.arguments.filter((argument) => !shown.includes(argument))];
}
