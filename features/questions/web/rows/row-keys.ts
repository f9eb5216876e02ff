import type { KeyboardEvent } from 'react';

interface RowKeys {
  isOff: boolean;
  /** Nothing is in the row, so that Backspace removes it. */
  isBlank: boolean;
  onEnter: () => void;
  onBackspace: () => void;
  onMove: (by: -1 | 1) => void;
}

/** What keys do in the first field of a row, besides typing. */
export function rowKeys(keys: RowKeys) {
  return (event: KeyboardEvent<HTMLTextAreaElement | HTMLInputElement>): void => {
    if (keys.isOff || event.nativeEvent.isComposing) return;
    const action = keyAction(event, keys.isBlank && event.currentTarget.value === '');
    if (action === null) return;
    event.preventDefault();
    if (action === 'enter') keys.onEnter();
    else if (action === 'backspace') keys.onBackspace();
    else keys.onMove(action);
  };
}

/** Shift Enter begins a line; a held Backspace stops at the empty row. */
function keyAction(event: KeyboardEvent, isEmpty: boolean): 'enter' | 'backspace' | -1 | 1 | null {
  const { key, altKey, shiftKey, ctrlKey, metaKey, repeat } = event;
  if (altKey) return key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : null;
  if (shiftKey || ctrlKey || metaKey) return null;
  if (key === 'Enter') return 'enter';
  return key === 'Backspace' && isEmpty && !repeat ? 'backspace' : null;
}
