import { Button } from '@mantine/core';
import { IconCheck, IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Variable } from '#platform/contract/variables.ts';
import { hasCheck, suggestChecks } from './suggest-checks.ts';
import classes from './checkers.module.css';

/** The last run of the answer, from which checks are proposed. */
export interface AnswerRun {
  /** Null: the answer wasn't run yet. */
  readonly variables: readonly Variable[] | null;
  readonly isRunning: boolean;
  readonly onRun: () => void;
}

interface VariableChecksProps {
  run: AnswerRun;
  /** The check code as it is now. */
  readCode: () => string;
  isReadOnly: boolean;
  onInsert: (text: string) => number;
}

/** A button for each variable of the last run, which adds its check. */
export function VariableChecks({ run, readCode, isReadOnly, onInsert }: VariableChecksProps) {
  const [insertedAt, setInsertedAt] = useState<number | null>(null);
  if (run.variables === null) {
    return (
      <div className={classes.proposals}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          loading={run.isRunning}
          onClick={run.onRun}
        >
          Run answer to list its variables
        </Button>
      </div>
    );
  }
  const code = readCode();
  const suggestions = suggestChecks(run.variables);
  if (suggestions.length === 0) return <p className={classes.quiet}>The answer has no variables to check.</p>;
  return (
    <div className={classes.proposals} role="group" aria-label="Variables of the answer">
      <span className={classes.proposalsTitle}>Check a variable of the answer:</span>
      {suggestions.map((each) => {
        const isAdded = hasCheck(code, each);
        return (
          <Button
            key={each.name}
            size="compact-sm"
            variant="default"
            className={classes.proposal ?? ''}
            title={each.call}
            aria-label={`Add a check of ${each.name}`}
            disabled={isReadOnly}
            leftSection={isAdded ? <IconCheck size={14} aria-hidden /> : <IconPlus size={14} aria-hidden />}
            onClick={() => setInsertedAt(onInsert(each.call))}
          >
            <code>{each.name}</code>
            <span className={classes.proposalValue}>= {each.value}</span>
          </Button>
        );
      })}
      <span role="status" className={classes.inserted}>
        {insertedAt !== null && insertedAt > 0 && `Added in line ${insertedAt}.`}
      </span>
    </div>
  );
}
