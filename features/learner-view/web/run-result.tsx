import { lazy, type ReactNode, type Ref, Suspense } from 'react';
import type { PreviewResult } from '#features/publishing/contract/previews.ts';
import { EarlierErrors } from '#features/runs/web/earlier-errors.tsx';
import { isQuery } from '#platform/contract/languages.ts';
import { limitText } from '#platform/contract/run-limits.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { readableError } from '../rules/run-error.ts';
import type { ScreenLesson } from './screen-props.ts';
import type { CodeRun } from './use-code-run.ts';
import { Verdict } from './verdict.tsx';
import classes from './code-task.module.css';
import shared from './shared.module.css';

const ResultTable = lazy(() => import('./result-table.tsx'));

interface RunResultProps {
  run: CodeRun;
  lesson: ScreenLesson;
  isLastSolved: boolean;
  /** What follows the verdict and the error. */
  children: ReactNode;
  element: Ref<HTMLDivElement>;
}

/** The result of a run: verdict, output, plots and variables. */
export function RunResult({ run, lesson, isLastSolved, children, element }: RunResultProps) {
  return (
    <div className={classes.result} ref={element} {...KEYBOARD_SCROLL} role="region" aria-label="Run result">
      {run.kind === 'idle' ? (
        <p className={shared.status}>
          {lesson.is_assessment
            ? 'Run shows what your code does. Submit records it as your answer.'
            : 'Run shows what your code does. Submit also checks it.'}
        </p>
      ) : null}
      <div role="status">
        {run.kind === 'done' && run.isSubmitted ? <Verdict verdict={run.result.verdict} isLastSolved={isLastSolved} /> : null}
      </div>
      <EarlierErrors errors={run.kind === 'done' ? run.result.earlier_errors : []} link={null} />
      {run.kind === 'failed' ? (
        <p className={shared.said} data-right="false" role="alert">
          {run.text}
        </p>
      ) : null}
      {run.kind === 'done' ? (
        <Outcome result={run.result} lesson={lesson}>
          {children}
        </Outcome>
      ) : null}
    </div>
  );
}

interface OutcomeProps {
  result: PreviewResult;
  lesson: Pick<ScreenLesson, 'language' | 'sql_max_rows'>;
  /** What follows the error. */
  children?: ReactNode;
}

/** What a run printed and drew, or why it ended. */
export function Outcome({ result, lesson, children }: OutcomeProps) {
  const { output, stderr, error, error_line, images, variables, is_cut } = result;
  const limit = result.limit === null ? null : limitText(result.limit, result.limit_at);
  const isEmpty = output === '' && stderr === '' && error === null && images.length === 0;
  return (
    <>
      {limit === null ? null : <RunError label="Stopped" line={error_line} sentence={limit} report={error === limit ? null : error} />}
      {error === null || limit !== null ? null : <RunError label="Error" line={error_line} sentence={null} report={error} />}
      {children}
      {output === '' ? null : isQuery(lesson.language) ? (
        <Suspense fallback={<p className={shared.status}>Loading the result…</p>}>
          <ResultTable output={output} maxRows={lesson.sql_max_rows} />
        </Suspense>
      ) : (
        <Stream label="Output" text={output} />
      )}
      {stderr === '' || stderr === error ? null : <Stream label="Messages" text={stderr} />}
      {images.map((image, index) => (
        <img key={index} className={classes.plot} src={`data:image/png;base64,${image}`} alt={`Plot ${index + 1} that the code drew`} />
      ))}
      {isEmpty ? <p className={shared.status}>Your code ran but didn’t print anything.</p> : null}
      {is_cut ? <p className={shared.status}>The output was too long. Only the first part is shown.</p> : null}
      {variables.length === 0 ? null : (
        <details>
          <summary>Variables ({variables.length})</summary>
          <div className={shared.table} {...KEYBOARD_SCROLL} role="region" aria-label="Variables">
            <table>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Type</th>
                  <th scope="col">Value</th>
                </tr>
              </thead>
              <tbody>
                {variables.map(({ name, type_name, string_form }) => (
                  <tr key={name}>
                    <td>{name}</td>
                    <td>{type_name}</td>
                    <td>
                      <code>{string_form}</code>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </>
  );
}

interface RunErrorProps {
  label: string;
  /** Of the learner's code; null: not known. */
  line: number | null;
  /** What happened; null: as the report says. */
  sentence: string | null;
  report: string | null;
}

/** What went wrong, and behind it how it came to that. */
function RunError({ label, line, sentence, report }: RunErrorProps) {
  const { sentence: reported, details } = readableError(report ?? '');
  return (
    <>
      <h3>{line === null ? label : `${label} in line ${line}`}</h3>
      <pre className={shared.stream} data-kind="error" {...KEYBOARD_SCROLL} role="group" aria-label={label}>
        {sentence ?? reported}
      </pre>
      {details === null ? null : (
        <details>
          <summary>Traceback</summary>
          <pre className={shared.stream} {...KEYBOARD_SCROLL} role="group" aria-label="Traceback">
            {details}
          </pre>
        </details>
      )}
    </>
  );
}

function Stream({ label, text }: { label: string; text: string }) {
  return (
    <>
      <h3>{label}</h3>
      <pre className={shared.stream} {...KEYBOARD_SCROLL} role="group" aria-label={label}>
        {text}
      </pre>
    </>
  );
}
