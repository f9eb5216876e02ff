import { useState } from 'react';
import type { PreviewScreen } from '#features/publishing/contract/previews.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { compareCode, type ComparedLine } from '../rules/compare-code.ts';
import { useLearnerCalls } from './learner-calls.ts';
import type { ProgressKeeper } from './progress.ts';
import classes from './code-task.module.css';
import shared from './shared.module.css';

interface SolutionProps {
  screen: Pick<PreviewScreen, 'solution_after'>;
  /** Counted from 1. */
  number: number;
  progress: ProgressKeeper;
  /** The learner's code; null: it isn't known, as in a terminal. */
  readOwn: (() => string) | null;
}

/** The solution of a screen, once it is solved or was tried as often as its author says. */
export function Solution({ screen: { solution_after: after }, number, progress, readOwn }: SolutionProps) {
  const calls = useLearnerCalls();
  const [shown, setShown] = useState<{ lines: ComparedLine[] } | { error: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (after === null) return null;
  const tries = progress.now.tries[number] ?? 0;
  const left = progress.now.done.includes(number) ? 0 : Math.max(0, after - tries);
  if (left > 0) {
    if (tries === 0) return null;
    return (
      <p className={shared.status}>
        {left === 1 ? 'After one more try you can see the solution.' : `After ${left} more tries you can see the solution.`}
      </p>
    );
  }
  const toggle = async () => {
    if (isBusy) return;
    if (shown !== null && 'lines' in shown) {
      setShown(null);
      return;
    }
    setBusy(true);
    try {
      const { code } = await calls.solution(number);
      setShown({ lines: compareCode(readOwn?.() ?? code, code) });
    } catch (error) {
      setShown({ error: calls.errorText(error) });
    }
    setBusy(false);
  };
  const lines = shown !== null && 'lines' in shown ? shown.lines : null;
  return (
    <div className={classes.solution}>
      <button
        type="button"
        className={shared.button}
        aria-expanded={lines !== null}
        aria-disabled={isBusy || undefined}
        onClick={() => void toggle()}
      >
        {lines === null ? 'Show solution' : 'Hide solution'}
      </button>
      {lines === null ? null : <Compared lines={lines} />}
      {shown !== null && 'error' in shown ? (
        <p className={shared.said} data-right="false" role="alert">
          {shown.error}
        </p>
      ) : null}
    </div>
  );
}

const SIGNS = { same: ' ', own: '−', solution: '+' } as const;
const SPOKEN = { same: null, own: 'Only in your code: ', solution: 'Only in the solution: ' } as const;

function Compared({ lines }: { lines: readonly ComparedLine[] }) {
  const differs = lines.some(({ kind }) => kind !== 'same');
  return (
    <section aria-label="Solution">
      <h3>Solution</h3>
      <pre className={`${shared.stream} ${classes.lines}`} {...KEYBOARD_SCROLL} role="group" aria-label="The solution">
        {lines.map(({ kind, text }, index) => (
          <span key={index} className={classes.line} data-kind={kind}>
            {differs ? (
              <span className={classes.sign} aria-hidden>
                {SIGNS[kind]}
              </span>
            ) : null}
            <span className={classes.spoken}>{SPOKEN[kind]}</span>
            {text === '' ? '\n' : text}
          </span>
        ))}
      </pre>
      <p className={shared.status}>
        {differs ? '− is only in your code, + only in the solution. There may be other right ways.' : 'Your code is the same.'}
      </p>
    </section>
  );
}
