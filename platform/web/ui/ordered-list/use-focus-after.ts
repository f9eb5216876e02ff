import { useCallback, useEffect, useRef } from 'react';

type Find = () => HTMLElement | null | undefined;

/**
 * Restores focus after a list is rendered in its new order, since moved elements lose it. Returns a function to request it; `find` runs
 * once other `items` are rendered.
 */
export function useFocusAfter(items: unknown): (find: Find) => void {
  const wanted = useRef<{ find: Find; before: unknown } | null>(null);
  useEffect(() => {
    if (wanted.current === null || wanted.current.before === items) return;
    const { find } = wanted.current;
    wanted.current = null;
    find()?.focus();
  });
  return useCallback(
    (find) => {
      wanted.current = { find, before: items };
    },
    [items],
  );
}
