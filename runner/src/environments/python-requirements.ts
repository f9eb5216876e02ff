import type { RequestedPackage } from '#platform/contract/runner-protocol.ts';
import { RequirementError, parseRequirement, printRequirement } from './requirement.ts';
import { InstallError } from './run-installer.ts';

/** Packages that authors expect in every lesson. */
export const BASE_PACKAGES = ['numpy', 'pandas', 'matplotlib'] as const;
/** Our own checkers are part of every run and never installed from an index, where anyone could register the name. */
const OWN_PACKAGES = ['pycheck'];

const OPERATOR = /^\s*[<>=!~]/;

/** Normalizes a package name as indexes do. */
export function normalName(name: string): string {
  return name
    .replace(/\[.*/, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[-_.]+/g, '-');
}

/**
 * Formats packages as requirements, one per line: `1.2` means exactly that version, `>=1.2,<2` a range. Only names and versions
 * get through: no addresses, files or options.
 *
 * @throws InstallError naming the invalid name or version
 */
export function requirementsOf(packages: readonly RequestedPackage[]): string[] {
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
 * Formats the build requirements of a source for an installer. They come from an untrusted program, so only names, versions and
 * markers get through.
 *
 * @throws InstallError naming anything else
 */
export function buildRequirementsOf(fileName: string, needs: readonly string[]): string[] {
  return needs.map((need) => {
    try {
      return printRequirement(parseRequirement(need));
    } catch (error) {
      if (!(error instanceof RequirementError)) throw error;
      throw new InstallError(`A build requirement of ${fileName} was rejected: ${error.message}`);
    }
  });
}

/** Returns the base packages that weren't requested by name. */
export function missingBase(packages: readonly RequestedPackage[]): string[] {
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
