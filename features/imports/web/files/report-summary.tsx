import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { LANGUAGES } from '#platform/contract/languages.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import type { ImportReport, ScreenStructure } from '../../contract/import-file.ts';
import { shownPlaces, summedNotes } from '../../rules/summed-notes.ts';
import { MESSAGES } from './messages.ts';
import classes from '../imports.module.css';

const STRUCTURES: Readonly<Record<ScreenStructure, string>> = {
  cell: 'A screen for each code cell',
  heading: 'A screen for each heading',
  exercise: 'A screen for each exercise',
};

interface ReportSummaryProps {
  report: ImportReport;
  /** It was imported. */
  isDone: boolean;
  /** Whether the list of what can't be imported unchanged is open at first. */
  isOpenFirst: boolean;
  /** Whether the list of screens is. */
  areScreensOpen?: boolean;
}

/** The screens a file becomes, and what can't be imported unchanged, with its position in the file. */
export function ReportSummary({ report, isDone, isOpenFirst, areScreensOpen = false }: ReportSummaryProps) {
  const { screens, images, language, structure, structure_reason: why } = report;
  const notes = summedNotes(report.notes);
  const parts = [
    language === null ? 'No code' : LANGUAGES[language].label,
    counted(screens.length, 'screen'),
    ...(images.length > 0 ? [counted(images.length, 'image')] : []),
  ];
  return (
    <div className={classes.report}>
      <Unfolding label={parts.join(' · ')} isOpenFirst={areScreensOpen}>
        <ol className={classes.list} aria-label="Screens" {...KEYBOARD_SCROLL}>
          {screens.map(({ title, type, has_output }, index) => (
            <li key={index}>
              {title === '' ? `Screen ${index + 1}` : title}{' '}
              <span className={classes.importFileQuiet}>
                {type}
                {has_output ? ', with output' : ''}
              </span>
            </li>
          ))}
        </ol>
      </Unfolding>
      {why === '' ? null : (
        <span className={classes.importFileQuiet}>
          {STRUCTURES[structure]}: {why}
        </span>
      )}
      {notes.length === 0 ? (
        <span className={classes.line}>
          <IconCircleCheck size={15} className={classes.good} aria-hidden /> {isDone ? MESSAGES.allDone : MESSAGES.allFit}
        </span>
      ) : (
        <Unfolding
          icon={<IconAlertTriangle size={15} className={classes.warn} aria-hidden />}
          label={(isDone ? MESSAGES.notDone : MESSAGES.notFit)(counted(report.notes.length, 'item'))}
          isOpenFirst={isOpenFirst}
        >
          <ul className={classes.list} aria-label="Not imported" {...KEYBOARD_SCROLL}>
            {notes.map(({ places, reason, count }, index) => (
              <li key={index}>
                {count === 1 ? <b>{places[0]}</b> : <b>× {count}:</b>} {reason}
                {count === 1 ? null : <span className={classes.importFileQuiet}> {shownPlaces(places)}</span>}
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
