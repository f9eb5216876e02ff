import { useRef } from 'react';
import type { PreviewScreen } from '#features/publishing/contract/previews.ts';
import classes from './code-task.module.css';
import shared from './shared.module.css';

/** The most lines that are shown without scrolling. */
const SHOWN_LINES = 6;

interface InputLinesProps {
  screen: Pick<PreviewScreen, 'inputs'>;
  /** Lines of the learner; null: those of the screen. */
  own: string | null;
  onChange: (own: string | null) => void;
}

/** The lines that the code reads. Learners try others with Run; Submit reads the screen's. */
export function InputLines({ screen, own, onChange }: InputLinesProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const inputs = own ?? screen.inputs;
  return (
    <details className={shared.details} open>
      <summary>Input</summary>
      <textarea
        ref={field}
        className={classes.inputs}
        aria-label="Lines that the code reads"
        rows={Math.min(SHOWN_LINES, inputs.split('\n').length)}
        spellCheck={false}
        value={inputs}
        onChange={({ currentTarget: { value } }) => onChange(value === screen.inputs ? null : value)}
      />
      <p className={shared.status}>
        {own === null
          ? 'The code reads these lines. Change them to try others with Run.'
          : 'Run reads these lines. Submit reads those of the screen.'}{' '}
        {own === null ? null : (
          <button
            type="button"
            className={shared.button}
            onClick={() => {
              // The button goes, and the focus with it.
              field.current?.focus();
              onChange(null);
            }}
          >
            Restore the lines
          </button>
        )}
      </p>
    </details>
  );
}
