interface Keys {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const isMac = /mac|iphone|ipad/i.test(globalThis.navigator?.userAgent ?? '');

const NAMES: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc' };
const MAC_NAMES: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↩' };

/** Whether a keyboard event matches a shortcut like `Mod+Shift+Enter`. */
export function matchesShortcut(shortcut: string, event: Keys, mac = isMac): boolean {
  const parts = shortcut.split('+');
  const wanted = parts.at(-1)?.toLowerCase();
  const hasMod = mac ? event.metaKey : event.ctrlKey;
  const hasOther = mac ? event.ctrlKey : event.metaKey;
  return (
    event.key.toLowerCase() === wanted &&
    hasMod === parts.includes('Mod') &&
    // Keyboards differ in whether a sign like ? needs Shift.
    (isSign(wanted) || event.shiftKey === parts.includes('Shift')) &&
    event.altKey === parts.includes('Alt') &&
    !hasOther
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
  return parts.map((part) => (part === 'Mod' ? 'Ctrl' : (NAMES[part] ?? part))).join(' ');
}

/** A shortcut in the format of `aria-keyshortcuts`. */
export function ariaShortcut(shortcut: string, mac = isMac): string {
  return shortcut.replace('Mod', mac ? 'Meta' : 'Control');
}
