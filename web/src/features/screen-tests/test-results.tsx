import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import type { CheckResult } from '#contract/runs.ts';
import classes from './screen-tests.module.css';

/** The actual or expected result of each checker. */
export function TestResults({ title, pass, results }: { title: string; pass: boolean | null; results: readonly CheckResult[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className={classes.results}>
        <li className={classes.result}>{passText(pass)}</li>
        {results.map((result, index) => (
          <li key={`${index} ${result.name}`} className={classes.result}>
            <Sign result={result} />
            <span>
              <code>{result.checker_id ?? result.name}</code> {result.feedback}
              {result.hint ? ` Hint: ${result.hint}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function passText(pass: boolean | null): string {
  if (pass === null) return 'No result.';
  return pass ? 'The submission passes.' : 'The submission fails.';
}

function Sign({ result }: { result: CheckResult }) {
  if (result.counts === false) return <IconMinus className={classes.unknown} size={15} role="img" aria-label="skipped" />;
  return result.pass ? (
    <IconCheck className={classes.good} size={15} role="img" aria-label="passed" />
  ) : (
    <IconX className={classes.bad} size={15} role="img" aria-label="failed" />
  );
}
