import { Button, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { BulkEdit } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import { bulkEditQuery } from './queries.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './bulk-edits.module.css';

/** Bulk edits, each with its lessons on request and Undo. */
export function BulkEditList({ edits, onUndo }: { edits: readonly BulkEdit[]; onUndo: (edit: BulkEdit) => void }) {
  return (
    <ul className={layout.plainList} aria-label="Bulk edits">
      {edits.map((edit) => (
        <BulkEditRow key={edit.id} edit={edit} onUndo={onUndo} />
      ))}
    </ul>
  );
}

function BulkEditRow({ edit, onUndo }: { edit: BulkEdit; onUndo: (edit: BulkEdit) => void }) {
  const [isOpen, setOpen] = useState(false);
  const lessons = counted(edit.lessons, 'lesson');
  return (
    <li className={classes.edit}>
      <div className={classes.line}>
        <span className={classes.what}>
          {edit.message ?? edit.summary}
          <span className={layout.note}>
            {edit.kind === 'replace' ? ' · Replace' : ''}
            {edit.by === null ? '' : ` · ${edit.by}`} · <RelativeTime at={edit.at} />
            {edit.state === 'done' ? '' : ` · ${MESSAGES.states[edit.state]}`}
          </span>
        </span>
        <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {lessons}
        </Button>
        {edit.state === 'undone' ? null : (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            aria-label={`Undo “${edit.message ?? edit.summary}”`}
            onClick={() => onUndo(edit)}
          >
            Undo
          </Button>
        )}
      </div>
      {isOpen ? <EditedLessons id={edit.id} /> : null}
    </li>
  );
}

function EditedLessons({ id }: { id: number }) {
  const { data, error, isError } = useQuery(bulkEditQuery(id));
  if (isError) return <ErrorBanner text={failureText(error, MESSAGES.loadFailed)} />;
  return (
    <ul className={`${classes.lessons} ${classes.shown}`}>
      {data?.lessons.map(({ id: lessonId, sequence, title, release_name, screens }) => {
        const name = `${sequence} ${title}`;
        return (
          <li key={`${lessonId}/${sequence}/${release_name}`}>
            <span className={classes.name}>
              {lessonId === null ? (
                name
              ) : (
                <TextLink to="/lesson/$lessonId" params={{ lessonId }}>
                  {name}
                </TextLink>
              )}{' '}
              <span className={layout.note}>{release_name}</span>
            </span>
            {screens.length === 0 ? null : (
              <Text component="span" size="xs" c="dimmed">
                {screens.length === 1 ? `Screen ${screens[0]}` : `Screens ${screens.join(', ')}`}
              </Text>
            )}
          </li>
        );
      })}
    </ul>
  );
}
