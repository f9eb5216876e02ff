import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that does its work now or, while a mouse button or a finger is down, after the click that follows: what moves under
 * the pointer before it is released gets no click.
 */
export function useAfterPress(): (work: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const events = new AbortController();
    const options = { signal: events.signal, capture: true };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
      isPressed.current = false;
      // The click follows its `pointerup`.
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const work of waiting.current.splice(0)) work();
      });
    };
    document.addEventListener('pointerdown', () => (isPressed.current = true), options);
    for (const type of ['pointerup', 'pointercancel'] as const) document.addEventListener(type, release, options);
    return () => {
      events.abort();
      clearTimeout(timer);
    };
  }, []);
  return useCallback((work: () => void) => {
    if (isPressed.current) waiting.current.push(work);
    else work();
  }, []);
}
