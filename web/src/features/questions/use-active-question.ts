import { type RefObject, useEffect, useState } from 'react';

/** The key of the question that the focus is in: the one that Ctrl S saves. Null: it is elsewhere. */
export function useActiveQuestion(root: RefObject<HTMLElement | null>): string | null {
  const [active, setActive] = useState<string | null>(null);
  useEffect(() => {
    const panel = root.current;
    if (!panel) return undefined;
    function follow({ relatedTarget, target, type }: FocusEvent) {
      const focused = type === 'focusin' ? target : relatedTarget;
      const question = focused instanceof Element && panel?.contains(focused) ? focused.closest<HTMLElement>('[data-question]') : null;
      setActive(question?.dataset['question'] ?? null);
    }
    panel.addEventListener('focusin', follow);
    panel.addEventListener('focusout', follow);
    return () => {
      panel.removeEventListener('focusin', follow);
      panel.removeEventListener('focusout', follow);
    };
  }, [root]);
  return active;
}
