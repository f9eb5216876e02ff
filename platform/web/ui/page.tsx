import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PageProps {
  title: string;
  /** Next to the title: a state, a count. */
  beside?: ReactNode;
  /** At the end of the title's line. */
  actions?: ReactNode;
  /** `fill`: as high as the window, scrolling inside. `narrow`: a single column for reading and forms. */
  layout?: 'flow' | 'fill' | 'narrow';
  /** Keep title and actions visible while scrolling. */
  isTopSticky?: boolean;
  children: ReactNode;
}

/** The frame of a page: window title, heading, actions, content. */
export function Page({ title, beside, actions, layout = 'flow', isTopSticky = false, children }: PageProps) {
  return (
    <div className={classes.page} data-layout={layout}>
      <title>{`${title} · Lessonwright`}</title>
      <div className={classes.top} data-sticky={isTopSticky || undefined}>
        <Title order={1} className={classes.title ?? ''}>
          {title}
        </Title>
        {beside}
        <div className={classes.actions}>{actions}</div>
      </div>
      {children}
    </div>
  );
}
