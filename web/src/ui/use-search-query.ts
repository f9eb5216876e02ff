import { useEffect, useEffectEvent, useState } from 'react';

const WRITE_DELAY_MS = 300;

/**
 * What stands in a search box: its own at every keystroke, in the address a moment after the last one, and from the
 * address when that was changed by other means (Back, a link).
 */
export function useSearchQuery(inAddress: string, write: (query: string) => void): [string, (query: string) => void] {
  const [query, setQuery] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const [written, setWritten] = useState(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    // Not our own words coming back: then one may have typed on meanwhile.
    if (inAddress !== written) setQuery(inAddress);
  }
  const writeLatest = useEffectEvent((text: string) => {
    setWritten(text);
    write(text);
  });
  useEffect(() => {
    if (query === inAddress) return undefined;
    const timer = setTimeout(() => writeLatest(query), WRITE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [query, inAddress]);
  return [query, setQuery];
}
