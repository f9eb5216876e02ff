import { indentUnit } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import classes from './code-task.module.css';
import shared from './shared.module.css';

/** Signs that code needs and that the keyboards of phones hide. */
const SIGNS = [
  { sign: '(', name: 'opening parenthesis' },
  { sign: ')', name: 'closing parenthesis' },
  { sign: '"', name: 'quotation mark' },
  { sign: '=', name: 'equals sign' },
  { sign: ':', name: 'colon' },
] as const;

/** Buttons that write signs and an indent where the cursor is. Only on small touch screens. */
export function CodeSigns({ view }: { view: EditorView | null }) {
  const write = (text: (view: EditorView) => string) => {
    if (view === null) return;
    view.dispatch(view.state.replaceSelection(text(view)), { scrollIntoView: true, userEvent: 'input.type' });
    view.focus();
  };
  return (
    <div className={classes.signs} role="group" aria-label="Signs">
      {SIGNS.map(({ sign, name }) => (
        <Sign key={sign} label={sign} name={`Insert ${name}`} onClick={() => write(() => sign)} />
      ))}
      <Sign label="Tab" name="Insert indent" onClick={() => write(({ state }) => state.facet(indentUnit))} />
    </div>
  );
}

function Sign({ label, name, onClick }: { label: string; name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className={shared.button}
      aria-label={name}
      // The keyboard stays open.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {label}
    </button>
  );
}
