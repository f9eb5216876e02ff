import type { ComponentType } from 'react';

/** Loads a part of the page: the default export of a dynamic import. */
export type LoadPart<P extends object> = () => Promise<{ default: ComponentType<P> }>;

const loaded = new WeakMap<object, unknown>();

/** Loads a part and caches it, so that it shows without waiting from then on. Keep `load` at module scope. */
export async function loadPart<P extends object>(load: LoadPart<P>): Promise<ComponentType<P>> {
  const { default: part } = await load();
  loaded.set(load, part);
  return part;
}

/** A part that is already loaded. */
export function loadedPart<P extends object>(load: LoadPart<P>): ComponentType<P> | null {
  // Only loadPart sets it, under the key that determines its props.
  return (loaded.get(load) as ComponentType<P> | undefined) ?? null;
}
