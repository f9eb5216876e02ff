interface Keys {
  key: string;
  /** The key on the keyboard, whatever sign it writes. */
  code?: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const isMac = /mac|iphone|ipad/i.test(globalThis.navigator?.userAgent ?? '');

const NAMES: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc' };
const MAC_NAMES: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Jump: '⌃', Enter: '↩' };
const OTHER_NAMES: Record<string, string> = { Mod: 'Ctrl', Jump: 'Alt' };

/**
 * Whether a keyboard event matches a shortcut like `Mod+Shift+Enter`.
 *
 * `Jump` with a digit is Alt, and Ctrl on a Mac, where Alt with a digit writes a sign, in some languages a bracket. The digit is the key
 * of the digit row, which writes another sign with Shift, and on French keyboards without it.
 */
export function matchesShortcut(shortcut: string, event: Keys, mac = isMac): boolean {
  const parts = shortcut.split('+');
  const wanted = parts.at(-1)?.toLowerCase();
  const hasMod = mac ? event.metaKey : event.ctrlKey;
  const hasOther = mac ? event.ctrlKey : event.metaKey;
  const isJump = parts.includes('Jump');
  return (
    (event.key.toLowerCase() === wanted || (isJump && event.code === `Digit${wanted}`)) &&
    hasMod === parts.includes('Mod') &&
    // Keyboards differ in whether a sign like ? needs Shift.
    (isSign(wanted) || event.shiftKey === parts.includes('Shift')) &&
    event.altKey === (parts.includes('Alt') || (isJump && !mac)) &&
    hasOther === (isJump && mac)
  );
}

function isSign(key: string | undefined): boolean {
  return key !== undefined && /^[^a-z0-9\s]$/.test(key);
}

/** Whether a shortcut is a plain key, which belongs to the text while the user writes. */
export function isPlainKey(shortcut: string): boolean {
  return shortcut.length === 1;
}

/** A shortcut as shown on a button: `Ctrl S`, `⌘S`. */
export function shortcutLabel(shortcut: string, mac = isMac): string {
  const parts = shortcut.split('+');
  if (mac) return parts.map((part) => MAC_NAMES[part] ?? NAMES[part] ?? part).join('');
  return parts.map((part) => OTHER_NAMES[part] ?? NAMES[part] ?? part).join(' ');
}

/** A shortcut in the format of `aria-keyshortcuts`. */
export function ariaShortcut(shortcut: string, mac = isMac): string {
  return shortcut.replace('Mod', mac ? 'Meta' : 'Control').replace('Jump', mac ? 'Control' : 'Alt');
}
