import { IconAlertTriangle } from '@tabler/icons-react';
import { isQuery } from '#platform/contract/languages.ts';
import { limitText } from '#platform/contract/run-limits.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import type { RunResult } from '../contract/runs.ts';
import type { AnswerControls } from './answer-controls.ts';
import { AnswerOutputControls } from './answer-output-controls.tsx';
import { EarlierNotice } from './earlier-notice.tsx';
import { cutText } from './messages.ts';
import type { OutputSettings } from './output-settings.ts';
import { Plot } from './plot.tsx';
import { loadResultTable } from './result-parts.ts';
import { isRunning, type RunView } from './run-state.ts';
import { Stream } from './stream.tsx';
import classes from './output-pane.module.css';

interface OutputTabProps {
  run: RunView;
  answer: AnswerControls;
  settings: OutputSettings;
}

/** Streams, result table, plots, error and limits of a run, with the answer's output below. */
export function OutputTab({ run, answer, settings }: OutputTabProps) {
  const { result } = run;
  const isTable = isQuery(settings.language) && result !== null;
  const limit = result && result.limit !== null ? limitText(result.limit, result.limit_at) : null;
  return (
    <div className={classes.results}>
      {run.phase === 'idle' && <p className={classes.empty}>Run the code to see its output, plots and variables.</p>}
      {run.failure !== null && <Trouble text={run.failure} />}
      <EarlierNotice run={run} settings={settings} />
      {result && <Limits result={result} limit={limit} isTable={isTable} />}
      {!isQuery(settings.language) && <Stream text={result?.output ?? run.stdout} label="Output" isGrowing={isRunning(run)} />}
      {isTable && hasTable(result) && (
        <OnDemand load={loadResultTable} props={{ text: result.output, maxRows: settings.maxRows, isCut: result.cut.includes('rows') }} />
      )}
      {result?.images.map((image, index) => (
        // The next run replaces all plots together.
        <Plot key={index} image={image} label={`Plot ${index + 1} of ${result.images.length}`} />
      ))}
      <Stream text={result?.stderr ?? run.stderr} label="Error output" isGrowing={isRunning(run)} />
      {result && result.error !== null && result.error !== limit && <ErrorBlock error={result.error} line={result.error_line} />}
      {result && !isTable && isSilent(result) && <p className={classes.empty}>The code ran but printed nothing.</p>}
      <AnswerOutputControls run={run} answer={answer} settings={settings} />
    </div>
  );
}

/** A run that ended before its first result shows an error instead of a table. */
function hasTable(result: RunResult): boolean {
  return result.output !== '' || (result.error === null && result.limit === null);
}

function isSilent(result: RunResult): boolean {
  return result.output === '' && result.stderr === '' && result.error === null && result.images.length === 0 && result.limit === null;
}

function Limits({ result, limit, isTable }: { result: RunResult; limit: string | null; isTable: boolean }) {
  // An interrupted run has no variables at all, so none were cut. A table reports missing rows itself.
  const isReported = (part: string) => (part === 'vars' ? result.vars.length > 0 : !(isTable && part === 'rows'));
  const cut = cutText(result.cut.filter(isReported));
  return (
    <>
      {limit !== null && <Trouble text={limit} />}
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
