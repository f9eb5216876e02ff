import type { Release } from '#features/releases/contract/releases.ts';

type Named = Pick<Release, 'id' | 'name' | 'version_major'>;

/** Ids of the releases that lessons can be copied from, by how the field shows them. Releases of the same name are told apart by branch. */
export function copySources(releases: readonly Named[], into: number): ReadonlyMap<string, number> {
  const others = releases.filter(({ id }) => id !== into);
  const byName = Map.groupBy(others, ({ name }) => name.trim());
  return new Map(
    others.map(({ id, name, version_major }) => {
      const isOnly = byName.get(name.trim())?.length === 1;
      return [isOnly ? name.trim() : `${name.trim()} (${version_major})`, id];
    }),
  );
}

/** The release that a text names; null: none. */
export function findSource(sources: ReadonlyMap<string, number>, text: string): number | null {
  return sources.get(text.trim()) ?? null;
}
