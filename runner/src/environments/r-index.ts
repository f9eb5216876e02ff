import type { BuildHooks } from './environment-kind.ts';
import type { RRepository } from './r-repository.ts';
import { compareRVersions, isRName, isRVersion, satisfies, type RConstraint } from './r-versions.ts';

/** A package as described by a repository index or its own DESCRIPTION. */
export interface RDescription {
  readonly name: string;
  readonly version: string;
  /** Required packages; R itself is named `R`. */
  readonly needs: readonly RConstraint[];
  /** Checksum of its archive, if the index has it. */
  readonly md5: string | null;
}

const NEEDS = ['Depends', 'Imports', 'LinkingTo'];

/** Parses records of `Field: value` with indented continuation lines, separated by empty lines: the format of Debian and R. */
export function readRecords(text: string): ReadonlyMap<string, string>[] {
  return text
    .split(/\r?\n\s*\r?\n/)
    .filter((record) => record.trim() !== '')
    .map((record) => {
      const lines = record.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
      return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
    });
}

/** Returns null if the record isn't a package. */
export function readDescription(record: ReadonlyMap<string, string>): RDescription | null {
  const [name, version] = [record.get('Package'), record.get('Version')];
  if (name === undefined || version === undefined || !isRName(name) || !isRVersion(version)) return null;
  return { name, version, needs: NEEDS.flatMap((field) => readNeeds(record.get(field) ?? '')), md5: record.get('MD5sum') ?? null };
}

/** Parses a list such as `methods, rlang (>= 1.0)`. */
function readNeeds(text: string): RConstraint[] {
  return text.split(',').flatMap((part) => {
    const [, name, operator, version] = /^\s*([A-Za-z][A-Za-z0-9.]*)\s*(?:\(\s*([<>=]=?)\s*([^)\s]+)\s*\))?\s*$/.exec(part) ?? [];
    if (name === undefined) return [];
    return [{ name, bound: operator === undefined || version === undefined ? null : { operator, version } }];
  });
}

/**
 * Returns what a repository offers, in the newest version that this R can use.
 * @throws InstallError if the repository can't be reached
 */
export async function readIndex(repository: RRepository, rVersion: string, hooks: BuildHooks): Promise<ReadonlyMap<string, RDescription>> {
  const text = (await repository.fetch('src/contrib/PACKAGES', hooks.signal)).toString('utf8');
  const offers = new Map<string, RDescription>();
  for (const record of readRecords(text)) {
    const offer = readDescription(record);
    const fitsR = offer?.needs.every((need) => need.name !== 'R' || satisfies(rVersion, need.bound));
    const known = offer && offers.get(offer.name);
    if (offer && fitsR === true && (!known || compareRVersions(offer.version, known.version) > 0)) offers.set(offer.name, offer);
  }
  return offers;
}
