import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import type { ExportLoss, ExportReport } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import classes from './exports.module.css';

/** What a format leaves out, by screen; of several lessons, each opens its own. */
export function LossList({ report: { lessons } }: { report: ExportReport }) {
  const withLosses = lessons.filter(({ losses }) => losses.length > 0);
  const count = withLosses.reduce((sum, { losses }) => sum + losses.length, 0);
  const [only] = lessons.length === 1 ? lessons : [];
  if (count === 0)
    return (
      <p className={classes.line}>
        <IconCircleCheck size={16} className={classes.good} aria-hidden /> {MESSAGES.allFits}
      </p>
    );
  return (
    <section aria-label="Left out">
      <p className={classes.line}>
        <IconAlertTriangle size={16} className={classes.warn} aria-hidden /> {MESSAGES.leftOut(counted(count, 'item'))}
      </p>
      <div className={classes.scroll} role="group" aria-label="Left out, by screen" {...KEYBOARD_SCROLL}>
        {only ? <Losses losses={only.losses} /> : withLosses.map((lesson) => <LessonLosses key={lesson.id} lesson={lesson} />)}
      </div>
    </section>
  );
}

/** Rendered when it is opened: a release has thousands. */
function LessonLosses({ lesson: { sequence, title, losses } }: { lesson: ExportReport['lessons'][number] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.lesson}>
        {sequence} {title}: {counted(losses.length, 'item')}
      </summary>
      {isOpen ? <Losses losses={losses} /> : null}
    </details>
  );
}

function Losses({ losses }: { losses: readonly ExportLoss[] }) {
  return (
    <ul className={classes.losses}>
      {losses.map(({ screen, title, reason }, index) => (
        <li key={index}>
          {screen === null ? null : (
            <b>
              Screen {screen}
              {title === '' ? '' : `, ${title}`}:{' '}
            </b>
          )}
          {reason}
        </li>
      ))}
    </ul>
  );
}
