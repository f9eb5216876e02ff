import type { ReactNode } from 'react';
import type { EarlierError } from '#platform/contract/run-outcome.ts';
import { earlierNumber } from '../earlier-code.policy.ts';
import classes from './output-pane.module.css';

interface EarlierErrorsProps {
  /** Undefined: the reply of a server of an earlier version. */
  errors: readonly EarlierError[] | undefined;
  /** Links the name of a screen, by its number; null: names are no links. */
  link: ((number: number, name: string) => ReactNode) | null;
}

/** Says which code of earlier screens failed, so that the code of this screen may miss what it leaves. Announced when it appears. */
export function EarlierErrors({ errors = [], link }: EarlierErrorsProps) {
  const nameOf = ({ name }: EarlierError, isFirst: boolean) => {
    const number = earlierNumber(name);
    const shown = isFirst ? `${name.slice(0, 1).toUpperCase()}${name.slice(1)}` : name;
    return number === null || link === null ? shown : link(number, shown);
  };
  const [first, ...rest] = errors;
  return (
    <div className={classes.notice} role="status">
      {first === undefined ? null : rest.length === 0 ? (
        <p>
          The code of {nameOf(first, false)} failed before this code ran: <code>{first.message}</code>. What it would have defined or
          changed may be missing.
        </p>
      ) : (
        <>
          <p>Code of earlier screens failed before this code ran. What it would have defined or changed may be missing.</p>
          <ul>
            {errors.map((error, index) => (
              <li key={index}>
                {nameOf(error, true)}: <code>{error.message}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
