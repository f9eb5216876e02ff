import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';

const DELAY_MS = 150;

/** Shows its children after 150 ms: what comes sooner needs no sign that it is coming (screens §8). */
export function Delayed({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children : null;
}
