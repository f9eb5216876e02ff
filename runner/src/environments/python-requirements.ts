import type { WantedPackage } from '#contract/runner-protocol.ts';
import { InstallError } from './run-installer.ts';

/** What authors expect to be there, whatever else a lesson asks for. */
export const BASE_PACKAGES = ['numpy', 'pandas', 'matplotlib'] as const;
/** Our own checkers: at hand in every run, and never taken from an index, where anybody could lay something of that name. */
const OWN_PACKAGES = ['pycheck'];

const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?:\[[A-Za-z0-9._, -]*\])?$/;
const VERSION = /^[A-Za-z0-9.*+!<>=~, -]+$/;
const OPERATOR = /^[<>=!~]/;

/** A name as indexes compare it. */
export function normalName(name: string): string {
  return name
    .replace(/\[.*/, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[-_.]+/g, '-');
}

/**
 * Packages as an installer reads them, one for each line: `1.2` means exactly that version, `>=1.2,<2` a range. Nothing but
 * names and versions gets through: no address, no file, no option.
 *
 * @throws InstallError naming what is no name or version.
 */
export function requirementsOf(packages: readonly WantedPackage[]): string[] {
  return packages.flatMap(({ name, version }) => {
    if (OWN_PACKAGES.includes(normalName(name))) return [];
    if (!NAME.test(name)) throw new InstallError(`“${name}” is not the name of a Python package.`);
    if (version === null || version === '') return [name];
    if (!VERSION.test(version)) throw new InstallError(`“${version}” is not a version of ${name}.`);
    return [OPERATOR.test(version) ? `${name}${version}` : `${name}==${version}`];
  });
}

/** The base packages that nobody asked for by name. */
export function missingBase(packages: readonly WantedPackage[]): string[] {
  const asked = new Set(packages.map(({ name }) => normalName(name)));
  return BASE_PACKAGES.filter((name) => !asked.has(name));
}
