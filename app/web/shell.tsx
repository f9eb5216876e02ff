import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Header } from './header.tsx';
import layout from '#platform/web/ui/layout.module.css';
import classes from './shell.module.css';

/** Header and page. Navigation moves the focus to the page so that screen readers start reading there. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const seen = useRef(path);
  useEffect(() => {
    // A page that is for typing focuses its field.
    const hasFocus = main.current?.contains(document.activeElement) === true;
    if (seen.current !== undefined && seen.current !== path && !hasFocus) main.current?.focus();
    seen.current = path;
  }, [path]);
  return (
    <div className={classes.shell}>
      <a href="#content" className={layout.skip}>
        Skip to content
      </a>
      <Header />
      <main id="content" ref={main} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
    </div>
  );
}
