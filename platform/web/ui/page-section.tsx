import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import layout from './layout.module.css';
import classes from './page.module.css';

interface PageSectionProps {
  title: string;
  /** Part of addresses that lead here. */
  id?: string;
  /** At the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled section of a page. */
export function PageSection({ title, id, actions, children }: PageSectionProps) {
  return (
    <section className={`${layout.wideStack} ${classes.section}`} id={id} aria-label={title}>
      <div className={classes.pageSectionTop}>
        <Title order={2}>{title}</Title>
        {actions ? <span className={classes.pageSectionActions}>{actions}</span> : null}
      </div>
      {children}
    </section>
  );
}
