import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './lesson-page.module.css';

interface LessonSectionProps {
  title: string;
  /** At the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of the lesson page under its name. */
export function LessonSection({ title, actions, children }: LessonSectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.sectionTop}>
        <Title order={2}>{title}</Title>
        {actions ? <div className={classes.buttons}>{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}
