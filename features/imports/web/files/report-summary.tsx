import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { LANGUAGES } from '#platform/contract/languages.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import type { ImportReport } from '../../contract/import-file.ts';
import { MESSAGES } from './messages.ts';
import classes from './import-file.module.css';

interface ReportSummaryProps {
  report: ImportReport;
  /** It was imported. */
  isDone: boolean;
  /** Whether the list of what can't be imported unchanged is open at first. */
  isOpenFirst: boolean;
}

/** The screens a file becomes, and what can't be imported unchanged, with its position in the file. */
export function ReportSummary({ report, isDone, isOpenFirst }: ReportSummaryProps) {
  const { screens, images, notes, language } = report;
  const parts = [
    language === null ? 'No code' : LANGUAGES[language].label,
    counted(screens.length, 'screen'),
    ...(images.length > 0 ? [counted(images.length, 'image')] : []),
  ];
  return (
    <div className={classes.report}>
      <Unfolding label={parts.join(' · ')} isOpenFirst={false}>
        <ol className={classes.list} aria-label="Screens" {...KEYBOARD_SCROLL}>
          {screens.map(({ title, type, has_output }, index) => (
            <li key={index}>
              {title === '' ? `Screen ${index + 1}` : title}{' '}
              <span className={classes.quiet}>
                {type}
                {has_output ? ', with output' : ''}
              </span>
            </li>
          ))}
        </ol>
      </Unfolding>
      {notes.length === 0 ? (
        <span className={classes.line}>
          <IconCircleCheck size={15} className={classes.good} aria-hidden /> {isDone ? MESSAGES.allDone : MESSAGES.allFit}
        </span>
      ) : (
        <Unfolding
          icon={<IconAlertTriangle size={15} className={classes.warn} aria-hidden />}
          label={(isDone ? MESSAGES.notDone : MESSAGES.notFit)(counted(notes.length, 'item'))}
          isOpenFirst={isOpenFirst}
        >
          <ul className={classes.list} aria-label="Not imported" {...KEYBOARD_SCROLL}>
            {notes.map(({ place, reason }, index) => (
              <li key={index}>
                {place === '' ? null : <b className={classes.place}>{place}</b>} {reason}
              </li>
            ))}
          </ul>
        </Unfolding>
      )}
    </div>
  );
}

/** A line that expands. */
function Unfolding({ label, icon, isOpenFirst, children }: { label: string; icon?: ReactNode; isOpenFirst: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(isOpenFirst);
  const id = useId();
  return (
    <div>
      <UnstyledButton className={classes.unfold ?? ''} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <IconChevronRight size={14} className={classes.chevron} aria-hidden />
        {icon}
        {label}
      </UnstyledButton>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
