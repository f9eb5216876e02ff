import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

// `npm run pack-cli`: the command line as one file that npm installs without a registry, dist/lessonwright-<version>.tgz. Everything that
// it needs is in it: its bundle, the programs of the sandbox, and those packages that are found as files.

const REPOSITORY = join(import.meta.dirname, '..');
const TARGET = join(REPOSITORY, 'dist/package');

/** Files of the checkout, where the bundle finds them. */
const FILES = ['dist/cli', 'dist/web', 'runner/languages', 'runner/pycheck/src', 'runner/src/sandbox/enter.sh', 'LICENSE'];

/** Packages that are found as files, and what of them is needed. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@cspell/dict-en_us': 'en_US.trie.gz',
  '@cspell/dict-en-gb-mit': 'en_GB.trie.gz',
  '@cspell/dict-software-terms': 'dict',
  '@cspell/dict-data-science': 'dict',
  '@electric-sql/pglite': 'dist',
  'web-tree-sitter': 'web-tree-sitter.wasm',
  'tree-sitter-python': 'tree-sitter-python.wasm',
  'tree-sitter-bash': 'tree-sitter-bash.wasm',
  '@davisvaughan/tree-sitter-r': 'tree-sitter-r.wasm',
};
const UNUSED = /(?:\.map|\.br|\.(?:html|js|css|svg)\.gz|\.c?ts|\.cjs|\.test\.\w+|__pycache__)$/;
/** What the bundle and the programs of the sandbox are written for. */
const ENGINES = { node: '>=24' };

await rm(TARGET, { recursive: true, force: true });
for (const path of FILES) await copy(path);
const dependencies: Record<string, unknown> = {};
for (const [name, path] of Object.entries(PACKAGES)) dependencies[name] = await copyPackage(name, path);
const { name, version, description, license, type, bin } = await readManifest('package.json');
const bundleDependencies = Object.keys(dependencies);
await writeManifest('package.json', { name, version, description, license, type, bin, engines: ENGINES, dependencies, bundleDependencies });
await cp(join(REPOSITORY, 'app/guide/command-line.md'), join(TARGET, 'README.md'));
const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', '..'];
const { stdout } = await promisify(execFile)('npm', args, { cwd: TARGET });
console.log(`dist/${stdout.trim()}`);

/** Copies it without what npm would run or fetch when it installs the package. Returns its version. */
async function copyPackage(packageName: string, path: string): Promise<unknown> {
  const folder = `node_modules/${packageName}`;
  await copy(`${folder}/${path}`);
  if (existsSync(join(REPOSITORY, folder, 'LICENSE'))) await copy(`${folder}/LICENSE`);
  const { name: own, version: current, license: terms, type: kind, exports, main } = await readManifest(`${folder}/package.json`);
  await writeManifest(`${folder}/package.json`, { name: own, version: current, license: terms, type: kind, exports, main });
  return current;
}

async function copy(path: string): Promise<void> {
  await cp(join(REPOSITORY, path), join(TARGET, path), { recursive: true, dereference: true, filter: (from) => !UNUSED.test(from) });
}

async function readManifest(path: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(REPOSITORY, path), 'utf8')) as Record<string, unknown>;
}

async function writeManifest(path: string, manifest: object): Promise<void> {
  await writeFile(join(TARGET, path), `${JSON.stringify(manifest, null, 2)}\n`);
}
