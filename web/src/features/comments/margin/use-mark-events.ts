import { useEffect, useEffectEvent } from 'react';
import type { MarkedPassages } from '#web/ui/code-editor/marked-passages.ts';

/** The passage of a mark that an event happened on; of several the innermost or last. */
function passageAt({ target }: Event): { id: string; mark: HTMLElement } | null {
  const mark = target instanceof Element ? target.closest<HTMLElement>('mark[data-passage]') : null;
  const id = mark?.dataset['passage']?.split(' ').at(-1);
  return mark && id !== undefined ? { id, mark } : null;
}

/**
 * Follows pointer and focus over the marks of the page: a mark below them highlights its thread, a click opens it, as Enter and Space
 * do for a mark that has the focus.
 *
 * @param onOpen A thread was opened from its mark.
 */
export function useMarkEvents(marked: MarkedPassages, onOpen: () => void): void {
  const open = useEffectEvent((id: string) => {
    marked.activate(id);
    onOpen();
  });
  useEffect(() => {
    let isOurs = false;
    function point(event: Event) {
      const id = passageAt(event)?.id ?? null;
      // Threads highlight their marks as well.
      if (id !== null || isOurs) marked.hover(id);
      isOurs = id !== null;
    }
    const events = new AbortController();
    const on = { signal: events.signal };
    document.addEventListener('mouseover', point, on);
    document.addEventListener('focusin', point, on);
    document.addEventListener(
      'click',
      (event) => {
        const passage = passageAt(event);
        if (passage) open(passage.id);
      },
      on,
    );
    document.addEventListener(
      'keydown',
      (event) => {
        const passage = passageAt(event);
        if (passage?.mark.role !== 'button' || (event.key !== 'Enter' && event.key !== ' ')) return;
        event.preventDefault();
        open(passage.id);
        marked.focusThread(passage.id);
      },
      on,
    );
    return () => events.abort();
  }, [marked]);
}
