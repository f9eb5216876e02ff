import { createSpotlight } from '@mantine/spotlight';
import { useSyncExternalStore } from 'react';

export const PALETTE_SHORTCUT = 'Mod+K';
/** Opens the search over all content. */
export const SEARCH_SHORTCUT = 'Mod+Shift+F';
export const PALETTE_NAME = 'Search and commands';

export const [paletteStore, palette] = createSpotlight();

/** Opens the command palette from anywhere on the page. */
export function openPalette(): void {
  palette.open();
}

export function useIsPaletteOpen(): boolean {
  return useSyncExternalStore(paletteStore.subscribe, () => paletteStore.getState().opened);
}
