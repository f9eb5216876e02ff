// Exits 0 if node_modules matches package-lock.json. Plain JavaScript: it runs under the host's Node, before anything is
// installed. npm writes node_modules/.package-lock.json last, so an interrupted installation never matches.
import { readFileSync } from 'node:fs';

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return {};
  }
}

const wanted = Object.entries(packagesOf('package-lock.json')).filter(([path]) => path !== '');
const installed = packagesOf('node_modules/.package-lock.json');
const matches = wanted.every(([path, { version, optional }]) =>
  installed[path] ? installed[path].version === version : optional === true,
);
process.exit(wanted.length > 0 && matches ? 0 : 1);
