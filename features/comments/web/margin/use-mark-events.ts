import { useEffect, useEffectEvent } from 'react';
import type { MarkedPassages } from '#platform/web/ui/code-editor/marked-passages.ts';

/** The mark that an event happened on, with its passage; of several the last. */
function markAt({ target }: Event): { id: string; mark: HTMLElement } | null {
  const mark = target instanceof Element ? target.closest<HTMLElement>('mark[data-passage]') : null;
  const id = mark?.dataset['passage']?.split(' ').at(-1);
  return mark && id !== undefined ? { id, mark } : null;
}

/** The passage of the thread that an event happened in. */
function threadAt({ target }: Event): string | null {
  return (target instanceof Element && target.closest<HTMLElement>('[data-thread]')?.dataset['thread']) || null;
}

/**
 * Follows pointer and focus over the marks and the threads of the page. Each highlights the other. A click on a mark opens its thread, as
 * Enter and Space do for a mark that has the focus; Escape closes it.
 *
 * @param onOpen A thread was opened from its mark.
 */
export function useMarkEvents(marked: MarkedPassages, onOpen: () => void): void {
  const open = useEffectEvent((id: string) => {
    marked.activate(id);
    onOpen();
  });
  useEffect(() => {
    const point = (event: Event) => marked.hover(markAt(event)?.id ?? threadAt(event));
    function press(event: KeyboardEvent) {
      // A list of completions closes first.
      if (event.defaultPrevented) return;
      if (event.key === 'Escape' && threadAt(event) !== null && threadAt(event) === marked.state().active) marked.closeThread();
      const found = markAt(event);
      if (found?.mark.role !== 'button' || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      open(found.id);
      marked.focusThread(found.id);
    }
    function click(event: MouseEvent) {
      const found = markAt(event);
      if (found) open(found.id);
    }
    const events = new AbortController();
    const { signal } = events;
    document.addEventListener('mouseover', point, { signal });
    document.addEventListener('focusin', point, { signal });
    document.addEventListener('click', click, { signal });
    document.addEventListener('keydown', press, { signal });
    return () => events.abort();
  }, [marked]);
}
