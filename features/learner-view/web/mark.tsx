import classes from './question-view.module.css';

/** Whether an option, a gap or a pair is right. Undefined: not judged. */
export function Mark({ isRight }: { isRight: boolean | undefined }) {
  if (isRight === undefined) return null;
  return (
    <span className={classes.mark} data-right={isRight} role="img" aria-label={isRight ? 'Right' : 'Wrong'}>
      {isRight ? '✓' : '✗'}
    </span>
  );
}
