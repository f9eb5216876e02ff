import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PAGE_PACKAGES } from './page-packages.ts';
import { importedPackages } from './sbom.ts';

const ROOT = join(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>;

const isPage = (path: string) => /(?:^|\/)web\//.test(path);
const sources = globSync('{platform,features,app,runner/src}/**/*.{ts,tsx,css}', { cwd: ROOT }).filter((path) => !path.includes('.test.'));

function packagesIn(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => importedPackages(readFileSync(join(ROOT, path), 'utf8'))))];
}

it('the images leave out only packages that the server and the runner don’t import', () => {
  const imported = packagesIn(sources.filter((path) => !isPage(path)));
  expect(imported).toContain('fastify');
  expect(imported.filter((name) => PAGE_PACKAGES.includes(name))).toEqual([]);
  expect(PAGE_PACKAGES.filter((name) => !(name in manifest.dependencies))).toEqual([]);
});

it('npm start installs every package that it builds and runs', () => {
  const builds = [
    'vite.config.ts',
    'scripts/setup/bundle-server.ts',
    'scripts/setup/compress-web.ts',
    ...globSync('scripts/web-build/*.ts', { cwd: ROOT }),
  ];
  const imported = packagesIn([...sources, ...builds.filter((path) => !path.includes('.test.'))]);
  expect(imported).toContain('react');
  expect(imported.filter((name) => name in manifest.devDependencies)).toEqual([]);
});
