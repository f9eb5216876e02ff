import { createElement, useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** Brings a part of the page: the default export of a dynamic import. */
export type LoadPart<P extends object> = () => Promise<{ default: ComponentType<P> }>;

const RETRY_MS = 2_000;

/**
 * Answers how to show a part of the page that is loaded when it is first wanted; null until it is there. One that cannot
 * be fetched, because the network is gone, takes neither the page nor what was typed on it along: it is asked for again
 * for as long as it is wanted. Keep `load` at module scope.
 */
export function useOnDemand<P extends object>(load: LoadPart<P>, isWanted: boolean): ((props: P) => ReactNode) | null {
  const [part, setPart] = useState<{ show: (props: P) => ReactNode } | null>(null);
  const [attempt, setAttempt] = useState(1);
  const isMissing = isWanted && part === null;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isLeft = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    load().then(
      (loaded) => isLeft || setPart({ show: (props) => createElement(loaded.default, props) }),
      () => {
        if (!isLeft) retry = setTimeout(() => setAttempt(attempt + 1), RETRY_MS);
      },
    );
    return () => {
      isLeft = true;
      clearTimeout(retry);
    };
  }, [load, isMissing, attempt]);
  return part?.show ?? null;
}
