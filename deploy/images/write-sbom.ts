// Used by deploy/Containerfile: writes the list of everything that is in an image, in two steps.
//
//     node write-sbom.ts npm server|runner                        the packages of package-lock.json, in the folder of the sources
//     node write-sbom.ts debian NPM_FILE DPKG_FILE server|runner  the whole list, in the image

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_PACKAGES } from './page-packages.ts';
import { debianComponent, importedPackages, npmComponent, packagesOf, sbom, type Lock } from './sbom.ts';

/** Whose imports are in the image, bundled or as they are. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  server: ['platform', 'features', 'app', 'runner/src'],
  runner: ['runner/src', 'runner/languages', 'platform/contract'],
};

const [step = '', ...words] = process.argv.slice(2);
if (step === 'npm') listNpm(words[0] ?? '');
else if (step === 'debian') listAll(words[0] ?? '', words[1] ?? '', words[2] ?? '');
else throw new Error('The first argument must be npm or debian.');

function listNpm(image: string): void {
  const lock = (JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Lock }).packages;
  const imported = (SOURCES[image] ?? []).flatMap(filesBelow).flatMap((file) => importedPackages(readFileSync(file, 'utf8')));
  // The server's image has all packages but those of the pages, for what is loaded by a computed name. Both have Node.
  const root = lock[''] ?? {};
  const whole =
    image === 'server'
      ? Object.keys({ ...root.dependencies, ...root.optionalDependencies }).filter((name) => !PAGE_PACKAGES.includes(name))
      : [];
  const node = Object.keys(root.optionalDependencies ?? {}).filter((name) => name.startsWith('node-linux-'));
  const paths = packagesOf(lock, [...imported, ...whole, ...node], (path) => existsSync(path));
  process.stdout.write(JSON.stringify(paths.map((path) => npmComponent(path, lock[path] ?? {}))));
}

function listAll(npmFile: string, debianFile: string, image: string): void {
  const debian = readFileSync(debianFile, 'utf8').split('\n').filter(Boolean).sort().map(debianComponent);
  const npm = JSON.parse(readFileSync(npmFile, 'utf8')) as ReturnType<typeof npmComponent>[];
  const { version } = JSON.parse(readFileSync('/app/package.json', 'utf8')) as { version: string };
  const time = new Date(Number(process.env['SOURCE_DATE_EPOCH'] ?? 0) * 1000);
  process.stdout.write(`${JSON.stringify(sbom({ name: `lessonwright-${image}`, version, time }, [...npm, ...debian]), null, 1)}\n`);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mts|css)$/.test(name) && !name.includes('.test.'))
    .map((name) => join(folder, name));
}
