import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { LIMITS } from '#platform/contract/limits.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { LazyCodeEditor } from '#platform/web/ui/code-editor/lazy-code-editor.tsx';
import { MESSAGES } from '../messages.ts';
import { ComparisonNote } from './comparison-note.tsx';
import { FeedbackRows } from './feedback-rows.tsx';
import type { KindFormProps } from './kind-form-props.ts';
import { recordOutput } from './record-output.ts';
import classes from '../questions.module.css';

interface Problem {
  /** It is about this code, not about what the code became. */
  readonly code: string;
  readonly text: string;
  readonly details: string;
}

/** The code, and what it printed when its author ran it. */
export function PredictForm({ task, now, number, version, isReadOnly, isBusy, language, runPlace, onChange }: KindFormProps<'predict'>) {
  const outputId = useId();
  const [isRunning, setIsRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const isTooLong = task.code.length > LIMITS.shortTextMax;

  async function run() {
    const { code } = now();
    const { signal } = (running.current = new AbortController());
    setIsRunning(true);
    setProblem(null);
    try {
      const recorded = await recordOutput(runPlace, code, signal);
      if (signal.aborted || now().code !== code) return;
      if ('output' in recorded) onChange({ output: recorded.output });
      else setProblem({ code, text: recorded.problem, details: recorded.details });
    } catch (error) {
      if (!signal.aborted) setProblem({ code, text: errorText(error, 'Couldn’t run the code. Try again later.'), details: '' });
    } finally {
      if (!signal.aborted) setIsRunning(false);
    }
  }
  return (
    <>
      <div className={classes.list}>
        <div className={classes.listLabel} aria-hidden>
          Code
        </div>
        <div className={classes.code}>
          <LazyCodeEditor
            label={`Code of question ${number}`}
            language={language}
            read={() => now().code}
            version={version}
            isReadOnly={isReadOnly}
            isBusy={isBusy}
            onChange={(text) => onChange({ code: text.toString(), output: null })}
            placeholder="It runs by itself, without the code and the values of the screen"
          />
        </div>
        {isTooLong && <Banner kind="warning">{MESSAGES.codeTooLong}</Banner>}
        {!isReadOnly && (
          <Button
            className={classes.add ?? ''}
            size="xs"
            variant="default"
            leftSection={<IconPlayerPlay size={15} aria-hidden />}
            loading={isRunning}
            disabled={isBusy || isTooLong || task.code.trim() === ''}
            onClick={() => void run()}
          >
            Run
          </Button>
        )}
      </div>
      <div role="status" aria-labelledby={outputId} className={classes.list}>
        <div id={outputId} className={classes.listLabel}>
          Output
        </div>
        {problem?.code === task.code && task.output === null ? (
          <Banner kind="warning">
            {problem.text}
            {problem.details !== '' && <pre className={classes.output}>{problem.details}</pre>}
          </Banner>
        ) : task.output === null ? (
          <p className={classes.hint}>
            {isRunning ? 'It runs twice, to see whether the output stays the same.' : 'Run the code to record what it prints.'}
          </p>
        ) : (
          // Scrolls, so that it must take the focus.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <pre className={classes.output} tabIndex={0}>
            {task.output === '' ? 'Nothing' : task.output}
          </pre>
        )}
      </div>
      <ComparisonNote>
        Lines are compared as text: 0.3 is not 0.30. Spaces at their ends and blank lines around the output don’t count.
      </ComparisonNote>
      <FeedbackRows
        feedback={task.feedback}
        now={() => now().feedback}
        placeholder="A wrong output"
        isReadOnly={isReadOnly}
        isBusy={isBusy}
        onChange={(feedback) => onChange({ feedback })}
      />
    </>
  );
}
