import type { ReactNode } from 'react';
import type { LoadPart } from './load-part.ts';
import { useOnDemand } from './use-on-demand.ts';

interface OnDemandProps<P extends object> {
  /** Brings the part. Keep it at module scope. */
  load: LoadPart<P>;
  /** Handed to the part. */
  props: P;
  /** Stands in its place until it is there. */
  children?: ReactNode;
}

/** A part of the page that is loaded when it is first shown; see {@link useOnDemand}. */
export function OnDemand<P extends object>({ load, props, children = null }: OnDemandProps<P>) {
  return useOnDemand(load, true)?.(props) ?? children;
}
