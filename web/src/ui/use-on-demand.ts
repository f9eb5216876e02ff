import { createElement, useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** Brings a part of the page: the default export of a dynamic import. */
export type LoadPart<P extends object> = () => Promise<{ default: ComponentType<P> }>;

/**
 * Answers how to show a part of the page that is loaded when it is first wanted; null until it is there. One that cannot
 * be fetched, because the network is gone, takes neither the page nor what was typed on it along: it is asked for again
 * the next time it is wanted. Keep `load` at module scope.
 */
export function useOnDemand<P extends object>(load: LoadPart<P>, isWanted: boolean): ((props: P) => ReactNode) | null {
  const [part, setPart] = useState<{ show: (props: P) => ReactNode } | null>(null);
  const isMissing = isWanted && part === null;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isLeft = false;
    load().then(
      (loaded) => isLeft || setPart({ show: (props) => createElement(loaded.default, props) }),
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [load, isMissing]);
  return part?.show ?? null;
}
