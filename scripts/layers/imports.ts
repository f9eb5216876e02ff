import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** The imports of one source file. Paths are from the root, with `/`. */
export interface SourceFile {
  readonly path: string;
  /** Our own files, type imports included. */
  readonly files: readonly string[];
  /** Packages by name; Node's own as `node:fs`. */
  readonly packages: readonly string[];
  /** Imports of missing files. */
  readonly missing: readonly string[];
  readonly readsEnvironment: boolean;
}

type Resolved = { file: string } | { package: string } | { missing: string };

/** The `imports` of package.json as pairs of prefixes: `#contract/` → `contract/src/`. */
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

function specifiersOf(path: string, source: string): string[] {
  const { module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const reExports = module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value));
  const dynamic = module.dynamicImports.map(
    ({ moduleRequest }) => /^['"`]([^$]*)['"`]$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[1],
  );
  const all = [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...reExports, ...dynamic];
  return [...new Set(all.filter((specifier) => specifier !== undefined))];
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '');
}

/** Parses the imports of `source`, as the file `path` below `root`. */
export function readSourceFile(root: string, path: string, source: string, prefixes = aliases(root)): SourceFile {
  const resolved = specifiersOf(path, source).map((specifier) => resolveImport(root, path, specifier, prefixes));
  return {
    path,
    files: resolved.flatMap((target) => ('file' in target ? [target.file] : [])),
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
