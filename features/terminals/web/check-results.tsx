import { IconCheck, IconHelp, IconMinus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CheckResult } from '#platform/contract/run-outcome.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TERMINAL_MESSAGES } from './messages.ts';
import type { CheckView, TerminalVerdict } from './use-terminal-check.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './terminal.module.css';

const SIGNS = { passed: IconCheck, failed: IconX, unknown: IconHelp, skipped: IconMinus } as const;
type Outcome = keyof typeof SIGNS;

/** The results of a terminal's checks: the value check, then each custom check and each unit test. */
export function CheckResults({ view }: { view: CheckView }) {
  const { verdict, error, isChecking } = view;
  if (!verdict) return null;
  return (
    // Scrolls, so that it must take the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.checks} aria-label="Check results" aria-busy={isChecking} tabIndex={0}>
      <p className={classes.verdict} role="status" data-outcome={summaryOutcome(verdict)}>
        <Sign outcome={summaryOutcome(verdict)} />
        {summaryText(verdict)}
      </p>
      <ErrorBanner text={error} />
      {verdict.value.enabled && (
        <Section name="Value" outcome={outcomeOf(verdict.value.success)}>
          {verdict.value.feedback !== null && <p>{verdict.value.feedback}</p>}
        </Section>
      )}
      <InsideSection name="Custom check" check={verdict.custom} />
      <InsideSection name="Unit tests" check={verdict.unit} />
    </section>
  );
}

/** Checks that ran beside the terminal's shell, each with its result. */
function InsideSection({ name, check }: { name: string; check: TerminalVerdict['custom'] }) {
  if (!check.enabled) return null;
  return (
    <Section name={name} outcome={outcomeOf(check.success)}>
      {check.error !== null && (
        <>
          <p>The check has an error or couldn’t be run:</p>
          <pre>{check.error}</pre>
        </>
      )}
      {check.results.length > 0 && (
        <ul>
          {check.results.map((result, index) => (
            <li key={`${index} ${result.name}`}>
              <Judgement result={result} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Section({ name, outcome, children }: { name: string; outcome: Outcome; children: ReactNode }) {
  return (
    <div role="group" aria-label={name}>
      <h2>
        <Sign outcome={outcome} />
        {name}
        <small>{outcome === 'unknown' ? 'result unknown' : outcome}</small>
      </h2>
      {children}
    </div>
  );
}

function Judgement({ result }: { result: CheckResult }) {
  const outcome = result.counts === false ? 'skipped' : outcomeOf(result.pass);
  return (
    <>
      <p className={classes.judged}>
        <Sign outcome={outcome} />
        <span>
          <code>{result.name}</code> {outcome === 'skipped' && 'Skipped: a check that it depends on failed. '}
          {result.feedback}
        </span>
      </p>
      {outcome === 'failed' && (result.expected !== null || result.actual !== null) && (
        <dl>
          <dt>Expected</dt>
          <dd>
            <Side text={result.expected} />
          </dd>
          <dt>Actual</dt>
          <dd>
            <Side text={result.actual} />
          </dd>
        </dl>
      )}
      {result.hints.map((hint) => (
        <p key={hint} className={layout.dimmed}>
          {hint}
        </p>
      ))}
    </>
  );
}

function Side({ text }: { text: string | null }) {
  return text === null || text === '' ? <span className={layout.dimmed}>nothing</span> : <pre>{text}</pre>;
}

function Sign({ outcome }: { outcome: Outcome }) {
  const Icon = SIGNS[outcome];
  return <Icon className={classes.sign} data-outcome={outcome} size={15} role="img" aria-label={outcome} />;
}

function outcomeOf(success: boolean | null): Outcome {
  if (success === null) return 'unknown';
  return success ? 'passed' : 'failed';
}

function summaryOutcome({ success, value, custom, unit }: TerminalVerdict): Outcome {
  if ([value, custom, unit].every(({ enabled }) => !enabled)) return 'skipped';
  if (success) return 'passed';
  return [value, custom, unit].some((check) => check.enabled && check.success === false) ? 'failed' : 'unknown';
}

function summaryText(verdict: TerminalVerdict): string {
  switch (summaryOutcome(verdict)) {
    case 'skipped':
      return TERMINAL_MESSAGES.nothingToCheck;
    case 'passed':
      return TERMINAL_MESSAGES.allPassed;
    case 'failed':
      return TERMINAL_MESSAGES.notPassed;
    case 'unknown':
      return TERMINAL_MESSAGES.unknown;
    default:
      throw new Error('There is no such outcome.');
  }
}
