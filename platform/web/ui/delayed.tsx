import { useEffect, useState, type ReactNode } from 'react';

const DELAY_MS = 150;

/** Shows its children after `ms` (150 by default): shorter waits need no loading indicator. */
export function Delayed({ children, ms = DELAY_MS }: { children: ReactNode; ms?: number }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isDue ? children : null;
}
