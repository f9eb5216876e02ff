import type { CheckResult } from '#platform/contract/run-outcome.ts';
import { UNIT_TEST } from '#platform/contract/unit-tests.ts';
import type { Check, Checks } from '../contract/runs.ts';
import { CheckError } from './check-error.tsx';
import { countText, resultState } from './check-labels.ts';
import { CheckSign } from './check-sign.tsx';
import { EarlierNotice } from './earlier-notice.tsx';
import { GraderSection } from './grader-section.tsx';
import type { OutputSettings } from './output-settings.ts';
import { isRunning, type RunView } from './run-state.ts';
import classes from './output-pane.module.css';

const KIND_NAMES: Record<keyof Checks, string> = {
  output: 'Output',
  variables: 'Variables',
  value: 'Value',
  custom: 'Custom checks',
  unit: 'Unit tests',
  legacy: 'Legacy checks',
};

const KINDS = Object.keys(KIND_NAMES) as (keyof Checks)[];

interface ChecksTabProps {
  run: RunView;
  settings: OutputSettings;
}

/** The result of each check: expected, actual, and the feedback for the learner. */
export function ChecksTab({ run, settings }: ChecksTabProps) {
  const result = run.isJudged ? run.result : null;
  const kinds = result ? KINDS.filter((kind) => result.checks[kind].enabled) : [];
  return (
    <div className={classes.results}>
      {settings.isExperimental && (
        <p className={classes.hint}>This screen is experimental: learners see its checks but don’t have to pass them.</p>
      )}
      <EarlierNotice run={run} settings={settings} />
      {result && <CheckError result={result} />}
      {kinds.length === 0 && <p className={classes.empty}>{emptyText(run)}</p>}
      {result && kinds.map((kind) => <CheckSection key={kind} name={KIND_NAMES[kind]} check={result.checks[kind]} />)}
      {result?.grader && <GraderSection grader={result.grader} />}
    </div>
  );
}

function emptyText(run: RunView): string {
  if (isRunning(run)) return 'Check results appear after the code runs.';
  if (run.result === null || !run.isJudged) return 'Choose Run and check to see check results.';
  return 'This screen has no checks. Run the answer code, then check its output or select variables to compare, or enter a value to look for.';
}

function CheckSection({ name, check }: { name: string; check: Check }) {
  const counts = check.results.length > 1 ? countText(check.results) : '';
  return (
    <div className={classes.check} role="group" aria-label={name}>
      <h2>
        <CheckSign state={check.pass ? 'passed' : 'failed'} />
        {name}
        {counts !== '' && <small>{counts}</small>}
      </h2>
      <ul>
        {check.results.map((result, index) => (
          <li key={`${index} ${result.name}`}>
            <Judgement result={result} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Judgement({ result }: { result: CheckResult }) {
  const state = resultState(result);
  const isTest = result.checker_id === UNIT_TEST;
  return (
    <>
      <p className={classes.judged}>
        <CheckSign state={state} />
        <span>
          <code>{result.name}</code> {state === 'skipped' && 'Skipped. '}
          {isTest ? null : result.feedback}
          {result.line !== undefined && result.line !== null && ` (line ${result.line})`}
        </span>
      </p>
      {state === 'failed' && (result.expected !== null || result.actual !== null) && (
        <dl className={classes.compared}>
          <Side name="Expected" text={result.expected} />
          <Side name="Actual" text={result.actual} />
        </dl>
      )}
      {isTest && result.feedback && <pre className={classes.message}>{result.feedback}</pre>}
      {result.traceback && (
        <details className={classes.traceback}>
          <summary>Traceback</summary>
          <pre>{result.traceback}</pre>
        </details>
      )}
      {result.hints.length > 0 && (
        <ul className={classes.hints}>
          {result.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Side({ name, text }: { name: string; text: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <pre>{text ?? '–'}</pre>
      </dd>
    </div>
  );
}
