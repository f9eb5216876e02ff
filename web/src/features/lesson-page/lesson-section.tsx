import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './lesson-page.module.css';

/** A part of the lesson page under its name. */
export function LessonSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <Title order={2} className={classes.sectionTitle ?? ''}>
        {title}
      </Title>
      {children}
    </section>
  );
}
