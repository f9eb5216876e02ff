import type { PreviewScreen } from '#features/publishing/contract/previews.ts';
import classes from './screen-view.module.css';

/** What is not available in a preview, and why; null: everything is. */
function noteOf({ application, can_run }: Pick<PreviewScreen, 'application' | 'can_run'>): string | null {
  if (application === 'jupyterlab') {
    return 'This lesson uses JupyterLab, which isn’t available in a preview. Write and run the code of this screen here instead.';
  }
  if (application === null) return null;
  return can_run
    ? 'The code of this screen also starts an application (Run and Deploy), which isn’t available in a preview. Run the code here to see what it prints.'
    : 'The code of this screen only runs as an application (Run and Deploy), which isn’t available in a preview. You can read the code here, but not run it.';
}

/** Explains that a screen's application is not available in a preview. */
export function ApplicationNote({ screen }: { screen: Pick<PreviewScreen, 'application' | 'can_run'> }) {
  const text = noteOf(screen);
  return text === null ? null : (
    <p className={classes.note} role="note">
      {text}
    </p>
  );
}
