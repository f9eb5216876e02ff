import { Button, Checkbox } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { Variable } from '#platform/contract/variables.ts';
import { GuideLink } from '#platform/web/ui/guide-link.tsx';
import type { AnswerControls } from './answer-controls.ts';
import { selectedVariables, toggleVariable, type VariableRow, variableRows } from './compared-variables.ts';
import { Plot } from './plot.tsx';
import { isRunning, type RunView } from './run-state.ts';
import { UntrustedHtml } from './untrusted-html.tsx';
import classes from './output-pane.module.css';

interface VariablesTabProps {
  run: RunView;
  answer: AnswerControls;
}

/** The variables of a run; after a run of the answer, also which of them are compared. */
export function VariablesTab({ run, answer }: VariablesTabProps) {
  const isAnswer = run.source === 'answer' && run.result !== null;
  const rows = isAnswer || run.result === null ? variableRows(run.result?.vars ?? [], answer.selected) : variableRows(run.result.vars, []);
  const canChoose = isAnswer || run.result === null;

  return (
    <div className={classes.results}>
      {rows.length === 0 ? (
        <p className={classes.empty}>{emptyText(run)}</p>
      ) : (
        <>
          <p className={classes.hint}>
            {hintText(run, isAnswer, answer.selected.length)}
            {canChoose && (
              <>
                {' '}
                Type and value must match, decimal numbers within one millionth.{' '}
                <GuideLink page="comparing">How answers are compared</GuideLink>
              </>
            )}
          </p>
          {isAnswer && rows.some((row) => row.isStale) && (
            <div className={classes.stale}>
              <span>Some stored values differ from this run.</span>
              <Button
                size="compact-xs"
                variant="default"
                disabled={answer.isDisabled}
                onClick={() => answer.onVariables(selectedVariables(rows))}
              >
                Store these values
              </Button>
            </div>
          )}
          <table className={classes.variables}>
            <thead>
              <tr>
                {canChoose && <th scope="col">Compare</th>}
                <th scope="col">Name</th>
                <th scope="col">Type</th>
                <th scope="col">Length</th>
                <th scope="col">Value</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row
                  key={row.variable.name}
                  row={row}
                  isMissing={isAnswer && row.isMissing}
                  onToggle={canChoose ? () => answer.onVariables(toggleVariable(rows, row.variable.name)) : null}
                  isDisabled={answer.isDisabled}
                />
              ))}
            </tbody>
          </table>
        </>
      )}
    </div>
  );
}

function emptyText(run: RunView): string {
  if (isRunning(run)) return 'Variables appear after the code runs.';
  return run.result === null ? 'Run the code to see its variables.' : 'The code set no variables.';
}

function hintText(run: RunView, isAnswer: boolean, selected: number): string {
  if (run.result === null) return "These are compared with the learner's variables. Run the answer to change or refresh them.";
  if (isAnswer) return "Select the variables that the learner's code must reproduce.";
  return selected === 0 ? 'Run the answer code to select variables to compare.' : `${selected} of the answer's variables are compared.`;
}

interface RowProps {
  row: VariableRow;
  isMissing: boolean;
  onToggle: (() => void) | null;
  isDisabled: boolean;
}

function Row({ row: { variable, isSelected }, isMissing, onToggle, isDisabled }: RowProps) {
  const isRich = variable.html_output !== null || variable.image !== null;
  return (
    <Fragment>
      <tr data-rich={isRich}>
        {onToggle && (
          <td>
            <Checkbox size="xs" aria-label={`Compare ${variable.name}`} checked={isSelected} disabled={isDisabled} onChange={onToggle} />
          </td>
        )}
        <th scope="row">
          <code>{breakable(variable.name)}</code>
        </th>
        <td>{variable.type_name}</td>
        <td>{variable.length}</td>
        <td>
          {isMissing ? <em>The answer no longer sets it.</em> : !isRich && <code className={classes.value}>{variable.string_form}</code>}
        </td>
      </tr>
      {isRich && (
        <tr>
          <td colSpan={onToggle ? 5 : 4}>
            <RichValue variable={variable} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function RichValue({ variable }: { variable: Variable }) {
  return (
    <div className={classes.rich}>
      {variable.html_output !== null && <UntrustedHtml html={variable.html_output} label={`Value of ${variable.name}`} />}
      {variable.image !== null && <Plot image={variable.image} label={`Plot in ${variable.name}`} />}
    </div>
  );
}

/** A name that is broken at its underscores first. */
function breakable(name: string): ReactNode {
  return name.split(/(?<=_)(?!$)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
