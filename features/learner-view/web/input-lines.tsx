import type { PreviewScreen } from '#features/publishing/contract/previews.ts';
import classes from './code-task.module.css';
import shared from './shared.module.css';

/** The most lines that are shown without scrolling. */
const SHOWN_LINES = 6;

interface InputLinesProps {
  screen: Pick<PreviewScreen, 'inputs'>;
  inputs: string;
  onChange: (inputs: string) => void;
}

/** The lines that the code reads. Learners try others with Run; Submit reads the screen's. */
export function InputLines({ screen, inputs, onChange }: InputLinesProps) {
  const isOwn = inputs !== screen.inputs;
  return (
    <details className={shared.details} open>
      <summary>Input</summary>
      <textarea
        className={classes.inputs}
        aria-label="Lines that the code reads"
        rows={Math.min(SHOWN_LINES, inputs.split('\n').length)}
        spellCheck={false}
        value={inputs}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p className={shared.status}>
        {isOwn
          ? 'Run reads these lines. Submit reads those of the screen.'
          : 'The code reads these lines. Change them to try others with Run.'}{' '}
        {isOwn ? (
          <button type="button" className={shared.button} onClick={() => onChange(screen.inputs)}>
            Lines of the screen
          </button>
        ) : null}
      </p>
    </details>
  );
}
