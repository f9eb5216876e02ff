import { useLayoutEffect } from 'react';

/** A closing dialog can keep the page from taking the focus until it has faded out. */
const FRAMES_MAX = 60;

/**
 * Returns the focus to where it was before a dialog opened. Mantine does so only for a dialog that was mounted before it opened; ours are
 * loaded when they are opened.
 */
export function useReturnFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement) giveBack(opener, FRAMES_MAX);
    };
  }, [isOpen]);
}

function giveBack(opener: HTMLElement, frames: number): void {
  const focused = document.activeElement;
  // Something else may have taken the focus on purpose.
  const isLost = focused === null || focused === document.body || focused.closest('[role="dialog"]') !== null;
  if (!isLost || !opener.isConnected) return;
  opener.focus({ preventScroll: true });
  if (document.activeElement !== opener && frames > 0) requestAnimationFrame(() => giveBack(opener, frames - 1));
}
