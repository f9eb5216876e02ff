import { useState } from 'react';

/**
 * Whether a dialog was ever open. Until then it is not rendered: the library's dialogs cost as much when they are closed, and pages have
 * several. Afterwards it stays, so that it can fade out.
 */
export function useWasOpened(isOpen: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return isOpen || wasOpened;
}
