import { ActionIcon, Tooltip } from '@mantine/core';
import { IconHome } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from '#web/features/screens/screen-nav.module.css';
import { ScreenNav, type ScreenNavProps } from '#web/features/screens/screen-nav.tsx';

interface HeaderLineProps {
  /** Heading of the page. */
  title: string;
  /** The way to the screens of the lesson. */
  nav?: ReactNode;
  /** Beside the title: who else is here. */
  beside?: ReactNode;
  /** At the end of the line. */
  children?: ReactNode;
}

/** The header of a screen: links to the lessons and to the other screens, and the menu of new ones. */
export function ScreenHeader({ title, beside, children, ...nav }: Omit<HeaderLineProps, 'nav'> & ScreenNavProps) {
  return (
    <HeaderLine title={title} nav={<ScreenNav {...nav} />} beside={beside}>
      {children}
    </HeaderLine>
  );
}

/** The frame of the screen header: the way home is always there. */
export function HeaderLine({ title, nav, beside, children }: HeaderLineProps) {
  return (
    <header className={classes.header}>
      <Tooltip label="Lessons">
        <ActionIcon component={Link} to="/" size={32} aria-label="Home">
          <IconHome size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {nav}
      <h1 className={classes.title}>{title}</h1>
      {beside}
      <div className={classes.end}>{children}</div>
    </header>
  );
}
