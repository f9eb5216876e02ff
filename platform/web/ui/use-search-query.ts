import { useEffect, useEffectEvent, useState } from 'react';

const WRITE_DELAY_MS = 300;

/**
 * The text of a search box: local on every key, stored in the address a moment later, and read from the address when that changes by
 * other means (Back, a link).
 */
export function useSearchQuery(inAddress: string, write: (query: string) => void): [string, (query: string) => void] {
  const [query, setQuery] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const [written, setWritten] = useState(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    // Ignore our own update: the user may have typed more since.
    if (inAddress !== written) setQuery(inAddress);
  }
  const writeLatest = useEffectEvent((text: string) => {
    setWritten(text);
    write(text);
  });
  useEffect(() => {
    if (query === inAddress) return undefined;
    const { pathname } = location;
    const timer = setTimeout(() => {
      // On the way to another page, writing the address would lead back.
      if (location.pathname === pathname) writeLatest(query);
    }, WRITE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [query, inAddress]);
  return [query, setQuery];
}
