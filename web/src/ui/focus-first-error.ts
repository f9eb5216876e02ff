import { useEffect, useRef, type RefObject } from 'react';

/** After a refused submit the focus goes to the first field that is marked wrong within the element of the answered ref. */
export function useFocusFirstError<E extends HTMLElement = HTMLFormElement>(error: unknown): RefObject<E | null> {
  const root = useRef<E>(null);
  useEffect(() => {
    if (error) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return root;
}
