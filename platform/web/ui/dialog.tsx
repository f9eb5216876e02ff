import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** A dialog. The focus goes to what `data-autofocus` names, or else to its first field or its main action, and not to the ✕ before them. */
export function Dialog({ children, ...props }: ModalProps) {
  return (
    <Modal {...props}>
      <FirstFocus>{children}</FirstFocus>
    </Modal>
  );
}

const FIELDS = 'input:not([type="hidden"], [type="file"]), select, textarea, [contenteditable="true"]';
/** A button without a variant is filled. */
const MAIN_ACTIONS = 'button[type="submit"], button.mantine-Button-root:not([data-variant]), button[data-variant="filled"]';

function FirstFocus({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  // Before the dialog looks for what gets the focus.
  useLayoutEffect(() => {
    const content = body.current;
    if (!content) return undefined;
    const first = content.querySelector('[data-autofocus]') ?? firstIn(content);
    if (first) {
      first.setAttribute('data-autofocus', 'true');
      return undefined;
    }
    // It is still loaded. Until then, Cancel is better than nothing.
    const button = usable(content, 'button, a[href]');
    button?.setAttribute('data-autofocus', 'true');
    const arrivals = new MutationObserver(() => {
      const arrived = content.querySelector<HTMLElement>('[data-autofocus]:not(button, a)') ?? firstIn(content);
      if (!arrived) return;
      arrivals.disconnect();
      if (document.activeElement === button || isUnused(content)) arrived.focus();
    });
    arrivals.observe(content, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => arrivals.disconnect();
  }, []);
  return <div ref={body}>{children}</div>;
}

function firstIn(content: HTMLElement): HTMLElement | undefined {
  return usable(content, FIELDS) ?? usable(content, MAIN_ACTIONS);
}

function usable(content: HTMLElement, selector: string): HTMLElement | undefined {
  return [...content.querySelectorAll<HTMLElement>(selector)].find((each) => each.tabIndex >= 0 && !each.matches(':disabled'));
}

/** The focus is where the dialog put it at first: on the ✕, or on the dialog itself. */
function isUnused(content: HTMLElement): boolean {
  const focused = document.activeElement;
  return focused === document.body || (focused?.closest('[role="dialog"]')?.contains(content) === true && !content.contains(focused));
}
