import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useCommands } from '#platform/web/commands.ts';

/** j and k move to the next and previous file in `place`. */
export function useFileKeys(place: RefObject<HTMLElement | null>): void {
  const go = (by: 1 | -1) => {
    const files = [...(place.current?.querySelectorAll<HTMLElement>('[data-file]') ?? [])];
    const at = files.findIndex((file) => file === document.activeElement);
    const next = files[Math.max(0, at + by)];
    next?.focus();
    next?.scrollIntoView({ block: 'start' });
  };
  useCommands([
    { id: 'next-file', label: 'Next file', group: 'Actions', shortcut: 'j', icon: IconArrowDown, run: () => go(1) },
    { id: 'previous-file', label: 'Previous file', group: 'Actions', shortcut: 'k', icon: IconArrowUp, run: () => go(-1) },
  ]);
}
