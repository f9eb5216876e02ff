import { createSpotlight } from '@mantine/spotlight';
import { useState, useSyncExternalStore } from 'react';

export const PALETTE_SHORTCUT = 'Mod+K';

/** The state of the command palette. */
export const [paletteStore, palette] = createSpotlight();

/** Opens the command palette from anywhere on the page. */
export function openPalette(): void {
  palette.open();
}

/** True from the first opening on: the palette is loaded then, and stays. */
export function useIsPaletteWanted(): boolean {
  const isOpen = useSyncExternalStore(paletteStore.subscribe, () => paletteStore.getState().opened);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen;
}
