import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** The imports of one source file. Paths are from the root, with `/`. */
export interface SourceFile {
  readonly path: string;
  /** Our own files, type imports included. */
  readonly files: readonly string[];
  /** Those that are imported when it runs, not only their types. */
  readonly loads: readonly string[];
  /** What it imports of our own files, by name; `*` for a default or everything, and an empty name where a file is only loaded. */
  readonly names: readonly (readonly [file: string, name: string])[];
  /** The names that it declares and exports. */
  readonly declares: readonly string[];
  /** Packages by name; Node's own as `node:fs`. */
  readonly packages: readonly string[];
  /** Imports of missing files. */
  readonly missing: readonly string[];
  readonly readsEnvironment: boolean;
}

type Resolved = { file: string } | { package: string } | { missing: string };

/** The `imports` of package.json as pairs of prefixes: `#runner/` → `runner/src/`. */
function aliases(root: string): [string, string][] {
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> };
  return Object.entries(imports).map(([from, to]) => [from.replace('*', ''), to.replace('./', '').replace('*', '')]);
}

function resolveImport(root: string, from: string, specifier: string, prefixes: [string, string][]): Resolved {
  const bare = specifier.replace(/\?.*$/, '');
  const alias = prefixes.find(([prefix]) => bare.startsWith(prefix));
  if (bare.startsWith('.') || alias) {
    const file = alias ? alias[1] + bare.slice(alias[0].length) : posix.join(posix.dirname(from), bare);
    return existsSync(join(root, file)) ? { file } : { missing: specifier };
  }
  if (bare.startsWith('node:')) return { package: bare };
  return { package: bare.split('/', bare.startsWith('@') ? 2 : 1).join('/') };
}

interface Specifiers {
  readonly all: readonly string[];
  readonly loaded: readonly string[];
  readonly names: readonly (readonly [specifier: string, name: string])[];
  readonly declares: readonly string[];
}

function specifiersOf(path: string, source: string): Specifiers {
  const { module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const reExports = module.staticExports.flatMap(({ entries }) => entries);
  const dynamic = module.dynamicImports.map(
    ({ moduleRequest }) => /^['"`]([^$]*)['"`]$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[1],
  );
  const isLoaded = ({ entries }: (typeof module.staticImports)[number]) => entries.length === 0 || entries.some(({ isType }) => !isType);
  const imported = (list: typeof module.staticImports) => list.map(({ moduleRequest }) => moduleRequest.value);
  const exported = (list: typeof reExports) => list.map(({ moduleRequest }) => moduleRequest?.value);
  const given = (list: readonly (string | undefined)[]) => [...new Set(list.filter((specifier) => specifier !== undefined))];
  const namesOf = ({ moduleRequest, entries }: (typeof module.staticImports)[number]): [string, string][] =>
    entries.length === 0 ? [[moduleRequest.value, '']] : entries.map(({ importName }) => [moduleRequest.value, importName.name ?? '*']);
  const local = new Set(module.staticImports.flatMap(({ entries }) => entries.map(({ localName }) => localName.value)));
  const declared = reExports.filter(({ moduleRequest, localName }) => !moduleRequest && !local.has(localName.name ?? ''));
  return {
    declares: given(declared.map(({ exportName }) => exportName.name ?? undefined)),
    names: [
      ...module.staticImports.flatMap(namesOf),
      ...reExports.flatMap(({ moduleRequest, importName }): [string, string][] =>
        moduleRequest ? [[moduleRequest.value, importName.name ?? '*']] : [],
      ),
      ...dynamic.flatMap((specifier): [string, string][] => (specifier === undefined ? [] : [[specifier, '*']])),
    ],
    all: given([...imported(module.staticImports), ...exported(reExports), ...dynamic]),
    loaded: given([...imported(module.staticImports.filter(isLoaded)), ...exported(reExports.filter(({ isType }) => !isType)), ...dynamic]),
  };
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '');
}

/** Parses the imports of `source`, as the file `path` below `root`. */
export function readSourceFile(root: string, path: string, source: string, prefixes = aliases(root)): SourceFile {
  const { all, loaded, names, declares } = specifiersOf(path, source);
  const resolve = (specifier: string) => resolveImport(root, path, specifier, prefixes);
  const resolved = all.map(resolve);
  const filesOf = (targets: readonly Resolved[]) => targets.flatMap((target) => ('file' in target ? [target.file] : []));
  return {
    path,
    files: filesOf(resolved),
    loads: filesOf(loaded.map(resolve)),
    names: names.flatMap(([specifier, name]) => filesOf([resolve(specifier)]).map((target) => [target, name] as const)),
    declares,
    packages: resolved.flatMap((target) => ('package' in target ? [target.package] : [])),
    missing: resolved.flatMap((target) => ('missing' in target ? [target.missing] : [])),
    readsEnvironment: /\bprocess\s*\??\.\s*env\b|import\.meta\.env\b|\benv\b.*from 'node:process'/.test(withoutComments(source)),
  };
}

/** Every TypeScript file below the given folders of `root`. */
export async function readSourceFiles(root: string, folders: readonly string[]): Promise<SourceFile[]> {
  const prefixes = aliases(root);
  const paths: string[] = [];
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const path = posix.relative(root, posix.join(entry.parentPath, entry.name));
      if (entry.isFile() && /\.tsx?$/.test(entry.name) && !path.includes('node_modules/')) paths.push(path);
    }
  }
  return paths.sort().map((path) => readSourceFile(root, path, readFileSync(join(root, path), 'utf8'), prefixes));
}
