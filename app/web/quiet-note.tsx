import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import classes from './shell.module.css';

/** On every page of a copy, so that nobody takes it for the original. */
export function QuietNote() {
  const { is_quiet } = useCurrentUser();
  return is_quiet === true ? (
    <p className={classes.note} role="note">
      <strong>Quiet mode:</strong> this is a copy. Nothing is pushed, mailed or deployed.
    </p>
  ) : null;
}
