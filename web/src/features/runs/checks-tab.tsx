import { IconCheck, IconX } from '@tabler/icons-react';
import { CHECK_KINDS, type Check, type CheckResult } from '#contract/runs.ts';
import classes from './output-pane.module.css';
import { isRunning, type RunView } from './run-state.ts';

const KIND_NAMES: Record<(typeof CHECK_KINDS)[number], string> = {
  output: 'Output',
  variables: 'Variables',
  value: 'Value',
  custom: 'Custom checks',
  legacy: 'Legacy checks',
};

/** Each judgement of a run: what was expected, what was there, and what the learner is told (product §6). */
export function ChecksTab({ run }: { run: RunView }) {
  const { result } = run;
  const kinds = result ? CHECK_KINDS.filter((kind) => result.checks[kind].enabled) : [];
  return (
    <div className={classes.results}>
      {kinds.length === 0 && <p className={classes.empty}>{emptyText(run)}</p>}
      {result && kinds.map((kind) => <CheckSection key={kind} name={KIND_NAMES[kind]} check={result.checks[kind]} />)}
    </div>
  );
}

function emptyText(run: RunView): string {
  if (isRunning(run)) return 'The checks come when the code has run.';
  if (run.result === null) return 'Run the code to see how it is judged.';
  return 'Nothing is checked on this screen. Run the answer code, then check its output or select variables to compare.';
}

function CheckSection({ name, check }: { name: string; check: Check }) {
  return (
    <div className={classes.check} role="group" aria-label={name}>
      <h2>
        <Sign pass={check.pass} />
        {name}
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
  return (
    <>
      <p className={classes.judged}>
        <Sign pass={result.pass} />
        <code>{result.name}</code>
        <span>{result.feedback}</span>
      </p>
      {!result.pass && (result.expected !== null || result.actual !== null) && (
        <dl className={classes.compared}>
          <Side name="Expected" text={result.expected} />
          <Side name="Actual" text={result.actual} />
        </dl>
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

function Sign({ pass }: { pass: boolean }) {
  return pass ? (
    <IconCheck className={classes.passed} size={15} role="img" aria-label="passed" />
  ) : (
    <IconX className={classes.failed} size={15} role="img" aria-label="failed" />
  );
}
