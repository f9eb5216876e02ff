import type { RequestedPackage } from '#platform/contract/runner-protocol.ts';
import type { BuildHooks } from './environment-kind.ts';
import type { InstallerSandbox } from './installer-sandbox.ts';
import { describeArchive, fetchArchive, type RArchive } from './r-archive.ts';
import { readIndex, type RDescription } from './r-index.ts';
import type { RRepository } from './r-repository.ts';
import { isRName, isRVersion, satisfies, type RConstraint } from './r-versions.ts';
import { InstallError } from './run-installer.ts';

/** Inputs of a version search. */
interface SearchInput {
  readonly repository: RRepository;
  readonly installers: InstallerSandbox;
  /** Such as `4.2.2`. */
  readonly rVersion: string;
  /** Packages in R's own library, which need no installation, by name. */
  readonly present: ReadonlyMap<string, string>;
  /** Where archives are stored. */
  readonly folder: string;
}

/**
 * Resolves packages and their dependencies to exact versions and downloads their sources. Returns them in install order.
 * @throws InstallError if a package doesn't exist or versions conflict
 */
export async function resolveRPackages(packages: readonly RequestedPackage[], input: SearchInput, hooks: BuildHooks): Promise<RArchive[]> {
  const wanted = new Map(packages.map((item) => [checkedName(item), item.version === '' ? null : item.version]));
  const index = await readIndex(input.repository, input.rVersion, hooks);
  const ordered = new Map<string, RArchive>();
  const underway = new Set<string>();
  const visit = async (need: RConstraint, by: string | null): Promise<void> => {
    const { name, bound } = need;
    const version = wanted.get(name) ?? null;
    const isPresent = !wanted.has(name) && satisfiesPresent(input.present.get(name), bound);
    if (name === 'R' || isPresent || underway.has(name)) return;
    const settled = ordered.get(name);
    if (settled) return requireVersion(settled, need, by);
    underway.add(name);
    const chosen = chooseVersion(name, version, index, by);
    const archive = await fetchArchive(chosen, input.repository, input.folder, hooks);
    requireVersion(archive, need, by);
    const description = chosen.isCurrent ? chosen : await describeArchive(archive, input.installers, hooks);
    requireR(description, input.rVersion);
    for (const further of description.needs) await visit(further, name);
    underway.delete(name);
    ordered.set(name, archive);
  };
  for (const name of wanted.keys()) await visit({ name, bound: null }, null);
  return [...ordered.values()];
}

function checkedName({ name, version }: RequestedPackage): string {
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
  throw new InstallError(`The R repository has no package ${name}${by === null ? '' : `, required by ${by},`} for this version of R.`);
}

function requireVersion({ name, version }: RArchive, { bound }: RConstraint, by: string | null): void {
  if (satisfies(version, bound)) return;
  throw new InstallError(`${by ?? 'The lesson'} needs ${name} ${bound?.operator} ${bound?.version}, but only ${version} is available.`);
}

function requireR({ name, version, needs }: RDescription, rVersion: string): void {
  const need = needs.find((one) => one.name === 'R' && !satisfies(rVersion, one.bound));
  if (need?.bound)
    throw new InstallError(`${name} ${version} needs R ${need.bound.operator} ${need.bound.version}, but this is R ${rVersion}.`);
}
