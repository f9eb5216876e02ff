import { ActionIcon, Tooltip } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebar } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCommands } from '#platform/web/commands.ts';
import { ariaShortcut, shortcutLabel } from '#platform/web/shortcuts.ts';
import { OutlineRail } from './outline-rail.tsx';
import classes from './screen-editor.module.css';

const SHORTCUT = 'Alt+O';

interface OutlineState {
  isOpen: boolean;
  /** It covers the page, which has no room for it. */
  isDrawer: boolean;
  setOpen: (isOpen: boolean) => void;
}

/** Whether the outline is open. Wide windows remember it; in narrow ones it is a drawer, closed at first. */
export function useOutline(): OutlineState {
  const isDrawer = useMediaQuery('(max-width: 1099px)', undefined, { getInitialValueInEffect: false });
  const [isKeptOpen, keepOpen] = useLocalStorage({ key: 'lessonwright.outline', defaultValue: true, getInitialValueInEffect: false });
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const state = { isOpen: isDrawer ? isDrawerOpen : isKeptOpen, isDrawer, setOpen: isDrawer ? setDrawerOpen : keepOpen };
  useCommands([
    {
      id: 'toggle-outline',
      label: 'Toggle outline',
      group: 'Settings',
      shortcut: SHORTCUT,
      keywords: 'screens list',
      run: () => state.setOpen(!state.isOpen),
    },
  ]);
  return state;
}

export function OutlineToggle({ outline: { isOpen, setOpen } }: { outline: OutlineState }) {
  return (
    <Tooltip label={`${isOpen ? 'Hide' : 'Show'} outline (${shortcutLabel(SHORTCUT)})`}>
      <ActionIcon
        size={32}
        aria-label="Outline"
        aria-expanded={isOpen}
        aria-controls={isOpen ? 'outline' : undefined}
        aria-keyshortcuts={ariaShortcut(SHORTCUT)}
        data-outline-toggle
        onClick={() => setOpen(!isOpen)}
      >
        <IconLayoutSidebar size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

type OutlineProps = Omit<ComponentProps<typeof OutlineRail>, 'onChosen'> & { outline: OutlineState };

/** The outline at the left of the editor, or over it. */
export function Outline({ outline, ...rail }: OutlineProps) {
  if (!outline.isOpen) return null;
  const close = () => outline.setOpen(false);
  return outline.isDrawer ? (
    <Drawer onClose={close}>
      <OutlineRail {...rail} onChosen={close} />
    </Drawer>
  ) : (
    <nav className={classes.side} id="outline" aria-label="Outline">
      <OutlineRail {...rail} onChosen={() => undefined} />
    </nav>
  );
}

function Drawer({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const nav = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    nav.current?.querySelector<HTMLElement>('[aria-current="page"]')?.focus();
    const listening = new AbortController();
    const { signal } = listening;
    function leave({ target }: PointerEvent) {
      if (target instanceof Element && target.closest('#outline, [data-outline-toggle]') === null) close();
    }
    function escape({ key }: KeyboardEvent) {
      // An open menu closes first.
      if (key !== 'Escape' || nav.current?.querySelector('[role="menu"]')) return;
      close();
      document.querySelector<HTMLElement>('[data-outline-toggle]')?.focus();
    }
    document.addEventListener('pointerdown', leave, { signal });
    nav.current?.addEventListener('keydown', escape, { signal });
    return () => listening.abort();
  }, []);
  return (
    <nav className={classes.drawer} id="outline" aria-label="Outline" ref={nav}>
      {children}
    </nav>
  );
}
