import { useEffect, useState } from 'react';

/** A closing dialog can keep the page from taking the focus until it has faded out. */
const FRAMES_MAX = 60;

/**
 * Returns the focus to where it was before a dialog opened. Mantine does so only for a dialog that was mounted before it opened; ours are
 * loaded when they are opened.
 */
export function useReturnFocus(isOpen: boolean): void {
  // Looked up while it renders: effects run after the dialog has taken the focus.
  const [opened, setOpened] = useState(() => ({ isOpen, opener: isOpen ? document.activeElement : null }));
  if (opened.isOpen !== isOpen) setOpened({ isOpen, opener: isOpen ? document.activeElement : null });
  const { opener } = opened;
  useEffect(() => {
    if (!(opener instanceof HTMLElement)) return undefined;
    return () => giveBack(opener, FRAMES_MAX);
  }, [opener]);
}

function giveBack(opener: HTMLElement, frames: number): void {
  const focused = document.activeElement;
  // Something else may have taken the focus on purpose.
  const isLost = focused === null || focused === document.body || focused.closest('[role="dialog"]') !== null;
  if (!isLost || !opener.isConnected) return;
  opener.focus({ preventScroll: true });
  if (document.activeElement !== opener && frames > 0) requestAnimationFrame(() => giveBack(opener, frames - 1));
}
