import { ActionIcon, Badge, Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useRef } from 'react';
import type { DocumentState } from '../../contract/collections.ts';
import { ReportSummary } from '../files/report-summary.tsx';
import { canImport, moveDocument, type ChosenDocument } from './chosen-documents.ts';
import classes from '../imports.module.css';

interface DocumentListProps {
  documents: readonly (ChosenDocument & { number: number | null })[];
  /** False: they were imported. */
  isEditable: boolean;
  isDisabled: boolean;
  onChange: (documents: readonly ChosenDocument[]) => void;
}

const STATES: Readonly<Record<DocumentState, { label: string; color: string } | null>> = {
  new: null,
  changed: { label: 'Changed', color: 'changed' },
  same: { label: 'Unchanged', color: 'draft' },
  refused: { label: 'Can’t be imported', color: 'error' },
  unlisted: { label: 'Left out', color: 'draft' },
  deleted: { label: 'Deleted here', color: 'draft' },
  gone: { label: 'Removed upstream', color: 'changed' },
};

/** The documents in order, each with its number, and what becomes of it. */
export function DocumentList({ documents, isEditable, isDisabled, onChange }: DocumentListProps) {
  const list = useRef<HTMLOListElement>(null);
  const move = (index: number, by: 1 | -1) => {
    onChange(moveDocument(documents, index, by));
    // The focus goes with the document.
    const action = by === 1 ? 'down' : 'up';
    requestAnimationFrame(() => {
      const row = list.current?.children[index + by];
      const buttons = row ? [...row.querySelectorAll<HTMLButtonElement>('button[data-action]')] : [];
      (
        buttons.find((button) => button.dataset['action'] === action && !button.disabled) ?? buttons.find(({ disabled }) => !disabled)
      )?.focus();
    });
  };
  return (
    <ol ref={list} className={classes.documents} aria-label="Documents">
      {documents.map((document, index) => {
        const { path, part, state, report, reason, files, number, isChosen } = document;
        const title = report?.title || path;
        const badge = STATES[state];
        const isNewPart = part !== '' && part !== documents[index - 1]?.part;
        return (
          <li key={path} className={classes.document} aria-label={path}>
            {isNewPart ? <span className={classes.part}>{part}</span> : null}
            <div className={classes.row}>
              {isEditable ? (
                <Checkbox
                  aria-label={`Import ${path}`}
                  checked={isChosen}
                  disabled={isDisabled || !canImport(document)}
                  onChange={(event) => {
                    const { checked } = event.currentTarget;
                    onChange(documents.map((each, at) => (at === index ? { ...each, isChosen: checked } : each)));
                  }}
                />
              ) : null}
              <span className={classes.name}>
                {number === null ? null : <b className={classes.figure}>{number}</b>} {title}
                {title === path ? null : <span className={classes.path}>{path}</span>}
              </span>
              {badge ? (
                <Badge variant="light" color={badge.color}>
                  {badge.label}
                </Badge>
              ) : null}
              {isEditable ? (
                <span className={classes.moves}>
                  <ActionIcon
                    size={24}
                    data-action="up"
                    aria-label={`Move ${path} up`}
                    disabled={isDisabled || index === 0}
                    onClick={() => move(index, -1)}
                  >
                    <IconArrowUp size={15} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    size={24}
                    data-action="down"
                    aria-label={`Move ${path} down`}
                    disabled={isDisabled || index === documents.length - 1}
                    onClick={() => move(index, 1)}
                  >
                    <IconArrowDown size={15} aria-hidden />
                  </ActionIcon>
                </span>
              ) : null}
            </div>
            {reason === '' ? null : <span className={classes.quiet}>{reason}</span>}
            {files.length === 0 ? null : <span className={classes.quiet}>Data files: {files.join(', ')}</span>}
            {report ? <ReportSummary report={report} isDone={!isEditable} isOpenFirst={false} /> : null}
          </li>
        );
      })}
    </ol>
  );
}
