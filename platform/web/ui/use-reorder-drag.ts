import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

interface Drag {
  id: number;
  /** Target index if dropped now. */
  to: number;
}

interface ReorderDrag {
  /** The ids in their order if dropped now. */
  order: readonly number[];
  /** The dragged item. */
  draggedId: number | null;
  /** For `onPointerDown` of a handle. */
  start: (event: ReactPointerEvent, id: number) => void;
}

/**
 * Reorders the rows of a list by pointer. The rows are children of `list` with equal height; the order follows the pointer, and Escape
 * cancels. `onDrop` receives the new index if it changed.
 */
export function useReorderDrag(
  list: RefObject<HTMLElement | null>,
  ids: readonly number[],
  onDrop: (id: number, index: number) => void,
): ReorderDrag {
  const [drag, setDrag] = useState<Drag | null>(null);
  const listening = useRef<AbortController>(null);
  useEffect(() => () => listening.current?.abort(), []);

  const to = drag?.to;
  useEffect(() => {
    if (to !== undefined) list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
  }, [list, to]);

  function start(event: ReactPointerEvent, id: number) {
    if (event.button !== 0) return;
    const from = ids.indexOf(id);
    let target = from;
    const controller = new AbortController();
    listening.current?.abort();
    listening.current = controller;
    const end = (isDropped: boolean) => {
      controller.abort();
      setDrag(null);
      if (isDropped && target !== from) onDrop(id, target);
    };
    // On the window, since the row moves below the pointer.
    const on = <E extends keyof WindowEventMap>(type: E, listener: (event: WindowEventMap[E]) => void) =>
      globalThis.addEventListener(type, listener as EventListener, { signal: controller.signal, capture: true });
    on('pointermove', ({ clientY }) => {
      target = rowAt(list.current, clientY, ids.length);
      setDrag({ id, to: target });
    });
    on('pointerup', () => end(true));
    on('pointercancel', () => end(false));
    on('keydown', (key) => {
      if (key.key !== 'Escape') return;
      key.preventDefault();
      key.stopPropagation();
      end(false);
    });
  }

  const others = ids.filter((id) => id !== drag?.id);
  return {
    order: drag && ids.includes(drag.id) ? others.toSpliced(drag.to, 0, drag.id) : ids,
    draggedId: drag?.id ?? null,
    start,
  };
}

function rowAt(list: HTMLElement | null, clientY: number, count: number): number {
  if (!list || count === 0) return 0;
  const { top, height } = list.getBoundingClientRect();
  return Math.min(Math.max(Math.floor(((clientY - top) / height) * count), 0), count - 1);
}
