import { useCallback, useEffect, useRef } from 'react';

type Find = () => HTMLElement | null | undefined;

/**
 * Puts the focus where it belongs once a list is shown in its new order: what changes its place in the document loses it. Answers how
 * to say where; `find` is asked when other `items` are shown than when it was said.
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
