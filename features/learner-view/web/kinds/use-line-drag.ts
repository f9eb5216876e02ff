import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { clampIndent } from './order-lines.ts';

/** Where a dragged line would be dropped: in the answer, among its other lines; back among the unused ones; null: nowhere. */
export type DropTarget = { readonly at: number; readonly indent: number } | 'unused' | null;

interface LineDragOptions {
  /** Its rows have `data-line`, the index of their line. */
  answer: RefObject<HTMLElement | null>;
  unused: RefObject<HTMLElement | null>;
  /** Pixels of a level of indentation; 0: lines aren't indented. */
  indentPx: number;
  /** How deep a line may be indented at a position among the other ones. */
  deepestAt: (index: number, at: number) => number;
  onDrop: (index: number, target: Exclude<DropTarget, null>) => void;
}

interface LineDrag {
  readonly dragged: { readonly index: number; readonly target: DropTarget } | null;
  /** For `onPointerDown` of a line. Fingers drag at its `data-handle`, and scroll elsewhere. */
  start: (event: ReactPointerEvent, index: number) => void;
  /** For `onClickCapture` around the lines: the end of a drag is no click. */
  swallowClick: (event: { stopPropagation: () => void; preventDefault: () => void }) => void;
}

/** How far a pointer moves before it drags. */
const THRESHOLD_PX = 5;

/**
 * Drags lines between two lists by pointer; Escape cancels. A dragged line stays in its list until it is dropped: browsers send no
 * further events of a finger whose element was removed.
 */
export function useLineDrag({ answer, unused, indentPx, deepestAt, onDrop }: LineDragOptions): LineDrag {
  const [dragged, setDragged] = useState<LineDrag['dragged']>(null);
  const listening = useRef<AbortController>(null);
  const releasing = useRef<AbortController>(null);
  const hasDragged = useRef(false);
  useEffect(
    () => () => {
      listening.current?.abort();
      releasing.current?.abort();
    },
    [],
  );

  /** The click that ends a drag follows the release at once, or never: later ones are meant. Escape ends a drag before the release. */
  function forgetOnRelease(pointerId: number) {
    releasing.current?.abort();
    const { signal } = (releasing.current = new AbortController());
    const release = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      releasing.current?.abort();
      setTimeout(() => (hasDragged.current = false));
    };
    for (const type of ['pointerup', 'pointercancel'] as const) globalThis.addEventListener(type, release, { signal, capture: true });
  }

  function start(event: ReactPointerEvent, index: number) {
    hasDragged.current = false;
    const isOnHandle = event.target instanceof Element && event.target.closest('[data-handle]') !== null;
    if (event.button !== 0 || (event.pointerType === 'touch' && !isOnHandle)) return;
    const { clientX: startX, clientY: startY, pointerId } = event;
    const grabbedAt = startX - event.currentTarget.getBoundingClientRect().left;
    let target: DropTarget = null;
    forgetOnRelease(pointerId);
    const controller = new AbortController();
    listening.current?.abort();
    listening.current = controller;
    const end = (isDropped: boolean) => {
      controller.abort();
      setDragged(null);
      if (isDropped && target !== null) onDrop(index, target);
    };
    const on = <E extends keyof WindowEventMap>(type: E, listener: (each: WindowEventMap[E]) => void) =>
      globalThis.addEventListener(type, listener as EventListener, { signal: controller.signal, capture: true });
    on('pointermove', (move) => {
      if (move.pointerId !== pointerId) return;
      if (!hasDragged.current && Math.hypot(move.clientX - startX, move.clientY - startY) < THRESHOLD_PX) return;
      hasDragged.current = true;
      const found = targetAt(move, index, { answer: answer.current, unused: unused.current, grabbedAt, indentPx });
      const isPlace = found !== null && found !== 'unused';
      target = isPlace ? { at: found.at, indent: Math.min(found.indent, deepestAt(index, found.at)) } : found;
      setDragged({ index, target });
    });
    on('pointerup', (up) => {
      if (up.pointerId === pointerId) end(hasDragged.current);
    });
    on('pointercancel', (cancel) => {
      if (cancel.pointerId === pointerId) end(false);
    });
    on('keydown', (key) => {
      if (key.key !== 'Escape') return;
      key.preventDefault();
      key.stopPropagation();
      end(false);
    });
  }

  return {
    dragged,
    start,
    swallowClick: (event) => {
      if (!hasDragged.current) return;
      hasDragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

interface Lists {
  answer: HTMLElement | null;
  unused: HTMLElement | null;
  grabbedAt: number;
  indentPx: number;
}

function targetAt(point: { clientX: number; clientY: number }, index: number, lists: Lists): DropTarget {
  const { answer, unused, grabbedAt, indentPx } = lists;
  if (answer !== null && contains(answer, point)) {
    const others = [...answer.querySelectorAll<HTMLElement>('[data-line]')].filter(({ dataset }) => dataset['line'] !== String(index));
    const at = others.filter((row) => middleOf(row) < point.clientY).length;
    const margin = answer.getBoundingClientRect().left + answer.clientLeft + Number.parseFloat(getComputedStyle(answer).paddingLeft);
    const inset = point.clientX - grabbedAt - margin;
    return { at, indent: indentPx === 0 ? 0 : clampIndent(inset / indentPx) };
  }
  return unused !== null && contains(unused, point) ? 'unused' : null;
}

function contains(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

function middleOf(element: HTMLElement): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}
