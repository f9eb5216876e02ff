import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { SourceFile } from './imports.ts';

/** Where Python looks for our packages. */
const ROOTS: readonly string[] = ['runner/languages/python', 'runner/pycheck/src'];

interface PythonImport {
  /** With its leading dots: `.frames`, `pycheck.checkers`. */
  readonly module: string;
  /** What it takes from the module; empty for a plain `import`. */
  readonly names: readonly string[];
}

/** The imports of a Python source, those inside of functions too. */
function importsIn(source: string): PythonImport[] {
  const lines = source.split('\n').map((line) => line.split('#', 1)[0]?.trim() ?? '');
  return lines.flatMap((line, index) => {
    if (line.startsWith('import ')) return listIn(line.slice('import '.length)).map((module) => ({ module, names: [] }));
    const [module, names] = line.startsWith('from ') ? line.slice('from '.length).split(' import ') : [];
    if (module === undefined || names === undefined) return [];
    const end = lines.findIndex((each, at) => at >= index && each.includes(')'));
    const whole = names.startsWith('(') ? [names, ...lines.slice(index + 1, end + 1)].join(' ') : names;
    return [{ module: module.trim(), names: listIn(whole.replaceAll('(', ' ').replaceAll(')', ' ')) }];
  });
}

/** `a, b as c` → `a`, `b`. */
function listIn(text: string): string[] {
  return text.split(',').flatMap((part) => part.trim().split(' ')[0] || []);
}

/** Our own files that a Python source imports. `known` are the paths of all of them. */
export function pythonImports(path: string, source: string, known: ReadonlySet<string>): string[] {
  const fileOf = (module: string) => [`${module}.py`, `${module}/__init__.py`].find((file) => known.has(file));
  const found = importsIn(source).flatMap(({ module, names }) => {
    const steps = module.length - module.replace(/^\.+/, '').length;
    const bases = steps === 0 ? ROOTS : [posix.join(posix.dirname(path), '../'.repeat(steps - 1))];
    const folders = bases.map((base) => posix.join(base, ...module.slice(steps).split('.')));
    // `from . import frames` takes a file, `from .frames import read` a name of one.
    return folders.flatMap((folder) => {
      const files = names.map((name) => fileOf(posix.join(folder, name)) ?? fileOf(folder));
      return (names.length === 0 ? [fileOf(folder)] : files).filter((file) => file !== undefined);
    });
  });
  // An example in the text of a module may import the module itself.
  return [...new Set(found)].filter((file) => file !== path);
}

/** Every Python file of our packages, below `root`. */
export async function readPythonFiles(root: string): Promise<SourceFile[]> {
  const found: string[] = [];
  for await (const path of glob(
    ROOTS.map((folder) => `${folder}/**/*.py`),
    { cwd: root },
  ))
    found.push(path);
  const paths = found.toSorted();
  const known = new Set(paths);
  return paths.map((path) => {
    const files = pythonImports(path, readFileSync(join(root, path), 'utf8'), known);
    return { path, files, loads: files, names: [], declares: [], packages: [], missing: [], readsEnvironment: false };
  });
}
