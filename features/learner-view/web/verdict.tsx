import { IconCheck, IconX } from '@tabler/icons-react';
import type { PreviewCheck } from '#features/publishing/contract/previews.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { RenderedHtml } from '#platform/web/ui/markdown-editor/rendered-html.tsx';
import type { TaskVerdict } from './learner-calls.ts';
import classes from './code-task.module.css';
import rendered from './screen-view.module.css';
import shared from './shared.module.css';

/** The verdict on a submission; null: an assessment, graded at the end. */
export function Verdict({ verdict, isLastSolved }: { verdict: TaskVerdict; isLastSolved: boolean }) {
  if (verdict === null) return <p className={shared.said}>Submitted. You’ll see your result after you hand in.</p>;
  return (
    <div className={shared.said} data-right={verdict.is_correct}>
      <VerdictText isCorrect={verdict.is_correct} />
      {isLastSolved ? <Success html={verdict.success_html} /> : null}
      <VerdictChecks checks={verdict.checks} />
    </div>
  );
}

/** What failed, and the tests by name. */
export function VerdictChecks({ checks }: { checks: readonly PreviewCheck[] }) {
  const tests = checks.filter(({ name }) => name !== undefined);
  const failed = checks.filter(({ pass, name }) => !pass && name === undefined);
  return (
    <>
      {failed.length === 0 ? null : (
        <ul>
          {failed.map(({ feedback, hints }, index) => (
            <li key={index}>
              {feedback ?? 'This is not correct yet.'}
              {hints.map((hint) => (
                <div key={hint}>Hint: {hint}</div>
              ))}
            </li>
          ))}
        </ul>
      )}
      {tests.length === 0 ? null : (
        <ul className={classes.tests} aria-label="Tests">
          {tests.map((test, index) => (
            <Test key={index} test={test} />
          ))}
        </ul>
      )}
    </>
  );
}

/** What the author says once a screen is solved. */
export function Success({ html }: { html: SafeHtml | undefined }) {
  return html === undefined ? null : <RenderedHtml html={html} className={rendered.plain} />;
}

/** A unit test with its name, and what its author shows of a failure. */
function Test({ test: { pass, name, feedback, traceback } }: { test: PreviewCheck }) {
  const Sign = pass ? IconCheck : IconX;
  return (
    <li>
      <p className={classes.test} data-passed={pass}>
        <Sign size={16} role="img" aria-label={pass ? 'Passed' : 'Failed'} /> <code>{name}</code>
      </p>
      {feedback === null ? null : <pre>{feedback}</pre>}
      {traceback === undefined ? null : (
        <details>
          <summary>Traceback</summary>
          <pre>{traceback}</pre>
        </details>
      )}
    </li>
  );
}

/** The same words for questions and code. `isFinal`: the answer can't be changed any more. */
export function VerdictText({ isCorrect, isFinal = false }: { isCorrect: boolean; isFinal?: boolean }) {
  return <strong>{isCorrect ? 'Correct.' : isFinal ? 'Not correct.' : 'Not correct yet.'}</strong>;
}
