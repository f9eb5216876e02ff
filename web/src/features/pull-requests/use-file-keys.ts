import { useEffect, type RefObject } from 'react';
import { singleKeys } from '#web/platform/single-keys.ts';

/** j and k move to the next and previous file in `place`, except in inputs and dialogs. */
export function useFileKeys(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!singleKeys.state()) return;
      if ((event.key !== 'j' && event.key !== 'k') || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable], [role="dialog"]')) return;
      const files = [...(place.current?.querySelectorAll<HTMLElement>('[data-file]') ?? [])];
      const at = files.findIndex((file) => file === document.activeElement);
      const next = files[event.key === 'j' ? at + 1 : Math.max(0, at - 1)];
      if (!next) return;
      event.preventDefault();
      next.focus();
      next.scrollIntoView({ block: 'start' });
    };
    globalThis.addEventListener('keydown', onKeyDown);
    return () => globalThis.removeEventListener('keydown', onKeyDown);
  }, [place]);
}
