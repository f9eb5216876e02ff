import { ActionIcon, Tooltip } from '@mantine/core';
import { IconHome } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from '../screens/screens.module.css';

interface HeaderLineProps {
  /** Heading of the page. */
  title: ReactNode;
  /** Before the title: the ways to other screens. */
  nav?: ReactNode;
  /** After the title: who else is here, and the places of what the open screen renders. */
  beside?: ReactNode;
  /** At the end of the line. */
  children?: ReactNode;
}

/** The header of a screen: the way home, to other screens, and what the open screen puts into it. */
export function HeaderLine({ title, nav, beside, children }: HeaderLineProps) {
  return (
    <header className={classes.header}>
      <Tooltip label="Lessons">
        <ActionIcon component={Link} to="/" size={32} aria-label="Home">
          <IconHome size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {nav}
      <h1 className={classes.screenNavTitle}>{title}</h1>
      {beside}
      <div className={classes.end}>{children}</div>
    </header>
  );
}
