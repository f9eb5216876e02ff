import type { ReactNode } from 'react';
import { useNamesOfPeople } from '#features/accounts/web/people/people-query.ts';
import { STAGES } from '../planning.policy.ts';
import type { Planning } from '../planning.policy.ts';
import { DueDate } from './due-date.tsx';
import classes from './planning.module.css';

/** Whose work a lesson is, who reviews it, until when, and how far it is. Nothing for a lesson without any of these. */
export function PlanningLine({ lesson }: { lesson: Planning & { readonly is_closed: boolean; readonly is_main: boolean } }) {
  const nameOf = useNamesOfPeople();
  const { owner, reviewer, due, stage, is_main } = lesson;
  const parts: [string, ReactNode][] = [
    ...(owner === null ? [] : [['Owner', nameOf(owner)] as [string, ReactNode]]),
    ...(reviewer === null ? [] : [['Reviewer', nameOf(reviewer)] as [string, ReactNode]]),
    // What is published is finished.
    ...(due === null || is_main ? [] : [['Due', <DueDate key="due" work={lesson} />] as [string, ReactNode]]),
    ...(stage === null || is_main ? [] : [['Stage', STAGES[stage]] as [string, ReactNode]]),
  ];
  if (parts.length === 0) return null;
  return (
    <dl className={classes.line} aria-label="Planning">
      {parts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
