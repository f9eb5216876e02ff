import { useEffect, useState } from 'react';

/** The current screen, counted from 1; one past the last is the end view. Stored in the address so that Back works. */
export function useScreenNumber(last: number): [number, (number: number) => void] {
  const [number, setNumber] = useState(() => screenFromHash(location.hash, last));
  useEffect(() => {
    const follow = () => setNumber(screenFromHash(location.hash, last));
    globalThis.addEventListener('hashchange', follow);
    return () => globalThis.removeEventListener('hashchange', follow);
  }, [last]);
  const go = (next: number) => {
    location.hash = String(next);
  };
  return [number, go];
}

function screenFromHash(hash: string, last: number): number {
  const number = Number(hash.slice(1));
  return Number.isInteger(number) && number >= 1 && number <= last ? number : 1;
}
