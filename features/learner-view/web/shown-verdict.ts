/** A verdict that the page repeats where the one on the work itself may be out of sight. */
export interface ShownVerdict {
  /** Null: an assessment, which is judged at the end. */
  readonly isCorrect: boolean | null;
  /** Brings the result into sight. */
  readonly show: () => void;
}

/** Brings a result into sight. Where the page scrolls, as on phones, it also has the focus, unless `keepsFocus`. */
export function revealResult(element: HTMLElement | null, { keepsFocus = false } = {}): void {
  if (element === null) return;
  if (!keepsFocus && !isInPane(element)) element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'nearest' });
}

/** Whether something around it, or it itself, scrolls apart from the page. */
function isInPane(element: HTMLElement): boolean {
  for (let at: HTMLElement | null = element; at !== null && at !== document.body; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return true;
  return false;
}
