import { IconAlertTriangle } from '@tabler/icons-react';
import { useNow } from '#platform/web/ui/use-now.ts';
import { dayOf, isOverdue, type Planning } from '../planning.policy.ts';
import { dueText } from './due-text.ts';
import classes from './planning.module.css';

interface DueDateProps {
  work: Pick<Planning, 'due' | 'stage'> & { readonly is_closed: boolean };
}

/** Until when a lesson is to be ready, with a sign if that day has passed. */
export function DueDate({ work }: DueDateProps) {
  const today = dayOf(new Date(useNow()));
  if (work.due === null) return null;
  const text = dueText(work.due, today);
  if (!isOverdue(work, today)) return <span>{text}</span>;
  return (
    <span className={classes.late} title={`Late: it was due ${text}`}>
      <IconAlertTriangle size={13} role="img" aria-label="Late" /> {text}
    </span>
  );
}
