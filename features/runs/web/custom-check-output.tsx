import type { ReactNode } from 'react';
import type { CheckResult } from '#platform/contract/run-outcome.ts';
import { CheckError } from './check-error.tsx';
import { resultState } from './check-labels.ts';
import { CheckSign } from './check-sign.tsx';
import { EarlierNotice } from './earlier-notice.tsx';
import type { OutputSettings } from './output-settings.ts';
import { isRunning, type RunView } from './run-state.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './output-pane.module.css';

interface CustomCheckOutputProps {
  run: RunView;
  settings: OutputSettings;
  /** The actions below the results, such as Save Test. */
  actions: ReactNode;
}

/** The results of every checker, with feedback and line. */
export function CustomCheckOutput({ run, settings, actions }: CustomCheckOutputProps) {
  const { result } = run;
  const custom = result?.checks.custom.enabled ? result.checks.custom : null;
  return (
    <div className={classes.results}>
      <EarlierNotice run={run} settings={settings} />
      {result && <CheckError result={result} />}
      {custom === null || custom.results.length === 0 ? (
        <p className={classes.empty}>{emptyText(run, custom !== null)}</p>
      ) : (
        <table className={classes.checkers}>
          <thead>
            <tr>
              <th scope="col">Checker</th>
              <th scope="col">Result</th>
              <th scope="col">Line</th>
            </tr>
          </thead>
          <tbody>
            {custom.results.map((each, index) => (
              <Row key={`${index} ${each.name}`} result={each} />
            ))}
          </tbody>
        </table>
      )}
      <div className={layout.wrap}>{actions}</div>
    </div>
  );
}

function emptyText(run: RunView, isEnabled: boolean): string {
  if (isRunning(run)) return 'Custom check results appear after the code runs.';
  if (run.result === null) return 'Run the answer or the custom test to see custom check results.';
  if (run.result.check_error !== null) return 'The check stopped before reporting a result.';
  return isEnabled ? 'The custom check has no checkers yet.' : 'This run was not checked by a custom check.';
}

function Row({ result }: { result: CheckResult }) {
  const state = resultState(result);
  const hints = [...new Set([result.hint ?? null, ...result.hints])].filter((hint) => hint !== null && hint !== '');
  return (
    <tr>
      <th scope="row">
        <code>{result.name}</code>
      </th>
      <td>
        <p className={classes.judged}>
          <CheckSign state={state} />
          <span>
            {state === 'skipped' ? 'Skipped: ' : ''}
            {result.feedback ?? (state === 'passed' ? 'Passed' : 'No reason given')}
          </span>
        </p>
        {state === 'failed' && <p className={classes.quiet}>{result.has_custom_feedback ? 'Author’s feedback' : 'Checker’s feedback'}</p>}
        {hints.map((hint) => (
          <p key={hint} className={classes.quiet}>
            {result.has_custom_hints ? 'Author’s hint' : 'Hint'}: {hint}
          </p>
        ))}
        {result.tag_id !== undefined && result.tag_id !== null && <p className={classes.quiet}>Skill: {result.tag_id}</p>}
      </td>
      <td>{result.line ?? '–'}</td>
    </tr>
  );
}
