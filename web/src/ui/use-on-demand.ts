import { createElement, useEffect, useReducer, useState, type ReactNode } from 'react';
import { type LoadPart, loadedPart, loadPart } from './load-part.ts';

const RETRY_MS = 2_000;

/**
 * Answers how to show a part of the page that is loaded when it is first wanted; null until it is there. One that cannot
 * be fetched, because the network is gone, takes neither the page nor what was typed on it along: it is asked for again
 * for as long as it is wanted. Keep `load` at module scope.
 */
// Not React's lazy: that shows what came late no sooner than 300 ms after what was shown before it, and keeps a failure for good.
export function useOnDemand<P extends object>(load: LoadPart<P>, isWanted: boolean): ((props: P) => ReactNode) | null {
  const [, show] = useReducer((arrivals: number) => arrivals + 1, 0);
  const [attempt, setAttempt] = useState(1);
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  // What was shown stays, so that it can close in its own way.
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
