import classes from './screens.module.css';

/** Marks a tab whose text is not saved. */
export function DirtyDot({ isShown }: { isShown: boolean }) {
  return isShown ? <span className={classes.dot} role="img" aria-label="unsaved" title="Unsaved" /> : null;
}
