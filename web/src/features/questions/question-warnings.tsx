import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './questions.module.css';

/** What is wrong with a question; none of it keeps it from being saved. */
export function QuestionWarnings({ warnings }: { warnings: readonly string[] }) {
  return (
    <div role="status">
      {warnings.length > 0 && (
        <ul className={classes.warnings} aria-label="Warnings">
          {warnings.map((warning) => (
            <li key={warning}>
              <IconAlertTriangle size={15} aria-hidden />
              {warning}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
