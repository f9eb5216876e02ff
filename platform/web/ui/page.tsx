import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PageTemplate } from './page-template.ts';
import classes from './page.module.css';

interface PageProps {
  title: string;
  /** Next to the title: a state, a count. */
  beside?: ReactNode;
  /** At the end of the title's line. */
  actions?: ReactNode;
  layout: Exclude<PageTemplate, 'editor' | 'learner'>;
  /** A list as high as the window, which scrolls inside. */
  isFilling?: boolean;
  /** A report that is one column of text. */
  isNarrow?: boolean;
  /** What is left to do on a detail page, or the groups of a form: on the right if there is room, else below the title. */
  aside?: ReactNode;
  /** Keep title and actions visible while scrolling. */
  isTopSticky?: boolean;
  children: ReactNode;
}

/** The frame of a page: window title, heading, actions, content. */
export function Page({ title, beside, actions, layout, isFilling, isNarrow, aside, isTopSticky = false, children }: PageProps) {
  return (
    <div className={classes.page} data-template={layout} data-filling={isFilling || undefined} data-narrow={isNarrow || undefined}>
      <title>{`${title} · Lessonwright`}</title>
      <div className={classes.top} data-sticky={isTopSticky || undefined}>
        <Title order={1} className={classes.title ?? ''}>
          {title}
        </Title>
        {beside}
        <div className={classes.actions}>{actions}</div>
      </div>
      {aside === undefined ? (
        children
      ) : (
        <div className={classes.split}>
          <div className={classes.aside}>{aside}</div>
          <div className={classes.main}>{children}</div>
        </div>
      )}
    </div>
  );
}
