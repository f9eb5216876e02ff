/** Props for scrollable elements without focusable content, so that the keyboard can scroll them (WCAG 2.1.1). */
export const KEYBOARD_SCROLL = { tabIndex: 0 } as const;
