import { Button, Checkbox } from '@mantine/core';
import type { AnswerOutput } from '#features/screens/contract/screens.ts';
import { isQuery } from '#platform/contract/languages.ts';
import { GuideLink } from '#platform/web/ui/guide-link.tsx';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import type { AnswerControls } from './answer-controls.ts';
import type { OutputSettings } from './output-settings.ts';
import { loadResultTable } from './result-parts.ts';
import type { RunView } from './run-state.ts';
import classes from './output-pane.module.css';

interface AnswerOutputControlsProps {
  run: RunView;
  answer: AnswerControls;
  settings: Pick<OutputSettings, 'language' | 'maxRows'>;
}

/** Whether the learner's output is checked, and the stored output. */
export function AnswerOutputControls({ run, answer, settings }: AnswerOutputControlsProps) {
  const fresh = freshOutput(run);
  const { storedOutput, checkOutput, isDisabled } = answer;
  const available = fresh ?? storedOutput;
  if (available === null && !checkOutput) return null;
  const isStale = fresh !== null && storedOutput !== null && checkOutput && !isSameOutput(fresh, storedOutput);

  return (
    <div className={classes.answer} role="group" aria-label="Answer output">
      <Checkbox
        label="Check output"
        description={
          checkOutput
            ? "The learner's output must match the stored output of the answer."
            : "Stores the answer's output and compares the learner's with it."
        }
        checked={checkOutput}
        disabled={isDisabled || available === null}
        onChange={(event) => available !== null && answer.onOutput(available, event.currentTarget.checked)}
      />
      {checkOutput && (
        <p className={classes.hint}>
          {isQuery(settings.language)
            ? 'Cells are compared as values; rows in order only as far as the answer has ORDER BY.'
            : 'Lines are compared as text. White space at their ends and empty lines at the end don’t count; letter case does.'}{' '}
          <GuideLink page="comparing">How answers are compared</GuideLink>
        </p>
      )}
      {isStale && (
        <div className={classes.stale}>
          <span>The stored output differs from this run.</span>
          <Button size="compact-xs" variant="default" disabled={isDisabled} onClick={() => answer.onOutput(fresh, true)}>
            Store this output
          </Button>
        </div>
      )}
      {storedOutput !== null && checkOutput && (
        <details className={classes.stored}>
          <summary>Stored output</summary>
          {isQuery(settings.language) ? (
            <OnDemand load={loadResultTable} props={{ text: storedOutput.stdout, maxRows: settings.maxRows, isCut: false }} />
          ) : (
            <pre>{storedOutput.stdout === '' ? '(nothing was printed)' : storedOutput.stdout}</pre>
          )}
        </details>
      )}
    </div>
  );
}

/** The output of the last run of the answer; null: something else ran, or it has not finished. */
function freshOutput({ source, result }: RunView): AnswerOutput | null {
  return source === 'answer' && result ? { stdout: result.output, stderr: result.stderr, images: result.images } : null;
}

function isSameOutput(a: AnswerOutput, b: AnswerOutput): boolean {
  return a.stdout === b.stdout && a.stderr === b.stderr;
}
