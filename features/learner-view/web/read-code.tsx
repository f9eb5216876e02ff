import type { PreviewScreen } from '#features/publishing/contract/previews.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import classes from './read-code.module.css';
import shared from './shared.module.css';

/** The code of a screen that can't be run here. */
export function ReadCode({ screen }: { screen: Pick<PreviewScreen, 'display_code' | 'initial_code'> }) {
  const parts = [
    { label: 'Given code', code: screen.display_code },
    { label: 'Code', code: screen.initial_code },
  ];
  return parts.map(({ label, code }) =>
    code === '' ? null : (
      <section key={label} className={classes.readCode} aria-label={label}>
        <h2 className={shared.label}>{label}</h2>
        <pre className={classes.read} {...KEYBOARD_SCROLL} aria-label={label}>
          {code}
        </pre>
      </section>
    ),
  );
}
