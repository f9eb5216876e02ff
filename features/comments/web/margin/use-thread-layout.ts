import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { MarkedPassages } from '#platform/web/ui/code-editor/marked-passages.ts';
import type { OpenEditors } from '#platform/web/ui/code-editor/open-editors.ts';
import { stackThreads } from './stack-threads.ts';

interface ThreadLayoutInput {
  editors: OpenEditors;
  marked: MarkedPassages;
  /** The name of the text beside the threads. */
  name: string | null;
  active: string | null;
  /** The scroller of the margin. Its only child contains the threads, each with its passage as `data-thread`. */
  margin: RefObject<HTMLElement | null>;
}

/** The text beside the margin: its source, or where that is hidden its preview. */
interface Lines {
  readonly scroller: HTMLElement;
  /** Where a passage is from the start of the text, in pixels; null: not shown. */
  readonly topOf: (id: string) => number | null;
}

/** Pixels between two threads. */
const GAP = 8;

/**
 * Keeps the threads in the margin at the lines of their passages, and both scrolled to the same place. Works on the elements: neither
 * typing nor scrolling renders the page.
 */
export function useThreadLayout({ editors, marked, name, active, margin }: ThreadLayoutInput): void {
  const latest = useRef(active);
  /** The active thread is new, and to be brought in sight. */
  const isNew = useRef(false);
  const schedule = useRef(() => undefined as void);

  const findLines = useEffectEvent(() => (name === null ? null : linesOf(editors, marked, name)));

  useEffect(() => {
    const scroller = margin.current;
    const list = scroller?.firstElementChild;
    if (!scroller || !(list instanceof HTMLElement) || name === null) return undefined;
    let frame = 0;
    let followed: HTMLElement | null = null;
    let isLaidOut = false;
    let shownHeight = 0;

    function layOut() {
      frame = 0;
      if (!scroller || !(list instanceof HTMLElement)) return;
      const lines = findLines();
      if (!lines) return;
      follow(lines.scroller);
      const shift = lines.scroller.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      let before = 0;
      const threads = [...list.querySelectorAll<HTMLElement>('[data-thread]')]
        .map((element) => ({ element, id: element.dataset['thread'] ?? '' }))
        .map(({ element, id }) => {
          const top = lines.topOf(id);
          // What the preview does not show is placed after its predecessor.
          before = top === null ? before : Math.max(0, top + shift);
          return { element, id, top: before, height: element.offsetHeight };
        })
        .toSorted((a, b) => a.top - b.top);
      const tops = stackThreads(threads, latest.current, GAP);
      const end = Math.max(0, ...threads.map(({ height }, index) => (tops[index] ?? 0) + height));
      const range = lines.scroller.scrollHeight - lines.scroller.clientHeight;
      for (const [index, { element }] of threads.entries()) {
        element.style.transform = `translateY(${Math.round(tops[index] ?? 0)}px)`;
        element.style.opacity = '1';
      }
      list.style.height = `${Math.round(Math.max(end + GAP, range + scroller.clientHeight))}px`;
      followText();
      isLaidOut = true;
      const current = threads.find(({ id }) => id === latest.current);
      const isChanged = isNew.current || (current !== undefined && current.height > shownHeight);
      isNew.current = false;
      shownHeight = current?.height ?? 0;
      // A thread that was opened in the text must not scroll away below the caret.
      if (current && isChanged && current.element.contains(document.activeElement)) current.element.scrollIntoView({ block: 'nearest' });
    }
    function plan() {
      frame ||= requestAnimationFrame(layOut);
    }
    function follow(text: HTMLElement) {
      if (followed === text) return;
      followed?.removeEventListener('scroll', followText);
      text.addEventListener('scroll', followText, { passive: true });
      if (followed) sizes.unobserve(followed);
      sizes.observe(text);
      followed = text;
    }
    function followText() {
      if (!followed || !scroller) return;
      const isAtEnd = followed.scrollTop >= followed.scrollHeight - followed.clientHeight - 1;
      // Threads may go on below the end of the text.
      if (isAtEnd && scroller.scrollTop > followed.scrollTop) return;
      scroller.scrollTop = followed.scrollTop;
    }
    function followMargin() {
      // Before that, a focused form scrolls to where it is not yet.
      if (isLaidOut && followed && scroller && Math.abs(followed.scrollTop - scroller.scrollTop) > 1)
        followed.scrollTop = scroller.scrollTop;
    }
    const sizes = new ResizeObserver(plan);
    const observe = () => {
      for (const element of list.children) sizes.observe(element);
      plan();
    };
    const added = new MutationObserver(observe);
    added.observe(list, { childList: true });
    sizes.observe(scroller);
    scroller.addEventListener('scroll', followMargin, { passive: true });
    const stopNews = editors.onNews((news) => {
      if (news.name === name && news.type !== 'caret' && news.type !== 'edited') plan();
    });
    schedule.current = plan;
    observe();
    return () => {
      cancelAnimationFrame(frame);
      followed?.removeEventListener('scroll', followText);
      scroller.removeEventListener('scroll', followMargin);
      sizes.disconnect();
      added.disconnect();
      stopNews();
      for (const element of [list, ...list.querySelectorAll<HTMLElement>('[data-thread]')]) element.removeAttribute('style');
    };
  }, [editors, name, margin]);

  useLayoutEffect(() => {
    latest.current = active;
    isNew.current = true;
    schedule.current();
  }, [active]);
}

function linesOf(editors: OpenEditors, marked: MarkedPassages, name: string): Lines | null {
  const view = editors.marking(name)?.view;
  if (view?.dom.checkVisibility({ visibilityProperty: true })) {
    return {
      scroller: view.scrollDOM,
      topOf: (id) => {
        const range = marked.rangeOf(id);
        if (!range) return null;
        const { from, to } = view.viewport;
        // A paragraph is one long line, whose rows are only known while they are rendered.
        const row = range.from >= from && range.from <= to ? view.coordsAtPos(range.from, 1) : null;
        if (row) return row.top - view.scrollDOM.getBoundingClientRect().top + view.scrollDOM.scrollTop;
        return view.lineBlockAt(range.from).top + view.documentPadding.top;
      },
    };
  }
  const preview = editors.preview(name);
  if (!preview) return null;
  const { scroller } = preview;
  return {
    scroller,
    topOf: (id) => {
      const mark = preview.find(id);
      return mark && mark.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    },
  };
}
