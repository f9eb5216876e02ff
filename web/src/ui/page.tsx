import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PageProps {
  title: string;
  /** Beside the title: a state, a count. */
  beside?: ReactNode;
  /** At the end of the title's line. */
  actions?: ReactNode;
  /** `fill`: the page is as high as the window and scrolls inside. `narrow`: a column to read and fill in. */
  layout?: 'flow' | 'fill' | 'narrow';
  /** True: the title and the actions stay in sight while the page scrolls. */
  isTopSticky?: boolean;
  children: ReactNode;
}

/** The frame of a page: its title in the window and on the page, its actions, its body. */
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
