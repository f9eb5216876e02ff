/** What an upgrade means for a lesson. */

import type { LessonFields, Package } from '#features/lessons/contract/lessons.ts';
import { versionOf } from '#platform/contract/languages.ts';
import type { RehearsalCandidate } from '../contract.ts';

interface Lesson {
  readonly fields: LessonFields;
  readonly attached: { readonly packages: readonly Package[] };
}

/** The lesson as it would ask for its packages. */
export interface Upgrade {
  readonly fields: LessonFields;
  readonly packages: Package[];
}

/** The lesson with the candidate; null: the candidate doesn't concern it. */
export function upgradeOf({ fields, attached }: Lesson, candidate: RehearsalCandidate): Upgrade | null {
  const { language } = fields;
  if (language === null) return null;
  const wanted = candidate.interpreters.find((each) => each.language === language);
  const isOtherVersion = wanted !== undefined && wanted.version !== versionOf(fields);
  const chosen = new Map(candidate.packages.flatMap((each) => (each.language === language ? [[nameKey(each.name), each.version]] : [])));
  const listed = attached.packages;
  const isConcerned = isOtherVersion || (candidate.newest && listed.length > 0) || listed.some(({ name }) => chosen.has(nameKey(name)));
  if (!isConcerned) return null;
  return {
    fields: isOtherVersion ? { ...fields, language_version: wanted.version } : fields,
    packages: listed.map((item) => ({ ...item, version: versionFor(item, chosen, candidate.newest) })),
  };
}

function versionFor({ name, version }: Package, chosen: ReadonlyMap<string, string | null>, isNewest: boolean): string | null {
  const key = nameKey(name);
  return chosen.has(key) ? (chosen.get(key) ?? null) : isNewest ? null : version;
}

/** The packages as the lesson keeps them: what it pinned stays pinned, to what was installed. */
export function pinned(
  before: readonly Package[],
  after: readonly Package[],
  installed: readonly { name: string; version: string }[],
): Package[] {
  const versions = new Map(installed.map(({ name, version }) => [nameKey(name), version]));
  const wasPinned = new Set(before.flatMap(({ name, version }) => (version === null ? [] : [nameKey(name)])));
  return after.map((item) =>
    item.version === null && wasPinned.has(nameKey(item.name)) ? { ...item, version: versions.get(nameKey(item.name)) ?? null } : item,
  );
}

/** Equal for names that installers take for the same. */
export function nameKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[-_.]+/g, '-');
}

/** What a lock installs, by {@link nameKey}. */
export function versionsIn(lock: string | null): Map<string, { name: string; version: string }> {
  const found = (lock ?? '').matchAll(/^(?<name>[A-Za-z0-9][\w.+-]*)(?:==| )(?<version>[^\s\\]+)/gm);
  return new Map([...found].map(({ groups: { name = '', version = '' } = {} }) => [nameKey(name), { name, version }]));
}

/** The versions that change, in words. */
export function changesBetween(today: string | null, candidate: string | null): string[] {
  const [before, after] = [versionsIn(today), versionsIn(candidate)];
  const changed = [...after].flatMap(([key, { name, version }]) => {
    const old = before.get(key);
    return old?.version === version ? [] : [`${name} ${old ? `${old.version} → ` : ''}${version}`];
  });
  const gone = [...before].flatMap(([key, { name, version }]) => (after.has(key) ? [] : [`${name} ${version} → none`]));
  return [...changed, ...gone];
}
