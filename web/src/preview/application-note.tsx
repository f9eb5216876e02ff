import type { PreviewScreen } from '#contract/previews.ts';
import classes from './application-note.module.css';

/** What is missing here, and why; null: nothing is. */
function noteOf({ application, can_run }: Pick<PreviewScreen, 'application' | 'can_run'>): string | null {
  if (application === 'jupyterlab') {
    return 'This lesson uses JupyterLab, which isn’t available in a preview. Write and run the code of this screen here instead.';
  }
  if (application === null) return null;
  return can_run
    ? 'The code of this screen also starts an application (Run and Deploy), which isn’t available in a preview. Run the code here to see what it prints.'
    : 'The code of this screen only runs as an application (Run and Deploy), which isn’t available in a preview. You can read the code here, but not run it.';
}

/** Says of a screen that belongs to an application that the preview has none. */
export function ApplicationNote({ screen }: { screen: Pick<PreviewScreen, 'application' | 'can_run'> }) {
  const text = noteOf(screen);
  return text === null ? null : (
    <p className={classes.note} role="note">
      {text}
    </p>
  );
}
