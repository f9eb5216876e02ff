/** A place to write, such as an editor. */
export interface WritingPlace {
  /** Whether it can take the focus now. */
  isReady: () => boolean;
  focus: () => void;
  /** Writes what was typed before it could take the focus. */
  insert: (text: string) => void;
}

/** How long to wait for the place, in milliseconds: its script may still be loading. */
const LIMIT_MS = 10_000;

let cancel: () => void = () => undefined;

/**
 * Moves the keyboard to a place that may not be shown yet. What is typed until then is written there, so no letter is lost or goes to where
 * the focus was. Ends when the user goes elsewhere; the last call wins.
 *
 * @param find Returns the place; null while it doesn't exist.
 */
export function writeInto(find: () => WritingPlace | null): void {
  cancel();
  const there = readyPlace(find);
  if (there) {
    there.focus();
    return;
  }
  const before = document.activeElement;
  const keys = addKeyCatcher();
  const end = performance.now() + LIMIT_MS;
  cancel = () => keys.remove();
  const wait = () => {
    // Removed by a later call, or left by a click or the Tab key.
    if (document.activeElement !== keys) {
      keys.remove();
      return;
    }
    const place = readyPlace(find);
    if (place) {
      const text = keys.value;
      place.focus();
      keys.remove();
      if (text !== '') place.insert(text);
    } else if (performance.now() < end) requestAnimationFrame(wait);
    else {
      keys.remove();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    }
  };
  requestAnimationFrame(wait);
}

function readyPlace(find: () => WritingPlace | null): WritingPlace | null {
  const place = find();
  return place?.isReady() === true ? place : null;
}

/** An invisible field with the focus. */
function addKeyCatcher(): HTMLTextAreaElement {
  const keys = document.createElement('textarea');
  keys.setAttribute('aria-label', 'Opening the editor');
  Object.assign(keys.style, { position: 'fixed', top: '0', width: '1px', height: '1px', opacity: '0', pointerEvents: 'none' });
  document.body.append(keys);
  keys.focus({ preventScroll: true });
  return keys;
}

const FIELDS = 'textarea, input:not([type="checkbox"], [type="radio"], [type="file"])';

/** The editor inside an element, or else its first field, where its caret is. */
export function firstWritable(inside: () => Element | null): () => WritingPlace | null {
  return () => {
    const within = inside();
    const element = within?.querySelector<HTMLElement>('.cm-content') ?? within?.querySelector<HTMLElement>(FIELDS);
    return element ? { isReady: () => canFocus(element), focus: () => element.focus(), insert: (text) => insertInto(element, text) } : null;
  };
}

/** Whether an element is shown and takes text. An editor that a save locks for a moment will take it again. */
export function canFocus(element: HTMLElement): boolean {
  return (
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[inert]') === null &&
    element.getAttribute('aria-busy') !== 'true'
  );
}

function insertInto(element: HTMLElement, text: string): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    element.setRangeText(text, element.selectionStart ?? 0, element.selectionEnd ?? 0, 'end');
    element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    return;
  }
  // As a paste: an editor then neither closes brackets again nor indents.
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
