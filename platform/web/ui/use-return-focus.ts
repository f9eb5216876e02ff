import { useEffect, useState } from 'react';
import { focusAt, type Spot, spotOf } from '../keep-focus.ts';

/** A closing dialog can keep the page from taking the focus until it has faded out. */
const FRAMES_MAX = 60;

/**
 * Returns the focus to where it was before a dialog opened. Mantine does so only for a dialog that was mounted before it opened; ours are
 * loaded when they are opened.
 */
export function useReturnFocus(isOpen: boolean): void {
  // Looked up while it renders: effects run after the dialog has taken the focus.
  const [opened, setOpened] = useState(() => ({ isOpen, focused: isOpen ? focusedNow() : null }));
  if (opened.isOpen !== isOpen) setOpened({ isOpen, focused: isOpen ? focusedNow() : null });
  const { focused } = opened;
  useEffect(() => (focused === null ? undefined : () => giveBack(focused, FRAMES_MAX)), [focused]);
}

interface Focused {
  readonly opener: HTMLElement;
  readonly spot: Spot;
  /** The selection inside an editor; null: the browser itself keeps that of a text field. */
  readonly selected: Pick<Selection, 'anchorNode' | 'anchorOffset' | 'focusNode' | 'focusOffset'> | null;
}

function focusedNow(): Focused | null {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) return null;
  const opener = stayingOpener(activeElement);
  const spot = spotOf(opener);
  const selection = document.getSelection();
  if (!selection || selection.anchorNode === null || !opener.contains(selection.anchorNode)) return { opener, spot, selected: null };
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  return { opener, spot, selected: { anchorNode, anchorOffset, focusNode, focusOffset } };
}

/** An entry of a menu is gone when its dialog closes: the button of the menu stays. */
function stayingOpener(opener: HTMLElement): HTMLElement {
  const button = opener.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (button && document.getElementById(button)) || opener;
}

function giveBack({ opener, spot, selected }: Focused, frames: number): void {
  const focused = document.activeElement;
  // Something else may have taken the focus on purpose.
  const isLost = focused === null || focused === document.body || focused.closest('[role="dialog"]') !== null;
  if (!isLost) return;
  if (!opener.isConnected) {
    focusAt(spot);
    return;
  }
  opener.focus({ preventScroll: true });
  if (document.activeElement !== opener) {
    if (frames > 0) requestAnimationFrame(() => giveBack({ opener, spot, selected }, frames - 1));
    return;
  }
  // The browser puts the cursor at the start of an editor. The editor corrects that a moment later, too late for what is typed at once.
  if (selected?.anchorNode?.isConnected && selected.focusNode?.isConnected)
    document
      .getSelection()
      ?.setBaseAndExtent(
        selected.anchorNode,
        Math.min(selected.anchorOffset, lengthOf(selected.anchorNode)),
        selected.focusNode,
        Math.min(selected.focusOffset, lengthOf(selected.focusNode)),
      );
}

const lengthOf = (node: Node): number => (node instanceof CharacterData ? node.length : node.childNodes.length);
