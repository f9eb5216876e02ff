// Used by deploy/images/build-app, after the build: takes the packages of the pages out of package.json, so that `npm prune` removes them.
import { readFileSync, writeFileSync } from 'node:fs';
import { PAGE_PACKAGES } from './page-packages.ts';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as { dependencies: Record<string, string> };

const manifest = read('package.json');
for (const name of PAGE_PACKAGES) delete manifest.dependencies[name];
writeFileSync('package.json', JSON.stringify(manifest, null, 2));
