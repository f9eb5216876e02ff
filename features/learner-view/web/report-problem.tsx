import { useEffect, useId, useRef, useState } from 'react';
import { LEARNER_REPORT_EMPTY, LEARNER_REPORT_MAX } from '#features/comments/contract.ts';
import classes from './screen-view.module.css';
import shared from './shared.module.css';

interface ReportProblemProps {
  report: (text: string) => Promise<unknown> | undefined;
  /** The message of an error that `report` threw. */
  errorText: (error: unknown) => string;
}

type State = { is: 'closed' | 'sending' | 'sent' } | { is: 'open'; error?: string };

/** A quiet question at the end of a screen: what a learner writes becomes a comment for the authors. */
export function ReportProblem({ report, errorText }: ReportProblemProps) {
  const [state, setState] = useState<State>({ is: 'closed' });
  const [text, setText] = useState('');
  const send = async () => {
    if (state.is === 'sending') return;
    if (text.trim() === '') return setState({ is: 'open', error: LEARNER_REPORT_EMPTY });
    setState({ is: 'sending' });
    try {
      await report(text);
      setText('');
      setState({ is: 'sent' });
    } catch (error) {
      setState({ is: 'open', error: errorText(error) });
    }
  };
  return (
    <div className={classes.report}>
      {state.is === 'open' || state.is === 'sending' ? (
        <ReportForm
          text={text}
          onText={setText}
          error={state.is === 'open' ? state.error : undefined}
          isSending={state.is === 'sending'}
          onSend={() => void send()}
          onCancel={() => setState({ is: 'closed' })}
        />
      ) : (
        <>
          <p className={shared.status} role="status">
            {state.is === 'sent' ? 'Thank you. The authors of this lesson will read it.' : ''}
          </p>
          <button type="button" className={classes.open} onClick={() => setState({ is: 'open' })}>
            Is something wrong here?
          </button>
        </>
      )}
    </div>
  );
}

interface ReportFormProps {
  text: string;
  onText: (text: string) => void;
  error: string | undefined;
  isSending: boolean;
  onSend: () => void;
  onCancel: () => void;
}

function ReportForm({ text, onText, error, isSending, onSend, onCancel }: ReportFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      noValidate
      aria-label="Report a problem"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <label htmlFor={id}>What is wrong on this screen?</label>
      <textarea
        id={id}
        ref={field}
        className={classes.reportProblemText}
        rows={4}
        maxLength={LEARNER_REPORT_MAX}
        dir="auto"
        value={text}
        aria-describedby={`${id}-note`}
        aria-invalid={error !== undefined || undefined}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <p className={shared.status} id={`${id}-note`}>
        The authors of this lesson read it, without your name. They can’t reply.
      </p>
      {error === undefined ? null : (
        <p className={shared.said} data-right="false" role="alert">
          {error}
        </p>
      )}
      <div className={classes.buttons}>
        <button type="submit" className={shared.button} aria-disabled={isSending || undefined}>
          {isSending ? 'Sending…' : 'Send'}
        </button>
        <button type="button" className={shared.button} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
