import { Button, NativeSelect } from '@mantine/core';
import { type DragEvent, memo, useRef, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { mayEdit } from '#features/lessons/lessons.policy.ts';
import { STAGES, type Stage } from '#features/planning/planning.policy.ts';
import { DueDate } from '#features/planning/web/due-date.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { useFocusAfter } from '#platform/web/ui/ordered-list/use-focus-after.ts';
import { RowLink } from '#platform/web/ui/row-link.tsx';
import { type BoardColumn, boardColumns } from './board-columns.ts';
import { useMoveStage } from './use-move-stage.ts';
import classes from './board.module.css';

/** Cards of a column until all are asked for: a board of hundreds can't be read. */
const SHOWN = 30;
const STAGE_OPTIONS = [{ value: '', label: 'No stage' }, ...Object.entries(STAGES).map(([value, label]) => ({ value, label }))];

interface LessonBoardProps {
  /** The found lessons. */
  rows: readonly LessonRow[];
  /** The name of the person with an email address. */
  nameOf: (email: string) => string;
}

/** The lessons that somebody works on as cards, by stage. A card is moved by dragging it, or by the choice on it. */
export const LessonBoard = memo(function LessonBoard({ rows, nameOf }: LessonBoardProps) {
  const move = useMoveStage();
  const focusAfter = useFocusAfter(rows);
  const board = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<LessonRow | null>(null);
  const columns = boardColumns(rows);
  if (columns.every(({ lessons }) => lessons.length === 0))
    return <EmptyState text="No one is working on these lessons. The board shows changed lessons, and those with a stage or a due date." />;
  return (
    // Scrolls, so that it must take the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={board} className={classes.board} role="region" aria-label="Board" tabIndex={0}>
      {columns.map((column) => (
        <Column
          key={column.label}
          column={column}
          nameOf={nameOf}
          accepts={dragged !== null && dragged.stage !== column.stage}
          onDrop={() => dragged && move({ lesson: dragged, to: column.stage })}
          onDrag={setDragged}
          onMove={(lesson, to) => {
            move({ lesson, to });
            // The card goes to another column with its choice.
            focusAfter(() => board.current?.querySelector<HTMLElement>(`[data-stage-of="${lesson.id}"]`));
          }}
        />
      ))}
    </div>
  );
});

interface ColumnProps {
  column: BoardColumn;
  nameOf: (email: string) => string;
  /** The dragged card comes from another column. */
  accepts: boolean;
  onDrop: () => void;
  onDrag: (lesson: LessonRow | null) => void;
  onMove: (lesson: LessonRow, to: Stage | null) => void;
}

function Column({ column: { label, lessons }, nameOf, accepts, onDrop, onDrag, onMove }: ColumnProps) {
  const [isOver, setOver] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lessons : lessons.slice(0, SHOWN);
  const allow = (event: DragEvent) => {
    if (!accepts) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    // Dragging is one of two ways: each card has a choice of its stage.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={classes.column}
      aria-label={label}
      data-over={(accepts && isOver) || undefined}
      onDragOver={allow}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (accepts) onDrop();
      }}
    >
      <h2 className={classes.heading}>
        {label} <span className={classes.count}>{lessons.length}</span>
      </h2>
      <ul className={classes.cards}>
        {shown.map((lesson) => (
          <Card key={lesson.id} lesson={lesson} nameOf={nameOf} onDrag={onDrag} onMove={onMove} />
        ))}
      </ul>
      {shown.length < lessons.length ? (
        <Button variant="subtle" size="xs" onClick={() => setWhole(true)}>
          Show all {lessons.length}
        </Button>
      ) : null}
    </section>
  );
}

interface CardProps extends Pick<ColumnProps, 'nameOf' | 'onDrag' | 'onMove'> {
  lesson: LessonRow;
}

function Card({ lesson, nameOf, onDrag, onMove }: CardProps) {
  const canMove = mayEdit(useCurrentUser(), lesson);
  const { id, sequence, title, release_name, owner, due, stage } = lesson;
  return (
    // Dragging is one of two ways: each card has a choice of its stage.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes.card}
      draggable={canMove}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        // Firefox drags only what carries something.
        event.dataTransfer.setData('text/plain', String(sequence));
        onDrag(lesson);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <RowLink href={`/lesson/${id}`} className={classes.title} draggable={false}>
        {sequence} <bdi>{title}</bdi>
      </RowLink>
      <span className={classes.facts}>
        <span>{owner === null ? 'No owner' : nameOf(owner)}</span>
        {due === null ? null : <DueDate work={lesson} />}
      </span>
      <span className={classes.release}>{release_name}</span>
      <NativeSelect
        size="xs"
        data-stage-of={id}
        aria-label={`Stage of lesson ${sequence} (${release_name})`}
        data={STAGE_OPTIONS}
        value={stage ?? ''}
        disabled={!canMove}
        onChange={(event) => onMove(lesson, (event.currentTarget.value || null) as Stage | null)}
      />
    </li>
  );
}
