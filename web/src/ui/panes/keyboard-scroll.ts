/** What scrolls and holds nothing to focus must be reachable by itself, or the keyboard could not scroll it (WCAG 2.1.1). */
export const KEYBOARD_SCROLL = { tabIndex: 0 } as const;
