import type { ReactNode } from 'react';
import type { PreviewScreen } from '#features/publishing/contract/previews.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { GivenCode } from './given-code.tsx';
import classes from './code-task.module.css';
import shared from './shared.module.css';

/** The code of a screen that can't be run here. */
export function ReadCode({ screen }: { screen: Pick<PreviewScreen, 'display_code' | 'display_html' | 'initial_code'> }) {
  return (
    <>
      {screen.display_code === '' ? null : (
        <Part label="Given code">
          <GivenCode screen={screen} className={classes.read} />
        </Part>
      )}
      {screen.initial_code === '' ? null : (
        <Part label="Code">
          <pre className={classes.read} {...KEYBOARD_SCROLL} aria-label="Code">
            {screen.initial_code}
          </pre>
        </Part>
      )}
    </>
  );
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={classes.readCode} aria-label={label}>
      <h2 className={shared.label}>{label}</h2>
      {children}
    </section>
  );
}
