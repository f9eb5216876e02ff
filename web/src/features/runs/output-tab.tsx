import { IconAlertTriangle } from '@tabler/icons-react';
import type { RunResult } from '#contract/runs.ts';
import type { AnswerControls } from './answer-controls.ts';
import { AnswerOutputControls } from './answer-output-controls.tsx';
import { cutText, limitText } from './messages.ts';
import classes from './output-pane.module.css';
import { Plot } from './plot.tsx';
import { isRunning, type RunView } from './run-state.ts';
import { Stream } from './stream.tsx';

interface OutputTabProps {
  run: RunView;
  answer: AnswerControls;
  timeLimit: number;
}

/** Streams, plots, error and limits of a run; the answer's output below them. */
export function OutputTab({ run, answer, timeLimit }: OutputTabProps) {
  const { result } = run;
  return (
    <div className={classes.results}>
      {run.phase === 'idle' && <p className={classes.empty}>Run the code to see what it prints, draws and leaves behind.</p>}
      {run.failure !== null && <Trouble text={run.failure} />}
      {result && <Limits result={result} timeLimit={timeLimit} />}
      <Stream text={result?.output ?? run.stdout} label="Output" isGrowing={isRunning(run)} />
      {result?.images.map((image, index) => (
        // Plots are only ever replaced all together, by the next run.
        <Plot key={index} image={image} label={`Plot ${index + 1} of ${result.images.length}`} />
      ))}
      <Stream text={result?.stderr ?? run.stderr} label="Error output" isGrowing={isRunning(run)} />
      {result && result.error !== null && <ErrorBlock error={result.error} line={result.error_line} />}
      {result && isSilent(result) && <p className={classes.empty}>The code ran and printed nothing.</p>}
      <AnswerOutputControls run={run} answer={answer} />
    </div>
  );
}

function isSilent(result: RunResult): boolean {
  return result.output === '' && result.stderr === '' && result.error === null && result.images.length === 0 && result.limit === null;
}

function Limits({ result, timeLimit }: { result: RunResult; timeLimit: number }) {
  // A run that was ended could not look at its variables at all: there is no first part of them.
  const cut = cutText(result.vars.length === 0 ? result.cut.filter((part) => part !== 'vars') : result.cut);
  return (
    <>
      {result.limit !== null && <Trouble text={limitText(result.limit, timeLimit)} />}
      {cut !== null && <Trouble text={cut} />}
    </>
  );
}

function Trouble({ text }: { text: string }) {
  return (
    <p className={classes.trouble} role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      {text}
    </p>
  );
}

function ErrorBlock({ error, line }: { error: string; line: number | null }) {
  return (
    <div className={classes.error} role="group" aria-label="Error">
      <h2>{line === null ? 'Error' : `Error in line ${line}`}</h2>
      <pre>{error}</pre>
    </div>
  );
}
