import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import type { PreviewedChange, PreviewedReplacement, PreviewedText } from '../contract.ts';
import { changeKey, keysOf, withKeys } from './chosen-changes.ts';
import classes from './replace.module.css';

interface PreviewListProps {
  lessons: readonly PreviewedReplacement[];
  leftOut: ReadonlySet<string>;
  onLeaveOut: (leftOut: ReadonlySet<string>) => void;
}

/** With more lessons, their changes are shown on request. */
const OPEN_MAX = 20;

/** Every change as a difference, by lesson, with a checkbox for each, each lesson and all. */
export function PreviewList({ lessons, leftOut, onLeaveOut }: PreviewListProps) {
  const all = lessons.flatMap(keysOf);
  const out = all.filter((key) => leftOut.has(key)).length;
  return (
    // Scrolls, so that it must take the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.list} role="region" aria-label="Changes" tabIndex={0}>
      <Checkbox
        className={classes.all ?? ''}
        label={`All ${counted(all.length, 'change')}`}
        checked={out === 0}
        indeterminate={out > 0 && out < all.length}
        onChange={() => onLeaveOut(withKeys(leftOut, all, out === 0))}
      />
      {lessons.map((lesson) => (
        <LessonChanges
          key={lesson.id}
          lesson={lesson}
          leftOut={leftOut}
          onLeaveOut={onLeaveOut}
          isOpenAtFirst={lessons.length <= OPEN_MAX}
        />
      ))}
    </div>
  );
}

interface LessonChangesProps extends Omit<PreviewListProps, 'lessons'> {
  lesson: PreviewedReplacement;
  isOpenAtFirst: boolean;
}

function LessonChanges({ lesson, leftOut, onLeaveOut, isOpenAtFirst }: LessonChangesProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const keys = keysOf(lesson);
  const out = keys.filter((key) => leftOut.has(key)).length;
  const name = `${lesson.sequence} ${lesson.title}`;
  return (
    <section className={classes.lesson} aria-label={name}>
      <div className={classes.head}>
        <Checkbox
          checked={out === 0}
          indeterminate={out > 0 && out < keys.length}
          aria-label={`Replace in lesson ${name}`}
          onChange={() => onLeaveOut(withKeys(leftOut, keys, out === 0))}
        />
        <h3 className={classes.name}>
          {name} <span className={classes.quiet}>{lesson.release_name}</span>
        </h3>
        <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {counted(keys.length, 'change')}
        </Button>
      </div>
      {isOpen
        ? lesson.texts.map((text) => (
            <TextChanges
              key={`${text.screen_id}/${text.field}`}
              lesson={lesson}
              text={text}
              leftOut={leftOut}
              onToggle={(key) => onLeaveOut(withKeys(leftOut, [key], !leftOut.has(key)))}
            />
          ))
        : null}
    </section>
  );
}

interface TextChangesProps {
  lesson: PreviewedReplacement;
  text: PreviewedText;
  leftOut: ReadonlySet<string>;
  onToggle: (key: string) => void;
}

function TextChanges({ lesson, text, leftOut, onToggle }: TextChangesProps) {
  const screen = text.screen_sequence === null ? 'Lesson' : `Screen ${text.screen_sequence}`;
  const place = `${screen} · ${text.label}`;
  return (
    <ul className={classes.changes} aria-label={place}>
      {text.changes.map((change, index) => {
        const key = changeKey(lesson.id, text, change.from);
        return (
          <li key={key} className={classes.change}>
            <Checkbox
              checked={!leftOut.has(key)}
              aria-label={`Replace in lesson ${lesson.sequence}, ${place}, line ${change.line}${index > 0 ? ` (${index + 1})` : ''}`}
              onChange={() => onToggle(key)}
            />
            <span className={classes.place}>
              {place}
              {text.kind === 'title' ? '' : `, line ${change.line}`}
            </span>
            <Difference change={change} />
          </li>
        );
      })}
    </ul>
  );
}

/** The line with what is removed and added. */
function Difference({ change: { head, removed, added, tail } }: { change: PreviewedChange }) {
  return (
    <code className={classes.difference}>
      {head}
      <del className={classes.removed}>{removed}</del>
      {added === '' ? null : <ins className={classes.added}>{added}</ins>}
      {tail}
    </code>
  );
}
