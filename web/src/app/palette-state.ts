import { createSpotlight } from '@mantine/spotlight';
import { useSyncExternalStore } from 'react';

export const PALETTE_SHORTCUT = 'Mod+K';
export const PALETTE_NAME = 'Search and commands';

export const [paletteStore, palette] = createSpotlight();

/** What had the focus when the palette was opened. The palette can't know: it loads on first use. */
let opener: HTMLElement | null = null;

/** Opens the command palette from anywhere on the page. */
export function openPalette(): void {
  opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  palette.open();
}

/** For when the palette closes: the focus returns to where it was, unless something else has taken it. */
export function returnFocus(): void {
  const { activeElement } = document;
  const isFree = activeElement === null || activeElement === document.body || activeElement.closest(`[aria-label="${PALETTE_NAME}"]`);
  if (isFree && opener?.isConnected) opener.focus({ preventScroll: true });
  opener = null;
}

export function useIsPaletteOpen(): boolean {
  return useSyncExternalStore(paletteStore.subscribe, () => paletteStore.getState().opened);
}
