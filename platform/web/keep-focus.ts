// Keeps the keyboard's place. When the control that has the focus disappears or is disabled for a moment, the browser leaves the focus on the
// page's body: the next Tab begins at the top. Dialogs return it themselves (use-return-focus.ts), pages that open another one as well.

/** Where an element was: its ancestors inside the page's main part, from the inside, each with the index of the child that led to it. */
export interface Spot {
  readonly element: HTMLElement;
  readonly path: readonly { readonly parent: Element; readonly index: number }[];
}

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex], [contenteditable="true"]';
const TOASTS = '.mantine-Notifications-root';

export function spotOf(element: HTMLElement): Spot {
  const path: { parent: Element; index: number }[] = [];
  if (element.closest('main') === null) return { element, path };
  for (let child: Element = element; !child.matches('main') && child.parentElement; child = child.parentElement)
    path.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return { element, path };
}

/**
 * Gives the focus to an element, or if it is gone to the control that took its place: the one like it or the first after it, or else
 * before it. Nothing if everything around it is gone, as when a page is left.
 */
export function focusAt({ element, path }: Spot): void {
  if (element.isConnected) {
    element.focus({ preventScroll: true });
    return;
  }
  for (const { parent, index } of path) {
    if (!parent.isConnected || parent.matches('main')) continue;
    const children = [...parent.children];
    const near = [...children.slice(index), ...children.slice(0, index).toReversed()];
    const found = first(near, (child) => controlIn(child, element));
    if (!found) continue;
    found.focus();
    return;
  }
}

function first<A, B>(all: readonly A[], find: (one: A) => B | undefined): B | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The control in a part of the page that is like `gone`, or else its first one. */
function controlIn(part: Element, gone: HTMLElement): HTMLElement | undefined {
  const controls = [part, ...part.querySelectorAll(CONTROLS)].filter(
    (each): each is HTMLElement =>
      each instanceof HTMLElement && each.matches(CONTROLS) && !each.matches(':disabled, [type="hidden"]') && isShown(each),
  );
  const isLike = (each: HTMLElement) => each.tagName === gone.tagName && each.className === gone.className;
  return controls.find(isLike) ?? controls.find(({ tabIndex }) => tabIndex >= 0);
}

/** Test pages have no layout. */
function isShown(element: Element): boolean {
  return typeof element.checkVisibility !== 'function' || element.checkVisibility();
}

/** Call once; returns a function that stops it. */
export function startKeepingFocus(): () => void {
  let focused: Spot | null = null;
  /** Where the focus was before it went into a toast, which closes when it is used. */
  let beforeToast: Spot | null = null;
  /** What has the focus is disabled, as a button while its call runs. */
  let isWaiting = false;
  let frame: number | null = null;

  const isLost = () => document.activeElement === null || document.activeElement === document.body;

  function remember({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement)) return;
    if (target.closest(TOASTS) === null) beforeToast = null;
    else if (focused !== null && focused.element.closest(TOASTS) === null && beforeToast === null) beforeToast = focused;
    focused = spotOf(target);
    isWaiting = false;
  }

  function restore(): void {
    frame = null;
    if (focused === null || !isLost()) return;
    const { element } = focused;
    if (!element.isConnected) focusAt(beforeToast ?? focused);
    // Others were left on purpose.
    else if (isWaiting) focusAt(focused);
  }

  /** After what the page does itself about the focus. */
  function watch(): void {
    if (focused === null) return;
    // Browsers take the focus from it only with the next frame.
    if (focused.element.isConnected && focused.element.matches(':disabled')) isWaiting = true;
    else if (!isLost()) isWaiting = false;
    else frame ??= requestAnimationFrame(restore);
  }

  /** A click beside it leaves a control on purpose. */
  function forget({ target }: PointerEvent): void {
    if (target instanceof Node && !focused?.element.contains(target)) focused = null;
  }

  const changes = new MutationObserver(watch);
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', forget, { capture: true });
  return () => {
    changes.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget, { capture: true });
    if (frame !== null) cancelAnimationFrame(frame);
  };
}
