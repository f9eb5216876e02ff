import type { WantedPackage } from '#contract/runner-protocol.ts';
import { RequirementError, parseRequirement, printRequirement } from './requirement.ts';
import { InstallError } from './run-installer.ts';

/** What authors expect to be there, whatever else a lesson asks for. */
export const BASE_PACKAGES = ['numpy', 'pandas', 'matplotlib'] as const;
/** Our own checkers: at hand in every run, and never taken from an index, where anybody could lay something of that name. */
const OWN_PACKAGES = ['pycheck'];

const OPERATOR = /^\s*[<>=!~]/;

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
    const plain = requirementOr(name, `“${name}” is not the name of a Python package.`);
    if (plain.bounds.length > 0 || plain.marker !== null) throw new InstallError(`“${name}” is not the name of a Python package.`);
    if (version === null || version === '') return [printRequirement(plain)];
    const problem = `“${version}” is not a version of ${name}.`;
    const whole = requirementOr(`${name}${OPERATOR.test(version) ? '' : '=='}${version}`, problem);
    if (whole.marker !== null) throw new InstallError(problem);
    return [printRequirement(whole)];
  });
}

/**
 * What the build of a source says it needs, as an installer reads it. The build is a stranger's program, so that nothing of
 * it gets to an installer but names, versions and markers.
 *
 * @throws InstallError naming what is something else.
 */
export function buildRequirementsOf(fileName: string, needs: readonly string[]): string[] {
  return needs.map((need) => {
    try {
      return printRequirement(parseRequirement(need));
    } catch (error) {
      if (!(error instanceof RequirementError)) throw error;
      throw new InstallError(`The build of ${fileName} asks for something that is refused: ${error.message}`);
    }
  });
}

/** The base packages that nobody asked for by name. */
export function missingBase(packages: readonly WantedPackage[]): string[] {
  const asked = new Set(packages.map(({ name }) => normalName(name)));
  return BASE_PACKAGES.filter((name) => !asked.has(name));
}

function requirementOr(text: string, problem: string) {
  try {
    return parseRequirement(text);
  } catch (error) {
    throw error instanceof RequirementError ? new InstallError(problem) : error;
  }
}
