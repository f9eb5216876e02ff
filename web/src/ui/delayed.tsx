import { useEffect, useState, type ReactNode } from 'react';

const DELAY_MS = 150;

/** Shows its children after 150 ms, or after `ms`: what comes sooner needs no sign that it is coming (screens §8). */
export function Delayed({ children, ms = DELAY_MS }: { children: ReactNode; ms?: number }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isDue ? children : null;
}
