import type { VersionChange } from '../contract.ts';

type Installed = readonly { readonly name: string; readonly version: string }[];

/** The packages whose version differs between two builds, by name. */
export function versionChanges(before: Installed, after: Installed): VersionChange[] {
  const [old, now] = [before, after].map((installed) => new Map(installed.map(({ name, version }) => [name.toLowerCase(), version])));
  const names = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].toSorted();
  return names.flatMap((name) => {
    const [from, to] = [old?.get(name) ?? null, now?.get(name) ?? null];
    return from === to ? [] : [{ name, from, to }];
  });
}
