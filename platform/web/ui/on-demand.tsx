import type { ReactNode } from 'react';
import type { LoadPart } from './load-part.ts';
import { useOnDemand } from './use-on-demand.ts';

interface OnDemandProps<P extends object> {
  /** Loads the part. Keep it at module scope. */
  load: LoadPart<P>;
  /** Passed to the part. */
  props: P;
  /** Shown while it loads. */
  children?: ReactNode;
}

/** A part of the page that loads when first shown; see {@link useOnDemand}. */
export function OnDemand<P extends object>({ load, props, children = null }: OnDemandProps<P>) {
  return useOnDemand(load, true)?.(props) ?? children;
}
