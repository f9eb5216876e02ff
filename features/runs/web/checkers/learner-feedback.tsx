import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { CHECKER_MESSAGES } from './messages.ts';
import { type CheckedScreen, type LearnerText, tryCheck } from './try-check.ts';
import classes from './checkers.module.css';

interface LearnerFeedbackProps {
  /** The complete call; null: arguments are missing. */
  call: string | null;
  /** The `feedback` of the call, which replaces every other text. */
  feedback: unknown;
  screen: CheckedScreen;
}

type Trial = 'running' | { texts: readonly LearnerText[] } | { problem: string } | null;

/** What learners read when the check fails: the author's feedback, or the result of trying wrong submissions. Keyed by the call. */
export function LearnerFeedback({ call, feedback, screen }: LearnerFeedbackProps) {
  const [trial, setTrial] = useState<Trial>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  if (typeof feedback === 'string' && feedback.trim() !== '') {
    return (
      <p className={classes.learner}>
        If it fails, learners read: <q>{feedback}</q>
      </p>
    );
  }
  function start(text: string) {
    const { signal } = (running.current = new AbortController());
    setTrial('running');
    tryCheck(screen, text, signal).then(
      (texts) => !signal.aborted && setTrial({ texts }),
      (error: unknown) =>
        !signal.aborted && setTrial({ problem: error instanceof Error ? errorText(error, error.message) : CHECKER_MESSAGES.notTried }),
    );
  }
  return (
    <div className={classes.learner}>
      <Button
        size="compact-xs"
        variant="default"
        disabled={call === null}
        loading={trial === 'running'}
        onClick={() => call !== null && start(call)}
      >
        Show what learners read
      </Button>
      <div role="status">{trial !== null && trial !== 'running' && <Result trial={trial} />}</div>
    </div>
  );
}

function Result({ trial }: { trial: Exclude<Trial, 'running' | null> }) {
  const list = useRef<HTMLDListElement>(null);
  // The call below stays in view and would cover it.
  useEffect(() => {
    // Browsers may return a promise, which would pass for a cleanup.
    list.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  if ('problem' in trial) return <p className={classes.quiet}>{trial.problem}</p>;
  if (trial.texts.length === 0) return <p className={classes.quiet}>{CHECKER_MESSAGES.neverFails}</p>;
  return (
    <dl ref={list} className={classes.texts}>
      {trial.texts.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <q>{text}</q>
          </dd>
        </div>
      ))}
    </dl>
  );
}
