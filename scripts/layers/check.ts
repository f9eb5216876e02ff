import type { SourceFile } from './imports.ts';
import { findSharedNames } from './names.ts';
import {
  ENVIRONMENT_READERS,
  FEATURE_LISTS,
  FREE_FILES,
  LAYER_RULES,
  matchesAny,
  PACKAGE_HOMES,
  patternToRegExp,
  REMOVABLE,
} from './rules.ts';
import { findTextWork } from './text-work.ts';

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

/** The features that a file of the product must not import, because they can be taken away. */
function removableProblems(file: SourceFile): string[] {
  if (!matchesAny(file.path, ['{platform,features,app}/**']) || matchesAny(file.path, [...FEATURE_LISTS, ...FREE_FILES])) return [];
  return REMOVABLE.map((feature) => `features/${feature}/`)
    .filter((folder) => !file.path.startsWith(folder) && file.files.some((target) => target.startsWith(folder)))
    .map((folder) => `${file.path} must not import ${folder}: only the lists of features may (REMOVABLE in scripts/layers/rules.ts)`);
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
  return cyclesOf(new Map(files.map((file) => [file.path, file.files])));
}

function cyclesOf(imports: ReadonlyMap<string, Iterable<string>>): string[][] {
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
  for (const path of imports.keys()) visit(path);
  return cycles;
}

/**
 * The cycles among the folders of each folder. Files that lie directly in a folder do not count against its own subfolders: `live.ts`
 * and what `live/` holds are one part. The order of the features is its own rule (rules.ts), as is that of the folders of the root.
 */
export function findFolderCycles(files: readonly SourceFile[]): string[][] {
  const imports = new Map<string, Map<string, Set<string>>>();
  for (const { path, files: targets } of files) {
    for (const target of targets) {
      const from = path.split('/');
      const to = target.split('/');
      const depth = from.findIndex((name, position) => name !== to[position]);
      if (depth < 0 || depth >= from.length - 1 || depth >= to.length - 1 || isOrdered(from.slice(0, depth))) continue;
      const siblings = getOrAdd(imports, from.slice(0, depth).join('/'), () => new Map<string, Set<string>>());
      getOrAdd(siblings, from.slice(0, depth + 1).join('/'), () => new Set<string>()).add(to.slice(0, depth + 1).join('/'));
    }
  }
  return [...imports.values()].flatMap(cyclesOf);
}

/** The folder of all features, and the root. */
const isOrdered = (folder: readonly string[]): boolean => ['', 'features'].includes(folder.join('/'));

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}

/** Everything that breaks a rule, one line each; empty when all is well. */
export function checkLayers(files: readonly SourceFile[]): string[] {
  return [
    ...files.flatMap((file) => file.missing.map((specifier) => `${file.path} imports ${specifier}, which does not exist`)),
    ...files.flatMap(layerProblems),
    ...files.flatMap(removableProblems),
    ...files.flatMap(packageProblems),
    ...files.flatMap(environmentProblems),
    ...findTextWork(files),
    ...findSharedNames(files),
    ...findCycles(files).map((cycle) => `these files import each other in a circle: ${[...cycle, cycle[0]].join(' → ')}`),
    ...findFolderCycles(files.filter(({ path }) => !matchesAny(path, FREE_FILES))).map(
      (cycle) => `these folders import each other in a circle: ${[...cycle, cycle[0]].join(' → ')}`,
    ),
  ];
}
