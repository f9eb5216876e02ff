import type { WantedPackage } from '#contract/runner-protocol.ts';
import type { BuildHooks } from './environment-kind.ts';
import type { InstallerSandbox } from './installer-sandbox.ts';
import { describeArchive, fetchArchive, type RArchive } from './r-archive.ts';
import { readIndex, type RDescription } from './r-index.ts';
import type { RRepository } from './r-repository.ts';
import { isRName, isRVersion, satisfies, type RConstraint } from './r-versions.ts';
import { InstallError } from './run-installer.ts';

/** What a search for versions stands on. */
interface Ground {
  readonly repository: RRepository;
  readonly installers: InstallerSandbox;
  /** Such as `4.2.2`. */
  readonly rVersion: string;
  /** Packages of R's own library, which are there already, by name. */
  readonly present: ReadonlyMap<string, string>;
  /** Where archives are put. */
  readonly folder: string;
}

/**
 * Settles what is asked for, with all that it needs, to exact versions, and fetches their sources. In the order in which they
 * can be installed.
 * @throws InstallError for what is not there or does not go together.
 */
export async function resolveRPackages(packages: readonly WantedPackage[], ground: Ground, hooks: BuildHooks): Promise<RArchive[]> {
  const wanted = new Map(packages.map((given) => [checkedName(given), given.version === '' ? null : given.version]));
  const index = await readIndex(ground.repository, ground.rVersion, hooks);
  const ordered = new Map<string, RArchive>();
  const underway = new Set<string>();
  const visit = async (need: RConstraint, by: string | null): Promise<void> => {
    const { name, bound } = need;
    const version = wanted.get(name) ?? null;
    const isPresent = !wanted.has(name) && satisfiesPresent(ground.present.get(name), bound);
    if (name === 'R' || isPresent || underway.has(name)) return;
    const settled = ordered.get(name);
    if (settled) return requireVersion(settled, need, by);
    underway.add(name);
    const chosen = chooseVersion(name, version, index, by);
    const archive = await fetchArchive(chosen, ground.repository, ground.folder, hooks);
    requireVersion(archive, need, by);
    const description = chosen.isCurrent ? chosen : await describeArchive(archive, ground.installers, hooks);
    requireR(description, ground.rVersion);
    for (const further of description.needs) await visit(further, name);
    underway.delete(name);
    ordered.set(name, archive);
  };
  for (const name of wanted.keys()) await visit({ name, bound: null }, null);
  return [...ordered.values()];
}

function checkedName({ name, version }: WantedPackage): string {
  if (!isRName(name)) throw new InstallError(`“${name}” is not the name of an R package.`);
  if (version !== null && version !== '' && !isRVersion(version)) throw new InstallError(`“${version}” is not a version of ${name}.`);
  return name;
}

function satisfiesPresent(version: string | undefined, bound: RConstraint['bound']): boolean {
  return version !== undefined && satisfies(version, bound);
}

function chooseVersion(
  name: string,
  version: string | null,
  index: ReadonlyMap<string, RDescription>,
  by: string | null,
): RDescription & { isCurrent: boolean } {
  const current = index.get(name);
  if (current && (version === null || version === current.version)) return { ...current, isCurrent: true };
  if (version !== null) return { name, version, needs: [], md5: null, isCurrent: false };
  throw new InstallError(`The R repository has no package ${name}${by === null ? '' : `, which ${by} needs`} that fits this R.`);
}

function requireVersion({ name, version }: RArchive, { bound }: RConstraint, by: string | null): void {
  if (satisfies(version, bound)) return;
  throw new InstallError(`${by ?? 'The lesson'} needs ${name} ${bound?.operator} ${bound?.version}, but ${version} is what is to be had.`);
}

function requireR({ name, version, needs }: RDescription, rVersion: string): void {
  const need = needs.find((one) => one.name === 'R' && !satisfies(rVersion, one.bound));
  if (need?.bound)
    throw new InstallError(`${name} ${version} needs R ${need.bound.operator} ${need.bound.version}, but this is R ${rVersion}.`);
}
