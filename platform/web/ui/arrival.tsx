import { useEffect, useRef, type ReactNode } from 'react';

/**
 * A part of a dialog that appears when a step is done. It takes the focus and scrolls into view, as the button that started the step
 * is gone and the part may be below or above what is in view.
 */
export function Arrival({ label, children }: { label: string; children: ReactNode }) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    element.current?.focus({ preventScroll: true });
    element.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <section ref={element} aria-label={label} tabIndex={-1} style={{ outline: 'none', scrollMarginTop: 72 }}>
      {children}
    </section>
  );
}
