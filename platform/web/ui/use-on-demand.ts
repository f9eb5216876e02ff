import { createElement, useEffect, useReducer, useState, type ReactNode } from 'react';
import { type LoadPart, loadedPart, loadPart } from './load-part.ts';

const RETRY_MS = 2_000;

/**
 * Returns how to render a part of the page that loads on first use; null while loading. If loading fails because the network is down, the
 * page and its edits stay, and loading is retried while the part is wanted. Keep `load` at module scope.
 */
// Not React.lazy: it delays late content by 300 ms and caches failures for good.
export function useOnDemand<P extends object>(load: LoadPart<P>, isWanted: boolean): ((props: P) => ReactNode) | null {
  const [, show] = useReducer((arrivals: number) => arrivals + 1, 0);
  const [attempt, setAttempt] = useState(1);
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  // Keep the part after it was shown, so that it can close with its own transition.
  const part = isWanted || wasWanted ? loadedPart(load) : null;
  const isMissing = isWanted && part === null;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isLeft = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    loadPart(load).then(
      () => isLeft || show(),
      () => {
        if (!isLeft) retry = setTimeout(() => setAttempt(attempt + 1), RETRY_MS);
      },
    );
    return () => {
      isLeft = true;
      clearTimeout(retry);
    };
  }, [load, isMissing, attempt]);
  return part && ((props) => createElement(part, props));
}
