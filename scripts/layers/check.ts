import type { SourceFile } from './imports.ts';
import { ENVIRONMENT_READERS, FREE_FILES, LAYER_RULES, PACKAGE_HOMES, patternToRegExp } from './rules.ts';

function matchesAny(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => patternToRegExp(pattern).test(path));
}

function layerProblems(file: SourceFile): string[] {
  if (matchesAny(file.path, FREE_FILES)) return [];
  for (const rule of LAYER_RULES) {
    const match = patternToRegExp(rule.files).exec(file.path);
    if (!match) continue;
    const allowed = rule.may.map((pattern) => patternToRegExp(pattern, match.groups));
    const files = file.files.filter((target) => !allowed.some((pattern) => pattern.test(target)));
    const { packages } = rule;
    const strangers =
      packages === undefined
        ? []
        : file.packages.filter((name) => (packages === 'none of node' ? name.startsWith('node:') : !packages.includes(name)));
    return [...files, ...strangers].map((target) => `${file.path} must not import ${target}`);
  }
  return [];
}

function environmentProblems(file: SourceFile): string[] {
  if (!file.readsEnvironment || matchesAny(file.path, ENVIRONMENT_READERS)) return [];
  return [`${file.path} reads the environment: settings belong in the configuration`];
}

function packageProblems(file: SourceFile): string[] {
  if (matchesAny(file.path, FREE_FILES)) return [];
  return file.packages
    .filter((name) => PACKAGE_HOMES[name] && !matchesAny(file.path, PACKAGE_HOMES[name]))
    .map((name) => `${file.path} must not import ${name}: only ${PACKAGE_HOMES[name]?.join(', ')} may`);
}

/** Each cycle once, as its files in order. Type imports count, because they couple files just as well. */
export function findCycles(files: readonly SourceFile[]): string[][] {
  const imports = new Map(files.map((file) => [file.path, file.files]));
  const done = new Set<string>();
  const trail: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string): void => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push(trail.slice(start));
    if (start >= 0 || done.has(path)) return;
    trail.push(path);
    for (const target of imports.get(path) ?? []) visit(target);
    trail.pop();
    done.add(path);
  };
  for (const file of files) visit(file.path);
  return cycles;
}

/** Every violation, one line each; empty if there is none. */
export function checkLayers(files: readonly SourceFile[]): string[] {
  return [
    ...files.flatMap((file) => file.missing.map((specifier) => `${file.path} imports ${specifier}, which does not exist`)),
    ...files.flatMap(layerProblems),
    ...files.flatMap(packageProblems),
    ...files.flatMap(environmentProblems),
    ...findCycles(files).map((cycle) => `import cycle: ${[...cycle, cycle[0]].join(' → ')}`),
  ];
}
