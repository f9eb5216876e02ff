import { describe, expect, it } from 'vitest';
import { ariaShortcut, matchesShortcut, shortcutLabel } from './shortcuts.ts';

function keys(key: string, ...modifiers: ('ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey')[]) {
  return {
    key,
    ctrlKey: modifiers.includes('ctrlKey'),
    metaKey: modifiers.includes('metaKey'),
    shiftKey: modifiers.includes('shiftKey'),
    altKey: modifiers.includes('altKey'),
  };
}

describe('the shortcut of a command', () => {
  it.each([
    ['Mod+S', keys('s', 'ctrlKey'), false, true],
    ['Mod+S', keys('S', 'ctrlKey'), false, true],
    ['Mod+S', keys('s', 'metaKey'), true, true],
    ['Mod+S', keys('s', 'ctrlKey'), true, false],
    ['Mod+S', keys('s'), false, false],
    ['Mod+S', keys('S', 'ctrlKey', 'shiftKey'), false, false],
    ['Mod+Shift+Enter', keys('Enter', 'ctrlKey', 'shiftKey'), false, true],
    ['Mod+Enter', keys('Enter', 'ctrlKey', 'shiftKey'), false, false],
    ['Alt+ArrowUp', keys('ArrowUp', 'altKey'), false, true],
    ['Alt+ArrowUp', keys('ArrowUp', 'altKey', 'ctrlKey'), false, false],
    ['Mod+K', keys('k', 'ctrlKey', 'metaKey'), false, false],
    ['?', keys('?', 'shiftKey'), false, true],
    ['?', keys('?'), false, true],
    ['?', keys('?', 'ctrlKey', 'shiftKey'), false, false],
    ['Jump+2', keys('2', 'altKey'), false, true],
    // On French keyboards and with Shift the digit row writes signs.
    ['Jump+2', { ...keys('é', 'altKey'), code: 'Digit2' }, false, true],
    ['Jump+Shift+2', { ...keys('@', 'altKey', 'shiftKey'), code: 'Digit2' }, false, true],
    ['Jump+2', { ...keys('@', 'altKey', 'shiftKey'), code: 'Digit2' }, false, false],
    // AltGr writes brackets: to a browser on Windows it is Ctrl and Alt.
    ['Jump+7', { ...keys('{', 'altKey', 'ctrlKey'), code: 'Digit7' }, false, false],
    ['Jump+7', { ...keys('{', 'altKey'), code: 'Digit7' }, true, false],
    ['Jump+7', { ...keys('7', 'ctrlKey'), code: 'Digit7' }, true, true],
    ['Jump+7', { ...keys('7', 'metaKey'), code: 'Digit7' }, true, false],
    ['Alt+2', { ...keys('é', 'altKey'), code: 'Digit2' }, false, false],
  ])('%s, %j, on a Mac: %s → %s', (shortcut, event, mac, expected) => {
    expect(matchesShortcut(shortcut, event, mac)).toBe(expected);
  });

  it.each([
    ['Mod+S', 'Ctrl S', '⌘S', 'Control+S'],
    ['Mod+Shift+Enter', 'Ctrl Shift Enter', '⌘⇧↩', 'Control+Shift+Enter'],
    ['Alt+ArrowDown', 'Alt ↓', '⌥↓', 'Alt+ArrowDown'],
    ['Jump+Shift+2', 'Alt Shift 2', '⌃⇧2', 'Alt+Shift+2'],
  ])('%s is shown as %s and %s', (shortcut, label, mac, aria) => {
    expect([shortcutLabel(shortcut, false), shortcutLabel(shortcut, true), ariaShortcut(shortcut, false)]).toEqual([label, mac, aria]);
  });
});
