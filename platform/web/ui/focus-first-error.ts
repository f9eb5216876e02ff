import { useEffect, useRef, type RefObject } from 'react';

/** Focuses the first invalid field in the element of the returned ref after a rejected submit. */
export function useFocusFirstError<E extends HTMLElement = HTMLFormElement>(error: unknown): RefObject<E | null> {
  const root = useRef<E>(null);
  useEffect(() => {
    if (error) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return root;
}
