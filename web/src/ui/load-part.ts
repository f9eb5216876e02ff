import type { ComponentType } from 'react';

/** Brings a part of the page: the default export of a dynamic import. */
export type LoadPart<P extends object> = () => Promise<{ default: ComponentType<P> }>;

const loaded = new WeakMap<object, unknown>();

/** Brings a part, and remembers it: from then on it is shown without waiting. Keep `load` at module scope. */
export async function loadPart<P extends object>(load: LoadPart<P>): Promise<ComponentType<P>> {
  const { default: part } = await load();
  loaded.set(load, part);
  return part;
}

/** A part that was brought already. */
export function loadedPart<P extends object>(load: LoadPart<P>): ComponentType<P> | null {
  // Only loadPart puts it there, under the key that names its props.
  return (loaded.get(load) as ComponentType<P> | undefined) ?? null;
}
